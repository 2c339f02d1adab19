import { EntryPage } from "./entry-page.tsx";
import { RecipeView } from "./recipe/recipe-view.tsx";

/** /recipes/{id} */
export default function RecipePage() {
  return <EntryPage kind="recipes" view={RecipeView} />;
}
