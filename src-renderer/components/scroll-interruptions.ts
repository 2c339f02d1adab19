/** Events by which users scroll, or point at something that must not move then. */
const interruptions = ["wheel", "touchstart", "pointerdown", "keydown"];

/** Calls a listener when the user takes over from a page that scrolls by itself. Returns the unsubscribe. */
export function onScrollInterrupted(listener: () => void): () => void {
  const controller = new AbortController();
  const options = { passive: true, capture: true, signal: controller.signal };
  for (const type of interruptions) window.addEventListener(type, listener, options);
  return () => controller.abort();
}
