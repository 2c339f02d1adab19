import { makeStyles } from "@fluentui/react-components";
import { media } from "#renderer/theme/tokens.ts";

/** In px: `start` is the gap between the screen's edge and the first item, `end` the width of the fade. */
const rowEdge = { start: 16, end: 40 } as const;

/** A row that wraps; on phones it scrolls sideways across the full width instead, and fades out at both edges. */
export const useScrollRow = makeStyles({
  row: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    [media.phone]: {
      flexWrap: "nowrap",
      // The padding makes room for the focus ring, which the row would cut off.
      margin: `-6px -${rowEdge.start}px`,
      padding: `6px ${rowEdge.end}px 6px ${rowEdge.start}px`,
      overflowX: "auto",
      overscrollBehaviorX: "contain",
      scrollPaddingInline: `${rowEdge.start}px ${rowEdge.end}px`,
      scrollSnapType: "x proximity",
      // Snapping would cut off an item that was scrolled into view.
      ":has(:focus-visible)": { scrollSnapType: "none" },
      scrollbarWidth: "none",
      maskImage: `linear-gradient(to right, transparent, #000 ${rowEdge.start - 4}px, #000 calc(100% - ${rowEdge.end}px), transparent)`,
    },
    "> *": { flexShrink: 0, whiteSpace: "nowrap", scrollSnapAlign: "start" },
  },
});

/** Scrolls a row until an item is in view; `scrollIntoView` would scroll the page as well. */
export function showInRow(row: Element, item: Element): void {
  const [whole, part] = [row.getBoundingClientRect(), item.getBoundingClientRect()];
  const before = part.left - whole.left - rowEdge.start;
  const after = part.right - whole.right + rowEdge.end;
  row.scrollLeft += before < 0 ? before : Math.max(after, 0);
}
