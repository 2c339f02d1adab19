import type { Element, Root } from "hast";
import { attribute, element, hasClass, isElement, rewrite, type Children } from "./hast.ts";

/** Elements that stand for footnotes and their marks until they are Markdown; `data-label` names the footnote. */
export const footnoteElements = ["md-footnote", "md-footnote-reference"] as const;

/** Returns the number of a footnote from the address of its text or its mark: "#fn1", "fnref1". */
const labelOf = (id: string) => /^#?(?:fn|fnref|user-content-fn-)[:-]?(\w+)$/.exec(id)?.[1];

function findAll(node: Root | Element, tagName: string): Element[] {
  return node.children
    .filter(isElement)
    .flatMap((child) => (child.tagName === tagName ? [child] : findAll(child, tagName)));
}

/** Finds footnotes as Markdown's own programs write them: a section with a list, to whose items links lead. */
export function readFootnotes(tree: Root): void {
  const labels = new Set<string>();
  rewrite(tree, (node): Children => {
    if (!isElement(node) || !hasClass(node, "footnotes")) return [node];
    return findAll(node, "li").map((item, at) => {
      const label = labelOf(attribute(item, "id")) ?? String(at + 1);
      labels.add(label);
      return element("md-footnote", item.children, { dataLabel: label });
    });
  });
  if (labels.size === 0) return;
  rewrite(tree, (node): Children => {
    if (!isElement(node)) return [node];
    if (
      node.tagName === "sup" &&
      node.children.every((it) => isElement(it) && it.tagName === footnoteElements[1])
    ) {
      return node.children;
    }
    if (node.tagName !== "a") return [node];
    if (/backref/.test(attribute(node, "className"))) return [];
    const label = labelOf(attribute(node, "href"));
    const isMark = /footnote-ref|^$/.test(attribute(node, "className"));
    return label !== undefined && isMark && labels.has(label)
      ? [element("md-footnote-reference", [], { dataLabel: label })]
      : [node];
  });
}
