export { continueSearch } from "./cook/continue-search.ts";
export { RecipeSkeleton, StartCookingSkeleton } from "./recipe-skeleton.tsx";
export { TimersOnScreen } from "./timers/timers-on-screen.tsx";
