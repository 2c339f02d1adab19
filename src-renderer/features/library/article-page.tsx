import { EntryPage } from "./entry-page.tsx";
import { TextView } from "./text-view.tsx";

/** /articles/{id} */
export default function ArticlePage() {
  return <EntryPage kind="articles" view={TextView} />;
}
