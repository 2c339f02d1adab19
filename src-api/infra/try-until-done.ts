import { backOffMs, type BackOff } from "../../src-shared/back-off.ts";

/** Resolves after that many ms, or as soon as the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });

const retryAfter: BackOff = { first: 100, longest: 10_000 };

/** Does something again and again until it succeeds or the signal aborts, with a growing pause after each failure. */
export async function tryUntilDone(
  act: () => Promise<void>,
  { signal, onFailure }: { signal: AbortSignal; onFailure: (error: unknown) => void },
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await act();
    } catch (error) {
      onFailure(error);
      await pause(backOffMs(retryAfter, failures), signal);
    }
  }
}
