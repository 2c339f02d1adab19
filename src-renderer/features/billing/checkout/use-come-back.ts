import { useEffect, useRef } from "react";

/**
 * Tells that the user is back from a payment page: to this `page`, as the browser had put it away,
 * or to this `window`, which was never left because one pays in another (the desktop app).
 */
export function useComeBack(onBack: (how: "page" | "window") => void): void {
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
