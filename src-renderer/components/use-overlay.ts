import { useEffect, useLayoutEffect } from "react";
import { lastPressed } from "./last-pressed.ts";

const isModalOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/** Shows the page to screen readers again when an open dialog is removed with its page, which Fluent leaves hidden. */
function useReleasePage(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      // After Fluent's own clean-up, which is also deferred.
      setTimeout(() => {
        if (!isModalOpen()) document.getElementById("root")?.removeAttribute("aria-hidden");
      }, 300);
    };
  }, [open]);
}

/** Focuses an element once no dialog traps the focus, unless something else has the focus by then. */
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

/** For every dialog and drawer: gives the focus back to what opened it, and shows the page to screen readers again. */
export function useOverlay(open: boolean): void {
  useReleasePage(open);
  // Before the dialog takes the focus, which happens in an effect.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // An entry of a menu goes with its menu.
    const isOpener = focused !== document.body && !focused?.closest("[role='menu']");
    const opener = isOpener ? focused : lastPressed();
    if (!open || !(opener instanceof HTMLElement)) return;
    return () => giveFocusBack(opener);
  }, [open]);
}
