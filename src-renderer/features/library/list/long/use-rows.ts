import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useMemo, useState, type RefObject } from "react";
import type { Place } from "../list-start.ts";
import {
  estimatedHeight,
  firstOf,
  gaps,
  rowOf,
  rowsOf,
  shapeOf,
  type GridShape,
} from "./grid-shape.ts";

/** Fewest rows that are rendered above and below the window. */
const overscan = 2;
/** Rows come and go so many at a time: each change costs a layout of the page. */
const chunk = 2;

/** Returns the key of a row's height: rows of another shape have other heights. */
const keyOf = ({ columns, hasLead }: GridShape, row: number): number =>
  row * 100 + columns * 2 + Number(hasLead);

/** Returns the height of a row of the grid, which each of its cells has. */
const heightOf = (cell: Element) => cell.getBoundingClientRect().height;

/** Where a list was, and how high its rows were, when it was left. */
export type LeftRows = {
  shape: GridShape;
  sizes: VirtualItem[];
  /** px from the top of the document to the list, and to the top of the window. */
  margin: number;
  scrolled: number;
};

type Wanted = {
  list: RefObject<HTMLElement | null>;
  shape: GridShape;
  total: number;
  /** Row with the focus, which stays rendered with its neighbours; null without one. */
  focused: number | null;
  left: LeftRows | undefined;
};

/** Returns the distance of the list from the top of the document, in px; follows what is above the list. */
function useMargin(list: RefObject<HTMLElement | null>, initial: number): number {
  const [margin, setMargin] = useState(initial);
  useLayoutEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top;
      if (top !== undefined) setMargin(Math.round(top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return margin;
}

/**
 * Returns the function that extends a range of rows to whole chunks, and by the row with the focus and its neighbours. It
 * returns the same array while the rows are the same, so that nothing is rendered again.
 */
function rowsInChunks(focused: number | null) {
  let last: number[] = [];
  return (range: Range): number[] => {
    const startIndex = range.startIndex - (range.startIndex % chunk);
    const endIndex = Math.min(range.endIndex - (range.endIndex % chunk) + chunk, range.count) - 1;
    const rows = new Set(defaultRangeExtractor({ ...range, startIndex, endIndex }));
    for (const row of focused === null ? [] : [focused - 1, focused, focused + 1]) {
      if (row >= 0 && row < range.count) rows.add(row);
    }
    const next = [...rows].toSorted((a, b) => a - b);
    const isSame = next.length === last.length && next.every((row, at) => row === last[at]);
    if (!isSame) last = next;
    return last;
  };
}

/** Returns the virtualizer of a list in the window, by rows of its grid. */
export function useRows({ list, shape, total, focused, left }: Wanted) {
  const margin = useMargin(list, left?.margin ?? 0);
  const rangeExtractor = useMemo(() => rowsInChunks(focused), [focused]);
  const getItemKey = useCallback((row: number) => keyOf(shape, row), [shape]);
  // oxlint-disable-next-line react/incompatible-library -- the code is not compiled by React Compiler
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rowsOf(shape, total),
    estimateSize: (row) => estimatedHeight(shape, row),
    getItemKey,
    measureElement: heightOf,
    overscan,
    // Rows are rendered between frames anyway (long-list.tsx).
    useFlushSync: false,
    gap: gaps.row,
    scrollMargin: margin,
    rangeExtractor,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    ...(left && { initialOffset: left.scrolled, initialMeasurementsCache: left.sizes }),
  });
  // What is below the top of the window stays where it is.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _, { scrollOffset }) =>
    start < (scrollOffset ?? 0);
  return { virtualizer, margin };
}

export type Rows = ReturnType<typeof useRows>["virtualizer"];

/** Returns the height of the rows of a list that is rendered as a whole, and its place. */
export function rowsOfPlain(list: HTMLElement, withLead: boolean): LeftRows {
  const shape = shapeOf(list, withLead);
  const { top } = list.getBoundingClientRect();
  const heights = [...list.children].map(heightOf);
  const sizes = Array.from({ length: rowsOf(shape, heights.length) }, (_, index): VirtualItem => {
    const size = heights[firstOf(shape, index)] ?? 0;
    return { index, key: keyOf(shape, index), start: 0, end: 0, size, lane: 0 };
  });
  // The last row may not be full yet.
  const full = sizes.filter(({ index }) => firstOf(shape, index + 1) <= heights.length);
  return { shape, sizes: full, margin: Math.round(top + window.scrollY), scrolled: window.scrollY };
}

/** Returns the first entry that begins in the window, and how far below its top; null where there is no list. */
export function placeOf(rows: Rows, shape: GridShape): Place | null {
  const top = rows.getVirtualItemForOffset(window.scrollY);
  const next = top && top.start < window.scrollY ? rows.measurementsCache[top.index + 1] : top;
  const row = next ?? top;
  return row ? { index: firstOf(shape, row.index), top: row.start - window.scrollY } : null;
}

/** Scrolls until an entry is at a place of the window. */
export function scrollToPlace(rows: Rows, shape: GridShape, { index, top }: Place): void {
  const row = rows.measurementsCache[rowOf(shape, index)];
  if (row) window.scrollTo(0, row.start - top);
}
