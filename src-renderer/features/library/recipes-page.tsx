import { ListPage } from "./list-page.tsx";

/** /recipes */
export default function RecipesPage() {
  return <ListPage kind="recipes" />;
}
