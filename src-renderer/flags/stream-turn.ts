const lockName = "flag-stream";

const abortOf = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/**
 * Calls the listener now and whenever the window comes to be visible again; the signal that it is
 * given aborts when the window is hidden.
 */
export function whileVisible(listener: (hidden: AbortSignal) => void): void {
  let visible: AbortController | null = null;
  const follow = () => {
    if (document.visibilityState === "hidden") {
      visible?.abort();
      visible = null;
    } else if (!visible) {
      visible = new AbortController();
      listener(visible.signal);
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}

/**
 * Calls the listener once it is this window's turn to stream, which it keeps until the signal
 * aborts: one of all windows of a device has it at a time, since connections to a host are scarce.
 * Without locks (no secure context, storage refused) it is every window's turn.
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
