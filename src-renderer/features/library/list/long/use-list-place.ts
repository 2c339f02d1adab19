import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { onScrollInterrupted } from "../../../../components/scroll-interruptions.ts";
import { placeInHistory, startInAddress, writeListPlace, type Place } from "../list-start.ts";
import type { GridShape } from "./grid-shape.ts";
import type { ListPages } from "./list-pages.ts";
import { leaveList } from "./list-place.ts";
import { placeOf, scrollToPlace, type Rows } from "./use-rows.ts";

/** px between the top of the window and the entry that an address leads to. */
const belowTop = 80;

type Placed = {
  pages: ListPages;
  rows: Rows;
  shape: GridShape;
  margin: number;
  /** Whether the list is shown as it was left. */
  isBack: boolean;
};

/** ms for which rows that are there may still change their height. */
const settlesIn = 300;

/** Keeps a place in the window until its entry is there, or the user scrolls. Returns the function that begins it. */
function useHeldPlace({ pages, rows, shape }: Placed): (place: Place) => void {
  const held = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const { current } = held;
    if (!current) return;
    scrollToPlace(rows, shape, current);
    if (pages.at(current.index)) setTimeout(() => (held.current = null), settlesIn);
  });
  useEffect(() => {
    const release = () => (held.current = null);
    return onScrollInterrupted(release);
  }, []);
  return useCallback(
    (place: Place) => {
      held.current = place;
      scrollToPlace(rows, shape, place);
    },
    [rows, shape],
  );
}

/** Scrolls a list that was loaded again, or opened by an address, to the place that these have. */
function useStart(placed: Placed): void {
  const { pages, shape, margin, isBack } = placed;
  const hold = useHeldPlace(placed);
  const start = useRef<{ place: Place | null; from: string | null } | null>(
    isBack ? null : { place: placeInHistory(), from: startInAddress() },
  );
  const isLaidOut = shape.width > 0 && margin > 0;
  useLayoutEffect(() => {
    const { current } = start;
    if (!isLaidOut || !current) return;
    start.current = null;
    if (current.place) hold(current.place);
    if (current.from === null) return;
    const open = async (from: string) => {
      const index = await pages.open(from);
      if (index !== null && !current.place) hold({ index, top: belowTop });
    };
    void open(current.from);
  }, [isLaidOut, pages, hold]);
}

/** Keeps the entry at the top of the window there while the number of columns changes. */
function useSteadyPlace({ rows, shape }: Placed, last: { current: Place | null }): void {
  const before = useRef(shape);
  useLayoutEffect(() => {
    const isResized = before.current.width > 0 && before.current !== shape;
    before.current = shape;
    if (!isResized) return;
    rows.measure();
    if (last.current && last.current.index > 0) scrollToPlace(rows, shape, last.current);
  }, [rows, shape, last]);
}

/** Keeps the place in a list: for reloads, shared addresses, visits to an entry, and windows that are resized. */
export function useListPlace(placed: Placed): void {
  const { pages, rows, shape, margin } = placed;
  const { key } = useLocation();
  const last = useRef<Place | null>(null);
  useStart(placed);
  useSteadyPlace(placed, last);
  const { isScrolling } = rows;
  const { version } = pages;
  useEffect(() => {
    if (isScrolling || shape.width === 0) return;
    last.current = placeOf(rows, shape);
    // The cursor of a page is known once the page is there.
    if (last.current) {
      writeListPlace(last.current, "from", pages.cursorAt(last.current.index));
    }
  }, [isScrolling, rows, shape, pages, version]);
  useLayoutEffect(
    () => () => {
      const scrolled = rows.scrollOffset ?? 0;
      leaveList(key, { pages, rows: { shape, margin, scrolled, sizes: rows.takeSnapshot() } });
    },
    [key, pages, rows, shape, margin],
  );
}
