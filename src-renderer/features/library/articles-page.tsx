import { ListPage } from "./list-page.tsx";

/** /articles */
export default function ArticlesPage() {
  return <ListPage kind="articles" />;
}
