import { createChunk } from "../../../../components/load-chunk.ts";
import { loadNamespaces } from "../../../../i18n/i18n.ts";

/**
 * The bell and the timers on screen, on every page: loaded once a timer was started, or when a reloaded tab has
 * one. The app renders it as soon as it is there.
 */
export const cookTimers = createChunk(async () => {
  const [module] = await Promise.all([
    import("./timers-on-screen.tsx"),
    loadNamespaces(["cooking"]),
  ]);
  return module;
});

/** Returns whether the stored text of `cooking` has timers, without the code that parses it. */
export const hasTimers = (text: string | null): boolean => text?.includes('"endsAt":') === true;
