import { useLayoutEffect, useState, type RefObject } from "react";
import { breakpoints } from "../../../../theme/tokens.ts";

/** How cards are laid out: how many are in a row, and whether the first one has a row of its own. */
export type GridShape = { columns: number; hasLead: boolean; width: number };

/** px between rows, and between columns, as in `useGridStyles`. */
export const gaps = { row: 48, column: 32 } as const;

/** Returns the shape that the browser gives to a grid. */
export function shapeOf(grid: HTMLElement, withLead: boolean): GridShape {
  const { gridTemplateColumns } = getComputedStyle(grid);
  const columns = Math.max(1, gridTemplateColumns.split(" ").filter(Boolean).length);
  const hasLead = withLead && window.innerWidth > breakpoints.tablet;
  return { columns, hasLead, width: grid.clientWidth };
}

/** Returns the shape of a grid, and follows its width. */
export function useGridShape(
  grid: RefObject<HTMLElement | null>,
  withLead: boolean,
  initial: GridShape | undefined,
): GridShape {
  const [shape, setShape] = useState(initial ?? { columns: 1, hasLead: false, width: 0 });
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const measure = () =>
      setShape((old) => {
        const next = shapeOf(element, withLead);
        const isSame = old.width === next.width && old.columns === next.columns;
        return isSame && old.hasLead === next.hasLead ? old : next;
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid, withLead]);
  return shape;
}

/** Returns the number of rows of a list. */
export const rowsOf = ({ columns, hasLead }: GridShape, total: number): number =>
  hasLead ? 1 + Math.ceil(Math.max(0, total - 1) / columns) : Math.ceil(total / columns);

/** Returns the number of a row's first entry. */
export const firstOf = ({ columns, hasLead }: GridShape, row: number): number =>
  hasLead ? (row === 0 ? 0 : 1 + (row - 1) * columns) : row * columns;

/** Returns the row of an entry. */
export const rowOf = ({ columns, hasLead }: GridShape, index: number): number =>
  hasLead ? Math.ceil(index / columns) : Math.floor(index / columns);

/** Returns the height that a row probably has: that of a cover, and of a text with a title of two lines. */
export function estimatedHeight({ columns, hasLead, width }: GridShape, row: number): number {
  if (hasLead && row === 0) return Math.round(((width - 40) * 7 * 9) / (12 * 16));
  const column = (width - gaps.column * (columns - 1)) / columns;
  return Math.round((column * 9) / 16 + 210);
}
