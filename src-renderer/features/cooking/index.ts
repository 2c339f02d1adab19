export { continueSearch } from "./cook/continue-search.ts";
export { RecipeSkeleton } from "./recipe-skeleton.tsx";
