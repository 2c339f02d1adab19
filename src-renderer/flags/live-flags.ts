/** ms until a chunk that did not come is tried again, the first time and at most. */
const pauses = { first: 30_000, longest: 15 * 60_000 };

/** Runs the work once the browser has nothing better to do: after the first paint. */
function atIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 1_000);
}

/** Loads the flag service's chunk. Until it comes the last known values stand; nobody is told. */
function load(pause = pauses.first): void {
  import("./flag-service.ts").then(
    ({ followFlagService }) => followFlagService(),
    () => setTimeout(() => load(Math.min(pause * 2, pauses.longest)), pause),
  );
}

/**
 * Lets the flags follow the flag service, which comes at idle in a chunk of its own (ruling 22).
 * Call once, after the first render and `startFlags()`.
 */
export const startLiveFlags = (): void => atIdle(load);
