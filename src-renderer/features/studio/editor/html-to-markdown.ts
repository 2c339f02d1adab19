import type { Element, ElementContent, Root, RootContent } from "hast";
import { toString } from "hast-util-to-string";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import type { Nodes, Parents, Root as MarkdownRoot } from "mdast";
import { isSafeAddress } from "./safe-address.ts";
import { markdownStyle } from "./markdown-tree.ts";

const isElement = (node: RootContent | ElementContent | undefined): node is Element =>
  node?.type === "element";

const styleOf = ({ properties }: Element) => [properties["style"]].flat().join(";").toLowerCase();
const classOf = ({ properties }: Element) => [properties["className"]].flat().join(" ");

const element = (tagName: string, children: ElementContent[]): Element => ({
  type: "element",
  tagName,
  properties: {},
  children,
});

/** Returns the elements that the style of a text stands for: documents have no `strong` and `em`. */
function elementsOfStyle(style: string): string[] {
  const names: string[] = [];
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) names.push("strong");
  if (/font-style:\s*italic/.test(style)) names.push("em");
  if (/text-decoration[^;]*line-through/.test(style)) names.push("del");
  return names;
}

/** Google Docs: bold and italic are styles, and everything stands in a `b` that is not bold. */
function readStyles(tree: Root): void {
  visit(tree, "element", (node, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const style = styleOf(node);
    if (node.tagName === "b" && /font-weight:\s*normal/.test(style)) {
      parent.children.splice(index, 1, ...node.children);
      return [SKIP, index];
    }
    if (node.tagName !== "span") return undefined;
    const inner = elementsOfStyle(style).reduce(
      (children, name) => [element(name, children)],
      node.children,
    );
    parent.children.splice(index, 1, ...inner);
    return inner === node.children ? [SKIP, index] : undefined;
  });
}

/** Word: an item of a list is a paragraph whose style names its level, with its sign as text. */
function itemOf(node: RootContent | ElementContent | undefined) {
  if (!isElement(node) || !/\bMsoList/i.test(classOf(node))) return null;
  const level = Number(/mso-list:[^;]*level(\d)/.exec(styleOf(node))?.[1] ?? 1);
  let sign = "";
  visit(node, "element", (child, index, parent) => {
    if (!parent || index === undefined || !/mso-list:\s*ignore/.test(styleOf(child)))
      return undefined;
    sign = toString(child).trim();
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
  return { level, isOrdered: /^\w+[.)]/.test(sign), item: element("li", node.children) };
}

function readWordLists(parent: Root | Element): void {
  const children: typeof parent.children = [];
  let open: Element[] = [];
  for (const node of parent.children) {
    const read = itemOf(node);
    if (!read) {
      if (node.type !== "text" || node.value.trim() !== "") open = [];
      if (isElement(node)) readWordLists(node);
      children.push(node as ElementContent);
      continue;
    }
    const name = read.isOrdered ? "ol" : "ul";
    const isOther = open[read.level - 1]?.tagName !== name;
    open.length = Math.min(open.length, isOther ? read.level - 1 : read.level);
    while (open.length < read.level) {
      const list = element(name, []);
      const within = open.at(-1)?.children.at(-1);
      if (isElement(within)) within.children.push(list);
      else children.push(list);
      open.push(list);
    }
    open.at(-1)?.children.push(read.item);
  }
  parent.children = children;
}

/** Google Docs: a nested list stands beside the item that it belongs to. */
function nestLists(tree: Root): void {
  const isList = (node: ElementContent) => isElement(node) && /^[ou]l$/.test(node.tagName);
  visit(tree, "element", (list) => {
    if (!isList(list)) return;
    const children: ElementContent[] = [];
    for (const child of list.children) {
      const last = children.findLast(isElement);
      if (isList(child) && last?.tagName === "li") last.children.push(child);
      else children.push(child);
    }
    list.children = children;
  });
}

/** Removes what a browser would not show. */
function removeRubbish(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const isRubbish =
      node.type === "comment" ||
      (node.type === "element" &&
        (/^(?:script|style|template|iframe|object|embed|svg|math|form|input|button|select|textarea|video|audio|meta|link|title|head|xml)$/.test(
          node.tagName,
        ) ||
          /display:\s*none/.test(styleOf(node))));
    if (!isRubbish) return undefined;
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
}

/** The first row is the head, which a table of Markdown needs. Paragraphs and lists of a cell become one line. */
function readTables(tree: Root): void {
  visit(tree, "element", (table) => {
    if (table.tagName !== "table") return;
    const cells: Element[] = [];
    let rows = 0;
    visit(table, "element", ({ tagName, children }) => {
      rows += tagName === "tr" ? 1 : 0;
      if (tagName === "tr" && rows === 1) cells.push(...children.filter(isElement));
    });
    for (const cell of cells) cell.tagName = "th";
    visit(table, "element", (node) => {
      if (!/^(?:p|div|ul|ol|li|h\d|blockquote|pre)$/.test(node.tagName)) return;
      node.tagName = "span";
      node.children.push(element("br", []));
    });
  });
}

const readDocuments = () => (tree: Root) => {
  readWordLists(tree);
  removeRubbish(tree);
  readStyles(tree);
  nestLists(tree);
  readTables(tree);
};

const isMark = ({ type }: Nodes) => /^(?:strong|emphasis|delete|link)$/.test(type);

/** Returns a mark without the blanks at its edges, which stand beside it then; nothing in place of an empty one. */
function tidyMark(mark: Nodes & Parents): Nodes[] {
  const [first, last] = [mark.children[0], mark.children.at(-1)];
  const before = first?.type === "text" ? (/^\s+/.exec(first.value)?.[0] ?? "") : "";
  if (first?.type === "text") first.value = first.value.slice(before.length);
  const after = last?.type === "text" ? (/\s+$/.exec(last.value)?.[0] ?? "") : "";
  if (last?.type === "text") last.value = last.value.slice(0, last.value.length - after.length);
  const text = (value: string): Nodes[] => (value === "" ? [] : [{ type: "text", value }]);
  const isEmpty = mark.children.every((child) => child.type === "text" && child.value === "");
  return [...text(before), ...(isEmpty ? [] : [mark]), ...text(after)];
}

/**
 * Headings get the levels that are offered, and no bold type; unsafe links, and those to places in another document, become their
 * words; pictures are collected.
 */
function tidy(parent: Parents, pictures: string[]): void {
  const children = parent.children.flatMap((child): Nodes[] => {
    if (child.type === "image") {
      pictures.push(child.url);
      return [];
    }
    if (child.type === "heading")
      child.depth = child.depth < 2 ? 2 : child.depth > 4 ? 4 : child.depth;
    if (!("children" in child)) return [child];
    tidy(child, pictures);
    const isDead =
      child.type === "link" && (child.url.startsWith("#") || !isSafeAddress(child.url));
    if (isDead || (child.type === "strong" && parent.type === "heading")) return child.children;
    if (isMark(child)) return tidyMark(child);
    return child.type === "paragraph" && child.children.length === 0 ? [] : [child];
  });
  // Of the kinds that were there, and texts among them.
  parent.children = children as typeof parent.children;
}

/**
 * Returns the Markdown of HTML from the clipboard, and the addresses of its pictures, which are not in it. Nothing of the
 * HTML reaches the page: its parser makes a tree of its own.
 */
export function htmlToMarkdown(html: string): { markdown: string; pictures: string[] } {
  const pictures: string[] = [];
  const markdown = unified()
    .use(rehypeParse, { fragment: true })
    .use(() => readDocuments())
    .use(rehypeRemark)
    .use(() => (tree: MarkdownRoot) => tidy(tree, pictures))
    .use(remarkGfm)
    .use(remarkStringify, markdownStyle)
    .processSync(html);
  return { markdown: String(markdown).trim(), pictures };
}
