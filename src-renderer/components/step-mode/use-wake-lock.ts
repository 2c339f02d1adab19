import { useEffect, useState } from "react";

/** Time for which a lock has to hold before another one is requested in its place: some devices end each at once. */
const holdsForMs = 5_000;

/**
 * Keeps the screen on while the page is visible. Browsers release the lock of a hidden page, and devices may release
 * any, to save energy for example: it is requested again when the page becomes visible, and at once if it held for a
 * while. `onChange` is called with whether the screen stays on. Returns the function that ends it.
 */
function keepAwake(onChange: (isAwake: boolean) => void): () => void {
  let isUnmounted = false;
  let isRequesting = false;
  let lock: WakeLockSentinel | null = null;
  const release = (held: WakeLockSentinel) => void held.release().catch(() => {});
  const hold = (granted: WakeLockSentinel) => {
    const since = Date.now();
    lock = granted;
    onChange(true);
    const lost = () => {
      lock = null;
      if (isUnmounted || document.visibilityState !== "visible") return;
      if (Date.now() - since >= holdsForMs) void request();
      else onChange(false);
    };
    granted.addEventListener("release", lost, { once: true });
  };
  const request = async () => {
    if (document.visibilityState !== "visible" || isRequesting) return;
    if (lock && !lock.released) return;
    isRequesting = true;
    try {
      const granted = await navigator.wakeLock.request("screen");
      if (isUnmounted) release(granted);
      else hold(granted);
    } catch {
      // Refused, by the device's energy saver for example.
      if (!isUnmounted) onChange(false);
    }
    isRequesting = false;
  };
  const follow = () => void request();
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    isUnmounted = true;
    document.removeEventListener("visibilitychange", follow);
    if (lock) release(lock);
  };
}

/** Hook: keeps the screen on while the component is visible. Returns whether it does; null until that is known. */
export function useWakeLock(): boolean | null {
  const [isAwake, setAwake] = useState<boolean | null>("wakeLock" in navigator ? null : false);
  useEffect(() => ("wakeLock" in navigator ? keepAwake(setAwake) : undefined), []);
  return isAwake;
}
