/**
 * Source of a regular expression for an image in Markdown, for texts that are too long or too many to be parsed. Its groups are
 * `alt`, and its title as `quoted`, `single` or `bracketed`, by the marks around it.
 */
export const imagePattern = String.raw`!\[(?<alt>[^[\]]*)\]\(\s{0,3}(?:<[^<>\n]*>|[^\s()<>]*)(?:\s{1,3}(?:"(?<quoted>(?:\\.|[^"\\])*)"|'(?<single>(?:\\.|[^'\\])*)'|\((?<bracketed>(?:\\.|[^()\\])*)\)))?\s{0,3}\)`;
