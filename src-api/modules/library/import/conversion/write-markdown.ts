import type { Nodes, PhrasingContent, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";

const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, { bullet: "-", emphasis: "*" })
  .freeze();

const write = (children: RootContent[]) => writer.stringify({ type: "root", children }).trim();

/** A letter or digit as a reference, which Markdown needs where marks begin or end within a word. */
const reference = /(?<!\\)&#x([0-9A-F]+);/g;
const isWordLetter = (code: string) =>
  /[\p{L}\p{Nd}]/u.test(String.fromCodePoint(Number.parseInt(code, 16)));

const breaksWords = (children: PhrasingContent[]) =>
  [...write([{ type: "paragraph", children }]).matchAll(reference)].some(([, code = ""]) =>
    isWordLetter(code),
  );

/** Returns a line without marks; with `isOuterKept` only without marks in marks. */
const withoutMarks = (nodes: PhrasingContent[], isOuterKept: boolean): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] => {
    if (node.type !== "strong" && node.type !== "emphasis" && node.type !== "delete") return [node];
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
  for (const isOuterKept of [true, false]) {
    if (!breaksWords(node.children)) return;
    node.children = withoutMarks(node.children, isOuterKept);
  }
}

/** Returns nodes as Markdown. */
export function writeMarkdown(children: RootContent[]): string {
  for (const child of children) keepWordsWhole(child);
  return write(children);
}
