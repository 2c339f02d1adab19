import { useEffect, useRef, useState, type RefObject } from "react";
import { onScrollInterrupted } from "#renderer/components/scroll-interruptions.ts";

/** Pages that are loaded again. */
const maxPages = 40;

/** Time without scrolling after which the position is written. */
const settlesInMs = 150;

/** A position in a list: the number of the entry at the top of the window, and how far that is below it, in px. */
type ListPosition = { index: number; top: number };

/** Returns the position that the entry of the history has; null without one. */
function positionInHistory(): ListPosition | null {
  const state: unknown = window.history.state;
  const place: unknown =
    typeof state === "object" && state !== null && "listPlace" in state ? state.listPlace : null;
  if (typeof place !== "object" || place === null) return null;
  if (!("index" in place && "top" in place)) return null;
  const { index, top } = place;
  return typeof index === "number" && typeof top === "number" ? { index, top } : null;
}

/** Writes pages and position without telling the router: nothing on the page depends on them until a reload. */
function writePosition(place: ListPosition | null, pages: number): void {
  const url = new URL(window.location.href);
  if (pages > 1) url.searchParams.set("pages", String(pages));
  else url.searchParams.delete("pages");
  // What React Router stores there
  const state: unknown = window.history.state;
  const others = typeof state === "object" ? state : {};
  window.history.replaceState({ ...others, ...(place && { listPlace: place }) }, "", url);
}

/** Returns how many pages the address asks for. */
function pagesInAddress(): number {
  const pages = Number(new URLSearchParams(window.location.search).get("pages"));
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), maxPages) : 1;
}

/** Returns the item at the top of the window; null without any. */
function positionIn(list: HTMLElement | null): ListPosition | null {
  const items = [...(list?.children ?? [])];
  const index = items.findIndex((item) => item.getBoundingClientRect().bottom > 0);
  const item = items[index];
  return item ? { index, top: Math.round(item.getBoundingClientRect().top) } : null;
}

type Pages = {
  data: { pages: unknown[] } | undefined;
  isPlaceholderData: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Start = { filter: string; wanted: number; place: ListPosition | null };

/** Loads the pages that the address asks for and scrolls to the position in the history. Returns whether that is done. */
function useStart(
  pages: Pages,
  shown: number,
  filter: string,
  list: RefObject<HTMLElement | null>,
): boolean {
  const [isDone, setDone] = useState(false);
  const start = useRef<Start | null>(null);
  useEffect(() => {
    // A list that is shown as it was left is scrolled like any page (app/scroll-restoration.ts).
    const isBack = shown >= pagesInAddress();
    start.current = {
      filter,
      wanted: pagesInAddress(),
      place: isBack ? null : positionInHistory(),
    };
    return onScrollInterrupted(() => {
      if (start.current) start.current.place = null;
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only how the page was opened counts
  }, []);
  useEffect(() => {
    const { current } = start;
    if (isDone || !current || shown === 0 || pages.isFetching) return;
    const isSame = current.filter === filter;
    const mayGoOn = pages.hasNextPage && !pages.isFetchNextPageError;
    if (isSame && shown < current.wanted && mayGoOn) {
      void pages.fetchNextPage();
      return;
    }
    const item = isSame && current.place && list.current?.children[current.place.index];
    if (item) window.scrollBy(0, item.getBoundingClientRect().top - (current.place?.top ?? 0));
    setDone(true);
  }, [isDone, pages, shown, filter, list]);
  return isDone;
}

/**
 * Keeps the pages of a list that are loaded one after the other, and the position in it, for reloads: their number in the
 * address (`pages`), the exact position in the entry of the history (docs/decisions/0032-long-lists.md).
 * `filter` identifies the list; changing it has to remove `pages` from the address.
 */
export function useListRestoration(
  pages: Pages,
  filter: string,
  list: RefObject<HTMLElement | null>,
): void {
  const shown = pages.isPlaceholderData ? 0 : (pages.data?.pages.length ?? 0);
  const isStarted = useStart(pages, shown, filter, list);
  useEffect(() => {
    if (!isStarted || shown === 0) return undefined;
    const write = () => writePosition(positionIn(list.current), shown);
    write();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeLater = () => {
      clearTimeout(timer);
      timer = setTimeout(write, settlesInMs);
    };
    window.addEventListener("scroll", writeLater, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", writeLater);
    };
  }, [isStarted, shown, filter, list]);
}
