/** ms until a chunk that failed to load is tried again: the first time, and at most. */
const pauses = { first: 30_000, longest: 15 * 60_000 };

/** Runs work when the browser is idle, after the first paint. */
function atIdle(work: () => void): void {
  // Safari lacks requestIdleCallback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 1_000);
}

/** Loads the flag service's chunk, with silent retries; until then the last known values apply. */
function load(pause = pauses.first): void {
  import("./flag-service.ts").then(
    ({ followFlagService }) => followFlagService(),
    () => setTimeout(() => load(Math.min(pause * 2, pauses.longest)), pause),
  );
}

/**
 * Starts following the flag service, which is loaded at idle in a chunk of its own.
 * Call once, after the first render and `startFlags()`.
 */
export const startLiveFlags = (): void => atIdle(load);
