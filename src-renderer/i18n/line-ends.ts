import type { ResourceKey } from "i18next";
import type { Language } from "#shared/languages.ts";

/** Joins words of one letter with the next by a no-break space, as Polish typography demands; not units after a number. */
export const joinShortWords = (text: string): string =>
  text.replaceAll(/(?<=^|[\s(„–])(?<!\d\s(?=[mglsh] ))(\p{L}) (?=\S|$)/gu, "$1\u00A0");

const units = "c?m|mm|km|kg|g|mg|ml|l|kcal|min|s|h|°C|%";

/** Joins numbers of a text with their units and each other: "1.5 cm", "20 × 25 cm", "5–7". */
const joinNumbers = (text: string): string =>
  text
    .replaceAll(new RegExp(`(?<=\\d) (?=(?:${units})(?!\\p{L}))`, "gu"), "\u00A0")
    .replaceAll(/(?<=\d(?:\s?c?m)?) × (?=\d)/gu, "\u00A0×\u00A0")
    .replaceAll(/(?<=\d)–(?=\d)/gu, "–\u2060");

/** Returns a text of the library without the line breaks that a reader would stumble over. */
export const withGoodBreaks = (text: string): string => joinShortWords(joinNumbers(text));

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
