import { useEffect, useLayoutEffect, useState } from "react";
import { NavigationType, useLocation } from "react-router-dom";
import { onScrollInterrupted } from "#renderer/components/scroll-interruptions.ts";
import { useArrival } from "./arrival.ts";

/** How long restoring a scroll position may wait for the page to grow tall enough. */
const maxRestoreMs = 5_000;

/** Scroll positions in px, by the keys of history entries. */
const positions = new Map<string, number>();

/** Returns the index that React Router stores in the current history entry. */
export const indexNow = (): number => {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null) return 0;
  return "idx" in state && typeof state.idx === "number" ? state.idx : 0;
};

/** The page shown before, and its index in the history. */
let previous: { pathname: string; index: number } | null = null;

/**
 * Scrolls to a position, and again whenever the page's height changes, until the position is reached, the user
 * interrupts or `maxRestoreMs` is over. Returns a function that stops it.
 */
function restore(position: number): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort();
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, position);
    if (Math.abs(window.scrollY - position) < 1) stop();
  });
  const timer = setTimeout(stop, maxRestoreMs);
  signal.addEventListener("abort", () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  signal.addEventListener("abort", onScrollInterrupted(stop));
  window.scrollTo(0, position);
  growth.observe(document.body);
  return stop;
}

/** Moves the focus from the heading to the link that leads to the page the user has just come back from. */
function focusLinkTo(pathname: string): void {
  const links = document.querySelectorAll<HTMLAnchorElement>("main a[href]");
  const link = [...links].find((each) => each.pathname === pathname);
  link?.focus({ preventScroll: true });
}

/**
 * Scrolls a new page to the top. After Back or Forward it restores the scroll position, and after Back it also focuses
 * the link to the page that was left.
 */
export function ScrollRestoration(): null {
  const type = useArrival();
  const { key, pathname } = useLocation();
  // Captured once, when the page opens: changing a filter in its address must not scroll it.
  const [arrival] = useState({ isPop: type === NavigationType.Pop, key });
  useLayoutEffect(() => {
    const position = arrival.isPop ? positions.get(arrival.key) : 0;
    // No stored position: the document was just loaded, and the browser restores the position itself.
    if (position === undefined) return undefined;
    if (position > 0) return restore(position);
    window.scrollTo(0, 0);
    return undefined;
  }, [arrival]);
  useEffect(() => {
    const index = indexNow();
    if (arrival.isPop && previous && index < previous.index) focusLinkTo(previous.pathname);
    previous = { pathname, index };
  }, [arrival, pathname]);
  // Before the browser says that a shorter page has moved what was scrolled.
  useLayoutEffect(() => {
    const recordPosition = () => void positions.set(key, window.scrollY);
    window.addEventListener("scroll", recordPosition, { passive: true });
    return () => window.removeEventListener("scroll", recordPosition);
  }, [key]);
  return null;
}
