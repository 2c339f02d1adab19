import type { Nodes, PhrasingContent, RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { moveSignsOut } from "#shared/html-meaning.ts";

const writerOf = (tablePipeAlign: boolean) =>
  unified()
    .use(remarkGfm, { tablePipeAlign })
    .use(remarkStringify, { bullet: "-", emphasis: "*" })
    .freeze();
const [aligned, plain] = [writerOf(true), writerOf(false)];

/** Most characters of a text whose tables have columns of equal width: each cell takes the space of the longest. */
const maxAligned = 10_000;

function write(children: RootContent[]): string {
  const root = { type: "root" as const, children };
  return (toString(root).length > maxAligned ? plain : aligned).stringify(root).trim();
}

/** A letter or digit as a reference, which Markdown needs where marks begin or end within a word. */
const reference = /(?<!\\)&#x([0-9A-F]+);/g;
const isWordLetter = (code: string) =>
  /[\p{L}\p{Nd}]/u.test(String.fromCodePoint(Number.parseInt(code, 16)));

const breaksWords = (children: PhrasingContent[]) =>
  [...write([{ type: "paragraph", children }]).matchAll(reference)].some(([, code = ""]) =>
    isWordLetter(code),
  );

type Mark = Extract<PhrasingContent, { type: "strong" | "emphasis" | "delete" }>;
const isMark = (node: PhrasingContent): node is Mark =>
  node.type === "strong" || node.type === "emphasis" || node.type === "delete";

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
function keepWordsWhole(node: Nodes): void {
  if (!("children" in node)) return;
  if (node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell") {
    for (const child of node.children) keepWordsWhole(child);
    return;
  }
  if (!breaksWords(node.children)) return;
  for (const mark of marksIn(node.children).slice(0, maxSearched)) {
    const children = withoutMark(node.children, mark);
    if (breaksWords(children)) continue;
    node.children = children;
    return;
  }
  for (const isOuterKept of [true, false]) {
    if (!breaksWords(node.children)) return;
    node.children = withoutMarks(node.children, isOuterKept);
  }
}

export function writeMarkdown(children: RootContent[]): string {
  for (const child of children) {
    moveSignsOut(child);
    keepWordsWhole(child);
  }
  return write(children);
}
