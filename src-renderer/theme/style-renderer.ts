import { createDOMRenderer } from "@fluentui/react-components";

/** The width in px of a `max-width` query, or none for any other query. */
const widthOf = (query: string): number | null => {
  const width = /\(max-width:\s*(\d+)px\)/.exec(query)?.[1];
  return width === undefined ? null : Number(width);
};

/** Orders media queries so that the narrower screen has the last word; Griffel would order by text. */
export function compareMediaQueries(a: string, b: string): number {
  const [widthA, widthB] = [widthOf(a), widthOf(b)];
  if (widthA !== null && widthB !== null) return widthB - widthA;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Griffel's renderer of this document. */
export const createStyleRenderer = () => createDOMRenderer(document, { compareMediaQueries });
