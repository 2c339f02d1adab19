import type { Element, ElementContent } from "hast";
import { scriptOf } from "#shared/html-meaning.ts";
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
  const marked = children.length > 0 ? [{ ...node, children }] : [];
  return [...before, ...marked, ...after];
}

/** A declaration of a style. What stands in quotes or brackets is one value. */
const declaration = /(?:^|;)\s*([-\w]+)\s*:\s*((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])*)/g;

/** Returns the declarations of an element's style in small letters, by property. Of a property the last one counts. */
export function styleOf(node: Element): Map<string, string> {
  const style = attribute(node, "style")
    .toLowerCase()
    .replaceAll(/\/\*[^]*?\*\//g, "");
  return new Map(
    Array.from(style.matchAll(declaration), ([, name = "", value = ""]) => [
      name,
      value.replace(/!\s*important/, "").trim(),
    ]),
  );
}

/** What elements for marks stand for. */
const markOf: Record<string, string> = {
  b: "strong",
  i: "em",
  s: "del",
  strike: "del",
};

/** Whether a style gives or takes each mark; what it does not mention stays as it is. */
function readMarks(styles: Map<string, string>): Record<string, boolean | undefined> {
  const font = styles.get("font") ?? "";
  const weight = styles.get("font-weight") ?? /\b(?:bold(?:er)?|[6-9]00)\b/.exec(font)?.[0] ?? "";
  const slant = styles.get("font-style") ?? /\b(?:italic|oblique)\b/.exec(font)?.[0] ?? "";
  const line = styles.get("text-decoration-line") ?? styles.get("text-decoration") ?? "";
  const height = Number.parseFloat(styles.get("mso-text-raise") ?? "0");
  const positions = new Set([styles.get("vertical-align"), styles.get("font-variant-position")]);
  return {
    strong: /^(?:bold|[6-9]\d\d$|1000$)/.test(weight)
      ? true
      : /^(?:normal|lighter|[1-4]\d\d)$/.test(weight)
        ? false
        : undefined,
    em: /^(?:italic|oblique)/.test(slant) ? true : slant === "normal" ? false : undefined,
    del: line.includes("line-through") ? true : line.startsWith("none") ? false : undefined,
    sup: positions.has("super") || height > 0 || undefined,
    sub: positions.has("sub") || height < 0 || undefined,
  };
}

/** Returns the marks that the style of an element gives to its words, and whether it takes away the element's own. */
export function marksOf(node: Element): { given: string[]; isPlain: boolean } {
  const own = markOf[node.tagName] ?? node.tagName;
  const marks = readMarks(styleOf(node));
  const given = Object.keys(marks).filter((name) => marks[name] && name !== own);
  return { given, isPlain: marks[own] === false };
}
