import { backOffMs, type BackOff } from "#shared/back-off.ts";

/** Until a chunk that failed to load is tried again. */
const retryAfter: BackOff = { first: 30_000, longest: 15 * 60_000 };

/** Runs work when the browser is idle, after the first paint. */
function atIdle(work: () => void): void {
  // Safari lacks requestIdleCallback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 1_000);
}

/** Loads the flag service's chunk, with silent retries; until then the last known values apply. */
function load(failures = 0): void {
  import("./flag-service.ts").then(
    ({ followFlagService }) => followFlagService(),
    () => setTimeout(() => load(failures + 1), backOffMs(retryAfter, failures)),
  );
}

/**
 * Starts following the flag service, which is loaded at idle in a chunk of its own.
 * Call once, after the first render and `startFlags()`.
 */
export const startLiveFlags = (): void => atIdle(() => load());
