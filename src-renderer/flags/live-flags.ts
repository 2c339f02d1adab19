import { backOffMs, type BackOff } from "#shared/back-off.ts";
import { minuteMs } from "#shared/durations.ts";
import { atIdle } from "#renderer/platform/at-idle.ts";

/** Until a chunk that failed to load is tried again. */
const retryAfter: BackOff = { firstMs: 30_000, maxMs: 15 * minuteMs };

/** Loads the flag service's chunk, with silent retries; until then the last known values apply. */
function load(failures = 0): void {
  import("./flag-service.ts").then(
    ({ followFlagService }) => followFlagService(),
    () => setTimeout(() => load(failures + 1), backOffMs(retryAfter, failures)),
  );
}

/** Starts following the flag service at idle. Call once, after the first render and `startFlags()`. */
export const startLiveFlags = (): void => atIdle(() => load());
