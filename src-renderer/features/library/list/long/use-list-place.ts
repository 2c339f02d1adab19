import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { placeInHistory, startInAddress, type Place } from "../list-start.ts";
import type { GridShape } from "./grid-shape.ts";
import type { ListPages } from "./list-pages.ts";
import { leaveList, writePlace } from "./list-place.ts";
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

/** Scrolls a list that was loaded again, or opened by an address, to the place that these have. */
function useStart({ pages, rows, shape, margin, isBack }: Placed): void {
  const start = useRef<{ place: Place | null; from: string | null } | null>(
    isBack ? null : { place: placeInHistory(), from: startInAddress() },
  );
  const target = useRef<Place | null>(null);
  const isLaidOut = shape.width > 0 && margin > 0;
  useLayoutEffect(() => {
    const { current } = start;
    if (!isLaidOut || !current) return;
    start.current = null;
    if (current.place) scrollToPlace(rows, shape, current.place);
    if (current.from === null) return;
    void pages.open(current.from).then((index) => {
      if (index === null || current.place) return;
      target.current = { index, top: belowTop };
      scrollToPlace(rows, shape, target.current);
    });
  }, [isLaidOut, pages, rows, shape]);
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
  const cursor = last.current && pages.cursorAt(last.current.index);
  useEffect(() => {
    if (isScrolling || shape.width === 0) return;
    last.current = placeOf(rows, shape);
    if (last.current) writePlace(last.current, pages.cursorAt(last.current.index));
  }, [isScrolling, rows, shape, pages, cursor]);
  const leave = useRef(() => {});
  leave.current = () => {
    const scrolled = rows.scrollOffset ?? 0;
    leaveList(key, { pages, rows: { shape, margin, scrolled, sizes: rows.takeSnapshot() } });
  };
  useLayoutEffect(() => () => leave.current(), []);
}
