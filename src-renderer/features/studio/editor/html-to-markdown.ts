import type { Element, ElementContent, Root, RootContent } from "hast";
import { toString } from "hast-util-to-string";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import type { Nodes, Parents } from "mdast";
import { watchAddress } from "#shared/embeds.ts";
import { fitMarks } from "#shared/html-meaning.ts";
import { attribute, element, HtmlText, isElement, text } from "#shared/html/hast.ts";
import { rewriteUnsupportedElements } from "#shared/html/unsupported-elements.ts";
import { styleOf } from "#shared/html/marks.ts";
import { isSafeAddress } from "./safe-address.ts";
import { markdownStyle } from "./markdown-tree.ts";

/** What of a pasted text could not come along. */
export type PasteLosses = {
  /** Addresses of pictures, which are fetched in another way, if at all. */
  pictures: string[];
  /** Tables in tables, of which the words are there. */
  tables: number;
  /** Videos and the like without an address, formulas. */
  embedded: number;
};

/** Word: an item of a list is a paragraph whose style names its level, with its sign as text. */
function itemOf(node: RootContent | ElementContent | undefined) {
  if (!node || !isElement(node) || !/\bMsoList/i.test(attribute(node, "className"))) return null;
  const level = Number(/\blevel(\d)/.exec(styleOf(node).get("mso-list") ?? "")?.[1] ?? 1);
  let sign = "";
  visit(node, "element", (child, index, parent) => {
    if (!parent || index === undefined || styleOf(child).get("mso-list") !== "ignore")
      return undefined;
    sign = toString(child).trim();
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
  const isTask = /^[☐☑☒]/.test(sign);
  return {
    level,
    start: /^\w+[.)]/.test(sign) ? Number.parseInt(sign, 10) || 1 : null,
    item: element("li", node.children, isTask ? { dataChecked: String(sign[0] !== "☐") } : {}),
  };
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
    const name = read.start === null ? "ul" : "ol";
    const isOther = open[read.level - 1]?.tagName !== name;
    open.length = Math.min(open.length, isOther ? read.level - 1 : read.level);
    while (open.length < read.level) {
      const isOwn = open.length === read.level - 1;
      const list = element(name, [], isOwn && read.start !== null ? { start: read.start } : {});
      const within = open.at(-1)?.children.at(-1);
      if (within && isElement(within)) within.children.push(list);
      else children.push(list);
      open.push(list);
    }
    open.at(-1)?.children.push(read.item);
  }
  parent.children = children;
}

const isCheckbox = (node: Element) =>
  node.tagName === "input"
    ? attribute(node, "type") === "checkbox"
    : [attribute(node, "role"), attribute(node, "ariaRoleDescription")].includes("checkbox") ||
      /\bcheckbox-o/.test(attribute(node, "className"));

/** Whether the box of a task is ticked: an attribute or a class says so, depending on the program. */
const isTicked = (node: Element) =>
  ["checked", "ariaChecked", "dataChecked", "dataList"].some((name) => {
    const value = node.properties[name];
    return value === true || value === "" || value === "true" || value === "checked";
  }) ||
  /(?:^|\s|--)(?:checked|checkbox-on)\b/.test(attribute(node, "className")) ||
  attribute(node, "alt") === "checked" ||
  styleOf(node).get("--en-checked") === "true";

/** Whether the items of a list are tasks, of which the open ones have no sign. */
const isTaskList = (node: Root | Element) =>
  node.type === "element" &&
  (/\b(?:to-?do|task-?list|tasklist|checklist)\b|listtype-task/i.test(
    `${attribute(node, "className")} ${attribute(node, "dataType")}`,
  ) ||
    styleOf(node).get("--en-todo") === "true" ||
    "dataChecked" in node.properties);

const isTaskItem = (node: Element) =>
  isCheckbox(node) ||
  "dataChecked" in node.properties ||
  /^(?:un)?checked$/.test(attribute(node, "dataList"));

/** Gives each task one box at its beginning, as Markdown's lists have. A box elsewhere becomes its sign. */
function readTasks(parent: Root | Element, item?: Element): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (!isElement(child)) return [child as ElementContent];
    if (child.tagName !== "li") {
      if (!isCheckbox(child)) {
        readTasks(child, /^[ou]l$/.test(child.tagName) ? undefined : item);
        return [child];
      }
      if (!item || "dataTask" in item.properties)
        return [text(isTicked(child) ? "☑ " : "☐ "), ...child.children];
      item.properties["dataTask"] = isTicked(child);
      return child.children;
    }
    // Quill: each list is an ordered one, whose items say what they are.
    const isUnordered = /^(?:bullet|checked|unchecked)$/.test(attribute(child, "dataList"));
    if (isUnordered && isElement(parent)) parent.tagName = "ul";
    const isTask = isTaskItem(child) || isTaskList(parent);
    const isDone = isTicked(child) || (isElement(parent) && isTicked(parent));
    readTasks(child, child);
    const found = child.properties["dataTask"];
    if (!isTask && found === undefined) return [child];
    const checked = isDone || found === true;
    child.children.unshift(element("input", [], { type: "checkbox", checked }));
    return [child];
  });
}

/** Returns where a video, a sound or a page within the page can be seen; null without an address. */
function addressOf(node: Element): string | null {
  const sources = [node, ...node.children.filter(isElement)].flatMap((one) =>
    ["src", "dataSrc", "data"].map((name) => attribute(one, name)),
  );
  const address = sources.find((source) => /^(?:https?:)?\/\//i.test(source));
  if (!address) return null;
  // The addresses of players show nothing by themselves.
  return watchAddress(address) ?? address.replace(/^\/\//, "https://");
}

const embedded = new Set(["iframe", "video", "audio", "embed", "object"]);
const rubbish =
  /^(?:script|style|template|noscript|svg|form|input|button|select|textarea|meta|link|title|head|xml|canvas|math)$/;

function isHidden(node: Element): boolean {
  const styles = styleOf(node);
  return (
    styles.get("display") === "none" ||
    styles.get("mso-hide") === "all" ||
    "hidden" in node.properties
  );
}

/** Removes what a browser would not show; of the boxes only those of tasks are there still. What it would show and Markdown cannot leaves its address, or is counted. */
function removeRubbish(tree: Root, missed: PasteLosses): void {
  visit(tree, (node, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const isRubbish =
      node.type === "comment" ||
      (node.type === "element" &&
        !isCheckbox(node) &&
        (rubbish.test(node.tagName) || isHidden(node)));
    const isEmbedded = !isRubbish && node.type === "element" && embedded.has(node.tagName);
    if (!isRubbish && !isEmbedded) return undefined;
    const address = isEmbedded ? addressOf(node) : null;
    if ((isEmbedded && !address) || (node.type === "element" && node.tagName === "math"))
      missed.embedded += 1;
    const name = isEmbedded ? attribute(node, "title") || address : "";
    const link = address
      ? [element("p", [element("a", [text(name ?? "")], { href: address })])]
      : [];
    parent.children.splice(index, 1, ...link);
    return [SKIP, index + link.length];
  });
}

/** Returns the cells of a table by rows, without those of tables in it. */
function rowsOf(table: Element): Element[][] {
  const rows: Element[][] = [];
  visit(table, "element", (node) => {
    if (node !== table && node.tagName === "table") return SKIP;
    if (node.tagName === "tr") rows.push([]);
    if (node.tagName === "td" || node.tagName === "th") rows.at(-1)?.push(node);
    return undefined;
  });
  return rows;
}

/**
 * The first row is the head, which a table of Markdown needs. A table of one cell is a frame around its content. A table in
 * another leaves its words.
 */
function readTables(parent: Root | Element, missed: PasteLosses, isInTable = false): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (!isElement(child)) return [child as ElementContent];
    if (child.tagName !== "table") {
      readTables(child, missed, isInTable);
      return [child];
    }
    const [first = [], ...rest] = rowsOf(child);
    const [only] = first;
    if (only && first.length === 1 && rest.every((row) => row.length === 0)) {
      const frame = element("div", only.children);
      readTables(frame, missed, isInTable);
      return [frame];
    }
    if (isInTable) missed.tables += 1;
    for (const cell of first) cell.tagName = "th";
    readTables(child, missed, true);
    return [child];
  });
}

const isMark = ({ type }: Nodes) => /^(?:strong|emphasis|delete|link)$/.test(type);

/** Returns a mark without the blanks at its edges, which stand beside it then; nothing in place of an empty one. */
function tidyMark(mark: Nodes & Parents): Nodes[] {
  const [first, last] = [mark.children[0], mark.children.at(-1)];
  const before = first?.type === "text" ? (/^\s+/.exec(first.value)?.[0] ?? "") : "";
  if (first?.type === "text") first.value = first.value.slice(before.length);
  const after = last?.type === "text" ? (/\s+$/.exec(last.value)?.[0] ?? "") : "";
  if (last?.type === "text") last.value = last.value.slice(0, last.value.length - after.length);
  const blanks = (value: string): Nodes[] => (value === "" ? [] : [{ type: "text", value }]);
  const isEmpty = mark.children.every((child) => child.type === "text" && child.value === "");
  return [...blanks(before), ...(isEmpty ? [] : [mark]), ...blanks(after)];
}

/**
 * Headings get the levels that are offered, and no bold type; unsafe links, and those to places in another document, become their
 * words; pictures are collected.
 */
function tidy(parent: Parents, missed: PasteLosses): void {
  const children = parent.children.flatMap((child): Nodes[] => {
    if (child.type === "image") {
      missed.pictures.push(child.url);
      return [];
    }
    if (child.type === "heading")
      child.depth = child.depth < 2 ? 2 : child.depth > 4 ? 4 : child.depth;
    if (!("children" in child)) return [child];
    tidy(child, missed);
    const isDead =
      child.type === "link" && (child.url.startsWith("#") || !isSafeAddress(child.url));
    const isTwice = child.type === "strong" && /^(?:heading|strong)$/.test(parent.type);
    if (isDead || isTwice) return child.children;
    if (isMark(child)) return tidyMark(child);
    return child.type === "paragraph" && child.children.length === 0 ? [] : [child];
  });
  // Of the kinds that were there, and texts among them.
  parent.children = children as typeof parent.children;
}

const reader = unified().use(rehypeParse, { fragment: true }).use(rehypeRemark).freeze();
const writer = unified().use(remarkGfm).use(remarkStringify, markdownStyle).freeze();

/**
 * Returns the Markdown of HTML from the clipboard, and what is not in it. Nothing of the HTML reaches the page: its parser makes
 * a tree of its own. Imports read what an element means in the same way.
 */
export function htmlToMarkdown(html: string): { markdown: string; missed: PasteLosses } {
  const missed: PasteLosses = { pictures: [], tables: 0, embedded: 0 };
  const elements = reader.parse(html);
  readWordLists(elements);
  readTasks(elements);
  removeRubbish(elements, missed);
  readTables(elements, missed);
  rewriteUnsupportedElements(new HtmlText())(elements);
  const tree = reader.runSync(elements);
  tidy(tree, missed);
  fitMarks(tree, (children) => writer.stringify({ type: "root", children }));
  return { markdown: writer.stringify(tree).trim(), missed };
}
