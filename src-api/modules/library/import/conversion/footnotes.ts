import type { Element, ElementContent, Root } from "hast";
import {
  attribute,
  element,
  hasClass,
  isElement,
  rewrite,
  type Children,
  type HtmlText,
} from "#shared/html/hast.ts";

/** Elements that stand for footnotes and their marks until they are Markdown; `data-label` names the footnote. */
export const footnoteElements = ["md-footnote", "md-footnote-reference"] as const;

/** Returns the number of a footnote from the address of its text or its mark: "#fn1", "fnref1". */
const labelOf = (id: string) => /^#?(?:fn|fnref|user-content-fn-)[:-]?(\w+)$/.exec(id)?.[1];

function findAll(node: Root | Element, tagName: string): Element[] {
  return node.children.flatMap((child) => {
    if (!isElement(child)) return [];
    return child.tagName === tagName ? [child] : findAll(child, tagName);
  });
}

/** Returns the label of the footnote that a link leads to from its mark; undefined for other links. */
function markedBy(node: Element): string | undefined {
  const name = attribute(node, "className");
  return /footnote-ref|^$/.test(name) ? labelOf(attribute(node, "href")) : undefined;
}

/** Returns the footnotes of a section by their labels; none if it says more than these, or one has no mark. */
function notesIn(section: Element, html: HtmlText, marked: ReadonlySet<string>): Element[] {
  const items = findAll(section, "li");
  const notes = items.map((item, at) => {
    const dataLabel = labelOf(attribute(item, "id")) ?? String(at + 1);
    return element("md-footnote", item.children, { dataLabel });
  });
  const isWhole = html.wordsIn(section) === html.wordsIn(element("div", items));
  const isMarked = notes.every(({ properties }) => marked.has(String(properties["dataLabel"])));
  return isWhole && isMarked ? notes : [];
}

/** Finds footnotes as Markdown's own programs write them: a section with a list, to whose items links lead. */
export const readFootnotes =
  (html: HtmlText) =>
  (tree: Root): void => {
    const marked = new Set(findAll(tree, "a").flatMap((node) => markedBy(node) ?? []));
    const labels = new Set<string>();
    rewrite(tree, (node): Children => {
      const notes =
        isElement(node) && hasClass(node, "footnotes") ? notesIn(node, html, marked) : [];
      for (const { properties } of notes) labels.add(String(properties["dataLabel"]));
      return notes.length > 0 ? notes : [node];
    });
    if (labels.size === 0) return;
    rewrite(tree, (node): Children => {
      if (!isElement(node)) return [node];
      const isMark = (one: ElementContent) => isElement(one) && one.tagName === footnoteElements[1];
      if (node.tagName === "sup" && node.children.every(isMark)) return node.children;
      if (node.tagName !== "a") return [node];
      if (/backref/.test(attribute(node, "className"))) return [];
      const dataLabel = markedBy(node);
      return dataLabel !== undefined && labels.has(dataLabel)
        ? [element("md-footnote-reference", [], { dataLabel })]
        : [node];
    });
  };
