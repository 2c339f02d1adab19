/** Returns the anchor of a heading in a Markdown text. */
export const headingId = (text: string): string =>
  `part-${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`;
