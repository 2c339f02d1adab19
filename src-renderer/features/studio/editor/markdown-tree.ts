import type { Nodes, Parents, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkStringify, { type Options } from "remark-stringify";
import { unified } from "unified";

/** How changed parts of a text are written: as the texts of the content folder are. */
export const markdownStyle: Options = { bullet: "-", emphasis: "*", rule: "-" };

const writer = unified().use(remarkGfm).use(remarkStringify, markdownStyle).freeze();

/** Nodes that the editor shows as they are written, in a line of their own and within a paragraph. */
export type Kept = { type: "keptBlock" | "keptInline"; value: string };

const editable = new Set([
  "blockquote",
  "break",
  "code",
  "delete",
  "emphasis",
  "footnoteDefinition",
  "footnoteReference",
  "heading",
  "image",
  "inlineCode",
  "link",
  "linkReference",
  "list",
  "listItem",
  "paragraph",
  "root",
  "strong",
  "table",
  "tableCell",
  "tableRow",
  "text",
  "thematicBreak",
]);

const flow = new Set(["root", "blockquote", "listItem", "footnoteDefinition"]);
const marks = new Set(["delete", "emphasis", "link", "linkReference", "strong"]);

/** Whether a node can be edited. A mark of no words has no place in an editor. */
const isEditable = (node: Nodes) =>
  editable.has(node.type) &&
  !(marks.has(node.type) && "children" in node && node.children.length === 0);

const keep = (node: Nodes, parent: Parents): Kept => ({
  type: flow.has(parent.type) ? "keptBlock" : "keptInline",
  value:
    node.type === "html"
      ? node.value
      : writer.stringify({ type: "root", children: [node as RootContent] }).trim(),
});

function prepare(parent: Parents, depth: number): void {
  // The children keep their kinds, apart from those that only the editor knows.
  parent.children = parent.children.map((child) => {
    if (!isEditable(child)) return keep(child, parent);
    if (marks.has(child.type)) Object.assign(child, { depth });
    if ("children" in child) prepare(child, marks.has(child.type) ? depth + 1 : depth);
    return child;
  }) as typeof parent.children;
}

/**
 * Plugin of remark: prepares a tree for the editor. What cannot be edited there (HTML, definitions of links) becomes a
 * `Kept`, and each mark gets its `depth` among the marks around it, which an editor's flat text would lose.
 */
export const prepareForEditor =
  () =>
  (tree: Root): void =>
    prepare(tree, 0);
