import type { Nodes, Parents, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkStringify, { type Options } from "remark-stringify";
import { unified } from "unified";

/** How changed parts of a text are written: as the texts of the content folder are. */
export const markdownStyle: Options = { bullet: "-", emphasis: "*", rule: "-" };

const writer = unified().use(remarkGfm).use(remarkStringify, markdownStyle).freeze();

/** Nodes that the editor shows as they are written, in a line of their own and within a paragraph. */
type Kept = { type: "keptBlock" | "keptInline" | "wall"; value: string };

/** The line below which a text is for members only. */
const wall = "<!-- members-only -->";
const isWall = (node: Nodes, parent: Parents) =>
  node.type === "html" &&
  parent.type === "root" &&
  /^[ \t]*<!--[ \t]*members-only[ \t]*-->[ \t]*$/i.test(node.value);

const reader = unified().use(remarkParse).use(remarkGfm).freeze();

/** How many blocks stood above the wall of a text, and how many do now; null without a wall. */
export type PaywallMove = { from: number | null; to: number | null };

/** Returns the text of the other language with its wall below as many blocks; as it is if its wall stood elsewhere. */
export function withPaywallAt(body: string, { from, to }: PaywallMove): string {
  const tree = reader.parse(body);
  const { children } = tree;
  const at = children.findIndex((node) => isWall(node, tree));
  if ((at < 0 ? null : at) !== from) return body;
  const own = children[at]?.position;
  const blocks = children.filter((node) => !isWall(node, tree));
  const bare = own ? body.slice(0, own.start.offset).trimEnd() + body.slice(own.end.offset) : body;
  if (to === null || blocks.length === 0) return bare;
  const end = reader.parse(bare).children[Math.min(to, blocks.length) - 1]?.position?.end.offset;
  if (end === undefined) return `${wall}\n\n${bare.trimStart()}`;
  return `${bare.slice(0, end)}\n\n${wall}${bare.slice(end)}`;
}

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
    if (isWall(child, parent) && child.type === "html") return { type: "wall", value: child.value };
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
