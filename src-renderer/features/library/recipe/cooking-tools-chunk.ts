import { createChunk } from "../../../components/load-chunk.ts";

/**
 * Cook mode, timers and scaling by dog and tin, with their texts: loaded when one of them is opened, or when a
 * reloaded tab has timers.
 */
export const cookingTools = createChunk(() => import("./cooking-tools.ts"));

/** Returns whether the stored text of `cooking` has timers, without the code that parses it. */
export const hasTimers = (text: string | null): boolean => text?.includes('"endsAt":') === true;
