import type { Element, ElementContent, Nodes, Root } from "hast";
import type { Nodes as MarkdownNodes } from "mdast";

const flowTypes: ReadonlySet<string> = new Set<MarkdownNodes["type"]>([
  "blockquote",
  "code",
  "definition",
  "footnoteDefinition",
  "heading",
  "html",
  "list",
  "paragraph",
  "table",
  "thematicBreak",
]);

/** Elements that begin a new line. */
const blockNames = new Set(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu multicol nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul xmp".split(
    " ",
  ),
);

export type Children = ElementContent[];

export const isElement = (node: Nodes | undefined): node is Element => node?.type === "element";

export const element = (
  tagName: string,
  children: Children,
  properties: Element["properties"] = {},
): Element => ({ type: "element", tagName, properties, children });

export const text = (value: string): ElementContent => ({ type: "text", value });

/** Returns an attribute as text; "" without it. */
export function attribute({ properties }: Element, name: string): string {
  const value = properties[name];
  return Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value.trim() : "";
}

/** Returns a number in an attribute that a list of Markdown can begin with; null for others. */
export function numberIn({ properties }: Element, name: string): number | null {
  const value = properties[name];
  const number = typeof value === "string" ? Number(value.trim() || Number.NaN) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 && number < 1e9
    ? number
    : null;
}

export const hasClass = ({ properties }: Element, name: string): boolean =>
  Array.isArray(properties["className"]) && properties["className"].includes(name);

/** Elements whose titles are written behind their words. */
export const withTitle: ReadonlySet<string> = new Set(["a", "abbr", "acronym", "dfn"]);

/** Returns the words in a node of Markdown, with descriptions and titles. */
function wordsOf(node: MarkdownNodes): string {
  if ("value" in node) return node.value;
  const own = "alt" in node ? (node.alt ?? "") : "";
  const title = "title" in node && node.title ? ` ${node.title} ` : "";
  const inner = "children" in node ? node.children.map((child) => wordsOf(child)).join("") : "";
  return own + inner + title;
}

/** Nodes of Markdown that stand in HTML, as elements of the same kind: a `span` or a `div`. */
export class HtmlText {
  readonly #nodes: MarkdownNodes[] = [];
  /** Random, so that no text of the import can refer to the nodes. */
  readonly #key = Math.random().toString(36);

  stand(node: MarkdownNodes): string {
    const name = flowTypes.has(node.type) ? "div" : "span";
    const { dataAt } = this.elementFor(node).properties;
    // with a letter, since blanks around an empty element are one
    return `<${name} data-at="${String(dataAt)}">x</${name}>`;
  }

  elementFor(node: MarkdownNodes): Element {
    this.#nodes.push(node);
    const dataAt = `${this.#key} ${this.#nodes.length - 1}`;
    return element(flowTypes.has(node.type) ? "div" : "span", [text("x")], { dataAt });
  }

  markdownOf(node: Nodes): MarkdownNodes | undefined {
    if (!isElement(node)) return undefined;
    const [key, at] = String(node.properties["dataAt"] ?? "").split(" ");
    return key === this.#key ? this.#nodes[Number(at)] : undefined;
  }

  /** Returns whether a node begins a new line. */
  isBlock(node: Nodes): boolean {
    const markdown = this.markdownOf(node);
    return markdown
      ? flowTypes.has(markdown.type)
      : isElement(node) &&
          (blockNames.has(node.tagName) || node.children.some((it) => this.isBlock(it)));
  }

  wordsIn(node: Nodes): string {
    return this.#collect(node).replaceAll(/\s+/g, " ").trim();
  }

  #collect(node: Nodes): string {
    if (node.type === "text") return node.value;
    const markdown = this.markdownOf(node);
    if (markdown) return wordsOf(markdown);
    if (isElement(node) && node.tagName === "br") return " ";
    if (!("children" in node)) return "";
    const words = node.children.map((child) => this.#collect(child)).join("");
    const title = isElement(node) && withTitle.has(node.tagName) ? attribute(node, "title") : "";
    return this.isBlock(node) || title ? ` ${words} ${title} ` : words;
  }
}

/** Replaces each node below a parent, from the innermost outwards, by what a rule makes of it. */
export function rewrite(
  parent: Root | Element,
  rule: (node: ElementContent, parent: Root | Element, at: number) => Children,
): void {
  // a root may contain a doctype, which has no text; the content of a template is not among its children
  const inner = isElement(parent) && parent.content ? parent.content : parent;
  if (isElement(parent)) delete parent.content;
  const children = inner.children.flatMap((child) => (child.type === "doctype" ? [] : [child]));
  for (const child of children) if (isElement(child)) rewrite(child, rule);
  parent.children = children.flatMap((child, at) => rule(child, parent, at));
}
