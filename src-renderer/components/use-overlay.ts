import { useEffect, useLayoutEffect } from "react";
import { lastPressed } from "./last-pressed.ts";

const isModalOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/**
 * Gives the page back to screen readers when an open dialog or drawer is taken away with its page
 * (a 401, a logout in another window): Fluent hides what is behind it and would leave it hidden.
 */
function useReleasePage(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      // After Fluent's own clean-up, which is late too.
      setTimeout(() => {
        if (!isModalOpen()) document.getElementById("root")?.removeAttribute("aria-hidden");
      }, 300);
    };
  }, [open]);
}

/** Focuses an element once no dialog holds the focus any more, unless something else took it. */
function giveFocusBack(opener: HTMLElement): void {
  const tryNow = () => {
    if (isModalOpen()) return;
    observer.disconnect();
    const nothingFocused =
      document.activeElement === null || document.activeElement === document.body;
    if (nothingFocused && opener.isConnected) opener.focus();
  };
  const observer = new MutationObserver(tryNow);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(tryNow);
}

/**
 * What every dialog and drawer does for the page around it: the focus goes back to what opened it,
 * however it was closed, and the page back to screen readers.
 */
export function useOverlay(open: boolean): void {
  useReleasePage(open);
  // Before the dialog takes the focus, which it does in an effect.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const opener = focused === document.body ? lastPressed() : focused;
    if (!open || !(opener instanceof HTMLElement)) return;
    return () => giveFocusBack(opener);
  }, [open]);
}
