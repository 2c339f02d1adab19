import type { Link, Nodes, PhrasingContent, RootContent } from "mdast";

/*
 * What HTML of other programs says that Markdown has no marks for: powers, indices, and marks by a style. The import and the
 * studio's clipboard read it alike; `tests/fixtures/html-cases.ts` has what both are tested with.
 */

/** Text around the contents of an element, and what becomes of the text in it. */
export type Script = { open: string; close: string; map: (value: string) => string };

const signs = "0123456789+-−–=()";
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾";
const lowered = "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎";

/** Ends of ordinal numbers, whose letters Unicode has as raised ones. */
const ordinal = /^(?:st|nd|rd|th|er|re|me)$/;
const raisedLetters: Record<string, string> = {
  d: "ᵈ",
  e: "ᵉ",
  h: "ʰ",
  m: "ᵐ",
  n: "ⁿ",
  r: "ʳ",
  s: "ˢ",
  t: "ᵗ",
};
const trademarks: Record<string, string> = { tm: "™", sm: "℠" };

const mapEach = (change: (sign: string) => string | undefined) => (value: string) =>
  Array.from(value, (sign) => change(sign) ?? sign).join("");
const asWritten = (value: string) => value;

/**
 * Returns how `sup` and `sub` are written as text: "10²", "x^n", "1ˢᵗ", "H₂O".
 *
 * @param words what the element says
 * @param next the text behind it, from which letters without a sign of their own are separated: "x^(n)y"
 */
export function scriptOf(tag: "sup" | "sub", words: string, next = ""): Script {
  const inner = words.trim();
  if (/^[\d+\-−–=()\s]*$/.test(inner)) {
    const changed = tag === "sup" ? raised : lowered;
    return { open: "", close: "", map: mapEach((sign) => changed[signs.indexOf(sign)]) };
  }
  if (tag === "sup" && ordinal.test(inner)) {
    return { open: "", close: "", map: mapEach((sign) => raisedLetters[sign]) };
  }
  const trademark = trademarks[inner.toLowerCase()];
  if (tag === "sup" && trademark !== undefined) {
    return { open: trademark, close: "", map: () => "" };
  }
  // marks of notes, and signs such as ®
  if (!/[\p{L}\p{Nd}]/u.test(inner) || /^\[.*\]$/.test(inner)) {
    return { open: "", close: "", map: asWritten };
  }
  const isOneWord = /^[\p{L}\p{Nd}]+$/u.test(inner) && !/^[\p{L}\p{Nd}]/u.test(next);
  const mark = tag === "sup" ? "^" : "_";
  return isOneWord
    ? { open: mark, close: "", map: asWritten }
    : { open: `${mark}(`, close: ")", map: asWritten };
}

type Mark = Extract<PhrasingContent, { type: "strong" | "emphasis" | "delete" }>;
const isMark = (node: Nodes | undefined): node is Mark =>
  node?.type === "strong" || node?.type === "emphasis" || node?.type === "delete";

/** A letter as CommonMark has it for the marks beside it: neither blank nor sign. */
const isLetter = (sign: string | undefined) => sign !== undefined && /[^\s\p{P}\p{S}]/u.test(sign);

/** Returns whether a node begins (`at` 0) or ends (`at` -1) with a letter, within its marks. */
function hasLetterAt(node: Nodes | undefined, at: 0 | -1): boolean {
  if (node?.type === "text") return isLetter(Array.from(node.value).at(at));
  return isMark(node) && hasLetterAt(node.children.at(at), at);
}

/** Takes signs, code and images from an end of a mark (`at` 0: its beginning) until a letter stands there. Returns them in their order. */
function takeSigns(mark: Mark, at: 0 | -1): PhrasingContent[] {
  const taken: PhrasingContent[] = [];
  const keep = (node: PhrasingContent) => (at === 0 ? taken.push(node) : taken.unshift(node));
  for (
    let edge = mark.children.at(at);
    edge && !hasLetterAt(edge, at);
    edge = mark.children.at(at)
  ) {
    if (edge.type === "text") {
      const [ends = ""] =
        (at === 0 ? /^[\s\p{P}\p{S}]+/u : /[\s\p{P}\p{S}]+$/u).exec(edge.value) ?? [];
      keep({ type: "text", value: ends });
      edge.value =
        at === 0 ? edge.value.slice(ends.length) : edge.value.slice(0, -ends.length || undefined);
      if (edge.value !== "") break;
    } else if (isMark(edge)) {
      for (const node of at === 0 ? takeSigns(edge, at) : takeSigns(edge, at).toReversed())
        keep(node);
      if (edge.children.length > 0) break;
    } else if (edge.type === "link") {
      const inner = { ...mark, children: edge.children };
      keep({ ...edge, children: [inner] as Link["children"] });
    } else keep(edge);
    mark.children.splice(at, 1);
  }
  return taken;
}

/**
 * Moves signs at the ends of bold, italic and struck words out of their marks where a letter is beside them, in place: Markdown
 * does not read "**Note:**the", but "**Note**:the".
 */
function moveSignsOut(parent: Nodes): void {
  if (!("children" in parent)) return;
  const children: Nodes[] = [];
  for (const [at, child] of parent.children.entries()) {
    moveSignsOut(child);
    if (!isMark(child)) {
      children.push(child);
      continue;
    }
    const before = hasLetterAt(children.at(-1), -1) ? takeSigns(child, 0) : [];
    const after = hasLetterAt(parent.children[at + 1], 0) ? takeSigns(child, -1) : [];
    children.push(...before, ...(child.children.length > 0 ? [child] : []), ...after);
  }
  // of the kinds that were there, and texts among them
  parent.children = children as typeof parent.children;
}

/** A letter or digit as a reference, which Markdown needs where marks begin or end within a word. */
const reference = /(?<!\\)&#x([0-9A-F]+);/g;
const isWordLetter = (code: string) =>
  /[\p{L}\p{Nd}]/u.test(String.fromCodePoint(Number.parseInt(code, 16)));

type Write = (children: RootContent[]) => string;

const breaksWords = (children: PhrasingContent[], write: Write) =>
  [...write([{ type: "paragraph", children }]).matchAll(reference)].some(([, code = ""]) =>
    isWordLetter(code),
  );

/** Marks of a line beyond which no single one is looked for that cuts a word. */
const maxSearched = 20;

/** Returns the marks of a line, bold ones last. */
function marksIn(nodes: PhrasingContent[]): Mark[] {
  const all = (inner: PhrasingContent[]): Mark[] =>
    inner.flatMap((node) => (isMark(node) ? [node, ...all(node.children)] : []));
  return all(nodes).toSorted((a, b) => Number(a.type === "strong") - Number(b.type === "strong"));
}

const withoutMark = (nodes: PhrasingContent[], mark: Mark): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] => {
    if (!isMark(node)) return [node];
    const children = withoutMark(node.children, mark);
    return node === mark ? children : [{ ...node, children }];
  });

/** Returns a line without marks; with `isOuterKept` only without marks in marks. */
const withoutMarks = (nodes: PhrasingContent[], isOuterKept: boolean): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] => {
    if (!isMark(node)) return [node];
    const children = withoutMarks(node.children, false);
    return isOuterKept ? [{ ...node, children }] : children;
  });

/** Takes away marks that would cut words, which nobody could search for then. */
function keepWordsWhole(node: Nodes, write: Write): void {
  if (!("children" in node)) return;
  if (node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell") {
    for (const child of node.children) keepWordsWhole(child, write);
    return;
  }
  if (!breaksWords(node.children, write)) return;
  for (const mark of marksIn(node.children).slice(0, maxSearched)) {
    const children = withoutMark(node.children, mark);
    if (breaksWords(children, write)) continue;
    node.children = children;
    return;
  }
  for (const isOuterKept of [true, false]) {
    if (!breaksWords(node.children, write)) return;
    node.children = withoutMarks(node.children, isOuterKept);
  }
}

/** Changes marks, in place, that Markdown cannot have where they begin or end. `write` writes a text as it will be stored. */
export function fitMarks(node: Nodes, write: Write): void {
  moveSignsOut(node);
  keepWordsWhole(node, write);
}
