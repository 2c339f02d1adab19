import { lazyChunk } from "../../../components/load-chunk.ts";
import { RecipeSkeleton } from "./recipe-skeleton.tsx";

/** The view of a recipe, which other entries do not load. */
export const RecipeView = lazyChunk(() => import("./recipe-view.tsx"), RecipeSkeleton);
