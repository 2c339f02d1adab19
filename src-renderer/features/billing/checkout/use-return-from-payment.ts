import { useEffect, useRef } from "react";

/** Calls `onBack` when the user comes back from the payment: to the restored `page`, or to the desktop's `window`. */
export function useReturnFromPayment(onBack: (how: "page" | "window") => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    const toPage = () => latest.current("page");
    const toWindow = () => latest.current("window");
    window.addEventListener("pageshow", toPage);
    window.addEventListener("focus", toWindow);
    return () => {
      window.removeEventListener("pageshow", toPage);
      window.removeEventListener("focus", toWindow);
    };
  }, []);
}
