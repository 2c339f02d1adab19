import { useEffect, useState } from "react";

/**
 * Hook: keeps the screen on while the component is mounted and visible. Browsers release the lock of a hidden
 * page, so it is requested again when the page becomes visible. Returns whether the screen stays on; null
 * until the browser has answered.
 */
export function useWakeLock(): boolean | null {
  const [isAwake, setAwake] = useState<boolean | null>("wakeLock" in navigator ? null : false);
  useEffect(() => {
    if (!("wakeLock" in navigator)) return undefined;
    let hasLeft = false;
    let lock: WakeLockSentinel | null = null;
    const release = () => void lock?.release().catch(() => {});
    const request = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (hasLeft) release();
        else setAwake(true);
      } catch {
        // Refused, by the device's energy saver for example.
        if (!hasLeft) setAwake(false);
      }
    };
    const follow = () => void request();
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      hasLeft = true;
      document.removeEventListener("visibilitychange", follow);
      release();
    };
  }, []);
  return isAwake;
}
