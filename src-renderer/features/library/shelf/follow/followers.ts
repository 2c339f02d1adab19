/** What `shelf-parts.ts` loads as one chunk. */
export { changeItem } from "./changes.ts";
export { followVideo } from "./follow-video.ts";
export { ReadingFollower } from "./reading-follower.tsx";
