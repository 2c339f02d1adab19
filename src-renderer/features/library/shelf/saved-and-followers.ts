/**
 * The page of saved entries, and what `shelf-parts.ts` loads: one chunk, since each alone is too small for a
 * script (docs/decisions/0005-first-load-budget.md).
 */
export { default } from "../saved/saved-page.tsx";
export { changeItem, changeItems, onSettled, sendChanges } from "./follow/changes.ts";
export { followVideo } from "./follow/follow-video.ts";
export { ReadingFollower } from "./follow/reading-follower.tsx";
