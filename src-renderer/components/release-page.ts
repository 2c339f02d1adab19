import { useEffect } from "react";

/**
 * Gives the page back to screen readers when an open dialog or drawer is taken away with its page
 * (a 401, a logout in another window): Fluent hides what is behind it and would leave it hidden.
 */
export function useReleasePage(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      // After Fluent's own clean-up, which is late too.
      setTimeout(() => {
        if (!document.querySelector('[aria-modal="true"]')) {
          document.getElementById("root")?.removeAttribute("aria-hidden");
        }
      }, 300);
    };
  }, [open]);
}
