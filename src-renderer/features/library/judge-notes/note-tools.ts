/**
 * What judges and admins do with notes: one chunk, since each alone is too small for a script
 * (docs/decisions/0005-first-load-budget.md).
 */
export { Moderation } from "./moderation.tsx";
export { OwnNotePart } from "./own-note.tsx";
