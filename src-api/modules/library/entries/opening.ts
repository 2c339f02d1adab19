import type { Nodes, Parent, Text } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { imagePattern } from "#api/infra/markdown/image-pattern.ts";

/** The line by which an author says what is open to anybody: what stands above it. Ghost writes the same. */
const paywallMarker = /^[ \t]*<!--[ \t]*members-only[ \t]*-->[ \t]*$/gim;

/** The mark as imports write it. */
export const paywallComment = "<!-- members-only -->";

/** Returns whether a piece of HTML is the mark of the wall and nothing else. */
export const isPaywallMarker = (html: string): boolean =>
  /^\s*<!--[ \t]*members-only[ \t]*-->\s*$/i.test(html);

/** Images, whose addresses are for members, with their captions, and references to notes at the end. */
const notOpen = new RegExp(String.raw`${imagePattern}|\[\^[^\]\s]+\]`, "g");

/** Characters in which the first words are looked for: a text may have two million. */
const searched = 6_000;

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: "-", emphasis: "*" })
  .freeze();

/** Returns a text without the mark of the wall. */
export const withoutPaywallMarker = (body: string): string => body.replaceAll(paywallMarker, "");

/** How many words remain, whether the text ends within a sentence, and the piece without a whole one that was cut off. */
type Budget = { remaining: number; isInSentence: boolean; cut: Text | null };

/** What closes a sentence, with quotes and brackets that end there. */
const closing = String.raw`[.!?…][”’"')\]]*`;

/** The end of a sentence, before another one begins: a number after a full stop rather belongs to an abbreviation. */
const sentenceEnd = new RegExp(String.raw`${closing}(?=\s+["“„‘'(]?\p{Lu}|\s*$)`, "gu");

const endsSentence = new RegExp(String.raw`${closing}\s*$`);

/** Returns the whole sentences at the beginning of a text that is cut off at `end`; empty if there are none. */
function sentencesUntil(text: string, end: number): string {
  const ends = [...text.matchAll(sentenceEnd)].map((found) => found.index + found[0].length);
  return text.slice(0, ends.findLast((at) => at <= end) ?? 0);
}

/** Shortens a part of a text to as many words as remain. Returns whether anything of it remains. */
function shorten(node: Nodes, budget: Budget): boolean {
  if (budget.remaining === 0) return false;
  if ("children" in node) {
    const parent: Parent = node;
    const had = parent.children.length;
    parent.children = parent.children.filter((child) => shorten(child, budget));
    if (node.type !== "root" && parent.children.length < had) budget.isInSentence = true;
    return parent.children.length > 0 || had === 0;
  }
  // a drawn set-up is whole, or it is not there
  if (!("value" in node) || (node.type === "code" && node.lang === "course")) return true;
  const words = [...node.value.matchAll(/\S+/g)];
  const next = words[budget.remaining];
  if (!next) {
    budget.remaining -= words.length;
    return true;
  }
  budget.remaining = 0;
  if (node.type !== "text") return false;
  const whole = sentencesUntil(node.value, next.index);
  node.value = whole || `${node.value.slice(0, next.index).trimEnd()}…`;
  budget.isInSentence = whole === "";
  budget.cut = whole === "" ? node : null;
  return true;
}

/** Cuts a part of a text off after the last sentence that ends before the piece `cut`. Returns whether there is one. */
function cutToSentence(node: Nodes, cut: Text | null): boolean {
  if (node === cut) return false;
  if (node.type === "text") {
    const whole = sentencesUntil(node.value, node.value.length);
    if (whole !== "") node.value = whole;
    return whole !== "";
  }
  if (!("children" in node)) return false;
  const at = node.children.findLastIndex((child) => cutToSentence(child, cut));
  if (at !== -1) node.children.splice(at + 1);
  return at !== -1;
}

/** Returns the first words of a text in Markdown, if possible to the end of a sentence, without a heading at the end. */
function firstWords(body: string, count: number): string {
  const tree = markdown.parse(body.slice(0, searched));
  const budget: Budget = { remaining: count, isInSentence: false, cut: null };
  shorten(tree, budget);
  const last = tree.children.at(-1);
  const before = tree.children.slice(0, -1).findLast(({ type }) => type !== "heading");
  const isAfterSentence =
    before && endsSentence.test(markdown.stringify({ type: "root", children: [before] }));
  if (budget.isInSentence && last?.type === "paragraph") {
    if (!cutToSentence(last, budget.cut) && isAfterSentence) tree.children.pop();
  }
  while (tree.children.at(-1)?.type === "heading") tree.children.pop();
  return markdown.stringify(tree).trim();
}

/**
 * Returns the part of a text in Markdown that anybody may read: what its author left above the wall, else
 * its first words, at most half of them.
 *
 * @param text.words number of its words
 * @param maxWords number of words that are open without a mark
 */
export function freeExcerpt(
  { body, words }: { body: string; words: number },
  maxWords: number,
): string {
  const [above] = body.split(paywallMarker, 1);
  if (above !== undefined && above.length < body.length)
    return above.replaceAll(notOpen, "").trim();
  const count = Math.min(maxWords, Math.floor(words / 2));
  return count === 0 ? "" : firstWords(body.replaceAll(notOpen, ""), count);
}
