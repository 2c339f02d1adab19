import { lineAt } from "./content-error.ts";

/** Quotes and lists in each other, on one line. Browsers would take minutes for thousands of them. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s))){50}/m;

/** Returns the line of a text at which quotes or lists are nested 50 deep; null if none are. */
export function tooDeepAt(markdown: string): number | null {
  const found = tooDeep.exec(markdown);
  return found && lineAt(markdown, found.index);
}
