import type { TextPart } from "#shared/api/content-search.ts";
import type { Language } from "#shared/languages.ts";
import { imagePattern } from "#api/infra/markdown/image-pattern.ts";
import type { Mark } from "./search-store.ts";

/** Characters of an excerpt before its first match, and in all. */
const excerpt = { before: 60, length: 220 };

/** Characters that nobody sees, such as soft hyphens; `content_search_text` leaves out the same. */
const invisible =
  // oxlint-disable-next-line no-misleading-character-class -- joiners and variation selectors are meant one by one
  /[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]/gu;

const letters = `[\\p{L}\\p{Nd}\\p{M}${invisible.source.slice(1, -1)}]+`;
const wordPattern = new RegExp(letters, "gu");
/** Words with those in parts, such as "start-line" and "AT&T", as one. */
const joinedPattern = new RegExp(`${letters}(?:[-'’ʼ‘´\`‐‑&]${letters})*`, "gu");

/** Returns a word as the database compares it: in lower case and without accents. */
const fold = (word: string) =>
  word
    .replace(invisible, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[-'’ʼ‘´`‐‑&]/g, "")
    .replaceAll("ł", "l");

/** Returns the function that says whether a word of a text in a language is to be marked. */
export function createMatcher(marks: readonly Mark[], language: Language) {
  const own = marks.filter((mark) => mark.language === language);
  const words = new Set(own.filter(({ isPrefix }) => !isPrefix).map(({ text }) => text));
  const prefixes = own.filter(({ isPrefix }) => isPrefix).map(({ text }) => text);
  return (word: string): boolean => {
    const folded = fold(word);
    return words.has(folded) || prefixes.some((prefix) => folded.startsWith(prefix));
  };
}
export type Matcher = ReturnType<typeof createMatcher>;

/** Returns the words of a text that match: one in parts as a whole, or else the parts that do. */
function matchesIn(text: string, isMatch: Matcher): { 0: string; index: number }[] {
  return [...text.matchAll(joinedPattern)].flatMap(({ 0: joined, index }) =>
    isMatch(joined)
      ? [{ 0: joined, index }]
      : [...joined.matchAll(wordPattern)]
          .filter(([part]) => isMatch(part))
          .map((part) => ({ 0: part[0], index: index + part.index })),
  );
}

/** Divides a text into what matches and what does not. Joined, the parts are the text. */
export function divide(text: string, isMatch: Matcher): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of matchesIn(text, isMatch)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: word, isMatch: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

const images = new RegExp(imagePattern, "g");

/** What a block of a drawn set-up has besides its captions and labels; the database leaves out the same (`search.sql`). */
const notation =
  /^[ \t]*(?:(?:`{3,}|~{3,})[^\n]*|field +[\d.]+ *x *[\d.]+|caption |(?:\d+ +)?[a-z-]+(?: +[\d.]+,[\d.]+)+(?: +-?\d+)?)/gm;

/** Returns Markdown as plain text in one line: without marks of headings, lists, tables and emphasis, and targets of links. */
const plainText = (markdown: string) =>
  markdown
    .replaceAll(notation, " ")
    .replaceAll(images, "$<alt> $<quoted>$<single>$<bracketed>")
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/<[^<>]*>/g, " ")
    .replace(/^[ \t]*(#+|>|[-*+]|\d+\.)[ \t]/gm, "")
    .replace(/[*`]+/g, "")
    .replace(/\|/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Fields of details that no reader sees in the entry: codes, and what it contributes to countdowns, which is not searched. */
const unseen = new Set(["unit", "showDay"]);

/** Returns the texts of details, such as ingredients or the sessions of weeks, in one line. */
export function detailsText(details: unknown): string {
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") found.push(value.replaceAll(notation, ""));
    if (typeof value !== "object" || value === null) return;
    for (const [field, inner] of Object.entries(value)) if (!unseen.has(field)) collect(inner);
  };
  collect(details);
  return found.join(" · ");
}

/** Returns the surroundings of the first match in the beginning of a body, in parts; none if nothing matches. */
export function excerptOf(markdown: string, isMatch: Matcher): TextPart[] {
  const text = plainText(markdown);
  const [first] = matchesIn(text, isMatch);
  if (!first) return [];
  const begin = text.lastIndexOf(" ", Math.max(0, first.index - excerpt.before)) + 1;
  const limit = Math.max(begin + excerpt.length, first.index + first[0].length);
  const space = text.indexOf(" ", limit);
  const end = space < 0 || space > limit + 40 ? limit : space;
  const cut = `${begin > 0 ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
  return divide(cut, isMatch);
}
