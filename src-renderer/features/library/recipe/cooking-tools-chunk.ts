import { createChunk } from "../../../components/load-chunk.ts";
import { loadNamespaces } from "../../../i18n/i18n.ts";

/**
 * Cook mode, timers and scaling by dog and tin, with their texts: loaded when one of them is opened, or when a
 * reloaded tab has timers.
 */
export const cookingTools = createChunk(async () => {
  const [tools] = await Promise.all([import("./cooking-tools.ts"), loadNamespaces(["cooking"])]);
  return tools;
});

/** Returns whether the stored text of `cooking` has timers, without the code that parses it. */
export const hasTimers = (text: string | null): boolean => text?.includes('"endsAt":') === true;
