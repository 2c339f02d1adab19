import { useEffect, useLayoutEffect, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { onScrollInterrupted } from "#renderer/components/scroll-interruptions.ts";

/** Time for which a page that is gone back to may take to become as long as it was. */
const maxRestoreMs = 5_000;

/** How far pages of the history are scrolled, in px, by the keys of their entries. */
const positions = new Map<string, number>();

/** What React Router stores with an entry of the history. */
const entryNow = (): { key: string; index: number } => {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null) return { key: "default", index: 0 };
  const key = "key" in state && typeof state.key === "string" ? state.key : "default";
  return { key, index: "idx" in state && typeof state.idx === "number" ? state.idx : 0 };
};

/** Page that was shown before, and its place in the history. */
let previous: { pathname: string; index: number } | null = null;

/** Scrolls to a position again whenever the page grows, until the user interrupts it. Returns what stops it. */
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

/** Moves the focus from the heading to the link that led to the page which the user comes back from. */
function focusLinkTo(pathname: string): void {
  const links = document.querySelectorAll<HTMLAnchorElement>("main a[href]");
  const link = [...links].find((each) => each.pathname === pathname);
  link?.focus({ preventScroll: true });
}

/** Scrolls a new page to its top, one come back to where it was left, with the focus on its link. */
export function Arrival(): null {
  const type = useNavigationType();
  const { key, pathname } = useLocation();
  // Only how the page was reached counts: changing a filter in its address does not move it.
  const [arrival] = useState({ isPop: type === NavigationType.Pop, key });
  useLayoutEffect(() => {
    const position = arrival.isPop ? positions.get(arrival.key) : 0;
    // Without one the document has just been loaded: the browser restores the position itself.
    if (position === undefined) return undefined;
    if (position > 0) return restore(position);
    window.scrollTo(0, 0);
    return undefined;
  }, [arrival]);
  useEffect(() => {
    const { index } = entryNow();
    if (arrival.isPop && previous && index < previous.index) focusLinkTo(previous.pathname);
    previous = { pathname, index };
  }, [arrival, pathname]);
  useEffect(() => {
    const note = () => void positions.set(entryNow().key, window.scrollY);
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, []);
  return null;
}
