import type { ResourceKey } from "i18next";
import type { Language } from "#shared/languages.ts";

/** Joins words of one letter with the next by a no-break space, as Polish typography demands. */
export const joinShortWords = (text: string): string =>
  text.replaceAll(/(?<=^|[\s(„–])(\p{L}) (?=\S|$)/gu, "$1\u00A0");

/** A sentence has room for a line break, unlike a label, whose characters others look for. */
const shortestSentence = 40;

/** Joins both parts of "e-mail" in sentences. */
const joinHyphens = (text: string): string =>
  text.length < shortestSentence ? text : text.replaceAll(/\b(e-)(?=mail)/gi, "$1\u2060");

/** Returns texts of the interface without the line breaks that a reader would stumble over. */
export function withGoodLineEnds(language: Language, texts: ResourceKey): ResourceKey {
  const join = (text: string) =>
    language === "pl" ? joinShortWords(joinHyphens(text)) : joinHyphens(text);
  return JSON.parse(JSON.stringify(texts), (_, value: unknown) =>
    typeof value === "string" ? join(value) : value,
  ) as ResourceKey; // of the same shape
}
