import { ListPage } from "./list-page.tsx";

/** /blog */
export default function BlogPage() {
  return <ListPage kind="blog" />;
}
