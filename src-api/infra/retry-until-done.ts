import { setTimeout as delay } from "node:timers/promises";
import { backOffMs, type BackOff } from "#shared/back-off.ts";

const retryAfter: BackOff = { firstMs: 100, maxMs: 10_000 };

/** Does something again and again until it succeeds or the signal aborts, with a growing pause after each failure. */
export async function retryUntilDone(
  act: () => Promise<void>,
  { signal, onFailure }: { signal: AbortSignal; onFailure: (error: unknown) => void },
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await act();
    } catch (error) {
      onFailure(error);
      await delay(backOffMs(retryAfter, failures), undefined, { signal }).catch(() => {}); // aborted
    }
  }
}
