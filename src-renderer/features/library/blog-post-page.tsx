import { EntryPage } from "./entry-page.tsx";
import { TextView } from "./text-view.tsx";

/** /blog/{id} */
export default function BlogPostPage() {
  return <EntryPage kind="blog" view={TextView} />;
}
