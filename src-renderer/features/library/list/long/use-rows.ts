import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { Place } from "../list-start.ts";
import { estimatedHeight, firstOf, gaps, rowOf, rowsOf, type GridShape } from "./grid-shape.ts";

/** Rows that are rendered above and below the window. */
const overscan = 2;

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
  /** Entries that were on screen before the list was long: they are rendered until their rows are measured. */
  plain: number;
  /** Row with the focus, which stays rendered with its neighbours; null without one. */
  focused: number | null;
  left: LeftRows | undefined;
};

/** Returns the distance of the list from the top of the document, in px. */
function useMargin(list: RefObject<HTMLElement | null>, initial: number): number {
  const [margin, setMargin] = useState(initial);
  // What is above the list may change with every render.
  useLayoutEffect(() => {
    if (!list.current) return;
    const top = list.current.getBoundingClientRect().top + window.scrollY;
    if (Math.abs(top - margin) >= 1) setMargin(top);
  });
  return margin;
}

/** Returns the virtualizer of a list in the window, by rows of its grid. */
export function useRows({ list, shape, total, plain, focused, left }: Wanted) {
  const margin = useMargin(list, left?.margin ?? 0);
  const sizes = useRef<ReadonlyMap<unknown, number>>(new Map());
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      const ofPlain = Array.from({ length: left ? 0 : rowsOf(shape, plain) }, (_, row) => row);
      for (const row of ofPlain) if (!sizes.current.has(keyOf(shape, row))) rows.add(row);
      for (const row of focused === null ? [] : [focused - 1, focused, focused + 1]) {
        if (row >= 0 && row < range.count) rows.add(row);
      }
      return [...rows].toSorted((a, b) => a - b);
    },
    [shape, plain, focused, left],
  );
  const getItemKey = useCallback((row: number) => keyOf(shape, row), [shape]);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rowsOf(shape, total),
    estimateSize: (row) => estimatedHeight(shape, row),
    getItemKey,
    measureElement: heightOf,
    overscan,
    gap: gaps.row,
    scrollMargin: margin,
    rangeExtractor,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    ...(left && { initialOffset: left.scrolled, initialMeasurementsCache: left.sizes }),
  });
  sizes.current = virtualizer.itemSizeCache;
  return { virtualizer, margin };
}

export type Rows = ReturnType<typeof useRows>["virtualizer"];

/** Returns the entry at the top of the window, and how far that is below it; null where there is no list. */
export function placeOf(rows: Rows, shape: GridShape): Place | null {
  const row = rows.getVirtualItemForOffset(window.scrollY);
  return row ? { index: firstOf(shape, row.index), top: row.start - window.scrollY } : null;
}

/** Scrolls until an entry is at a place of the window. */
export function scrollToPlace(rows: Rows, shape: GridShape, { index, top }: Place): void {
  const row = rows.measurementsCache[rowOf(shape, index)];
  if (row) window.scrollTo(0, row.start - top);
}
