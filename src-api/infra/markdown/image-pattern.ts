/** An image in Markdown, with the groups `alt` and its title as `quoted`, `single` or `bracketed`. */
export const imagePattern = String.raw`!\[(?<alt>[^[\]]*)\]\(\s{0,3}(?:<[^<>\n]*>|[^\s()<>]*)(?:\s{1,3}(?:"(?<quoted>(?:\\.|[^"\\])*)"|'(?<single>(?:\\.|[^'\\])*)'|\((?<bracketed>(?:\\.|[^()\\])*)\)))?\s{0,3}\)`;
