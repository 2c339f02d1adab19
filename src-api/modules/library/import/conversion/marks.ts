import type { Element, ElementContent } from "hast";
import { marksOfStyle, scriptOf } from "#shared/html-meaning.ts";
import { attribute, isElement, text, type Children } from "./hast.ts";

/* Marks of words: powers and indices, the ends of marked words, and marks that a style gives. */

export const isSpace = (node: ElementContent | undefined) =>
  node?.type === "text" && /^[ \t\r\n\f]*$/.test(node.value);
export const isBreak = (node: ElementContent | undefined) =>
  isElement(node) && node.tagName === "br";
const isEdge = (node: ElementContent | undefined) => isSpace(node) || isBreak(node);

/** Changes the texts below a node. */
function mapText(children: Children, change: (value: string) => string): Children {
  return children.map((child) => {
    if (child.type === "text") return { ...child, value: change(child.value) };
    return isElement(child) ? { ...child, children: mapText(child.children, change) } : child;
  });
}

/** Returns the contents of a power or an index: "²" and "^n" after "10", "₂" after "H". */
export function scriptContents(node: Element, words: string, next: string): Children {
  const { open, close, map } = scriptOf(node.tagName === "sup" ? "sup" : "sub", words, next);
  const around = (value: string) => (value === "" ? [] : [text(value)]);
  return [...around(open), ...mapText(node.children, map), ...around(close)];
}

/** Moves breaks and blanks at the ends of an element out of it, as Markdown has no marks around them. */
export function liftEdges(node: Element): Children {
  const children = node.children.map((child) => child);
  const [first, last] = [children[0], children.at(-1)];
  const before: Children = [];
  const after: Children = [];
  if (first?.type === "text" && /^\s*\S/.test(first.value) && /^[ \t\r\n]/.test(first.value)) {
    before.push(text(" "));
    children[0] = text(first.value.trimStart());
  }
  const end = children.at(-1) === last ? last : children.at(-1);
  if (end?.type === "text" && /\S/.test(end.value) && /[ \t\r\n]$/.test(end.value)) {
    after.push(text(" "));
    children[children.length - 1] = text(end.value.trimEnd());
  }
  while (isEdge(children[0])) before.push(...children.splice(0, 1));
  while (isEdge(children.at(-1))) after.unshift(...children.splice(-1, 1));
  const kept = children.length > 0 ? [{ ...node, children }] : [];
  return [...before, ...kept, ...after];
}

const takenAway: Record<string, "isBold" | "isItalic"> = {
  strong: "isBold",
  b: "isBold",
  em: "isItalic",
  i: "isItalic",
};

/** Returns the marks that the style of an element gives, and whether it takes away that of the element. */
export function styleOf(node: Element): { given: string[]; isPlain: boolean } {
  const marks = marksOfStyle(attribute(node, "style"));
  const given = [
    marks.isBold && "strong",
    marks.isItalic && "em",
    marks.isStruck && "del",
    marks.script,
  ].filter((name) => typeof name === "string");
  const own = takenAway[node.tagName];
  return { given, isPlain: own !== undefined && marks[own] === false };
}
