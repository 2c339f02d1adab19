import { createDOMRenderer } from "@fluentui/react-components";

/** Returns the width in px of a `max-width` query; undefined for other queries. */
const widthOf = (query: string): number | null => {
  const width = /\(max-width:\s*(\d+)px\)/.exec(query)?.[1];
  return width === undefined ? null : Number(width);
};

/** Orders media queries so that narrower ones win; Griffel alone would order them by text. */
export function compareMediaQueries(a: string, b: string): number {
  const [widthA, widthB] = [widthOf(a), widthOf(b)];
  if (widthA !== null && widthB !== null) return widthB - widthA;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Creates the Griffel renderer of this document, or of a page that is rendered on the server. */
export const createStyleRenderer = () =>
  createDOMRenderer(globalThis.document, { compareMediaQueries });
