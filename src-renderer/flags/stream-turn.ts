const lockName = "flag-stream";

const abortOf = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/**
 * Calls the listener once this window may stream, which it may until the signal aborts. Only one
 * window of a device streams at a time, since connections per host are limited. Without Web Locks (no
 * secure context, storage blocked) every window streams.
 */
export async function takeTurn(signal: AbortSignal, listener: () => void): Promise<void> {
  const keep = async () => {
    listener();
    await abortOf(signal);
  };
  if (!("locks" in navigator)) return keep();
  try {
    await navigator.locks.request(lockName, { signal }, keep);
  } catch {
    if (!signal.aborted) await keep();
  }
}
