import type { Nodes, RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import { HtmlText } from "#shared/html/hast.ts";

/** HTML of a text in Markdown in one piece: elements stand for the nodes of Markdown between the tags. */
export type JoinedHtml = {
  html: string;
  inHtml: HtmlText;
  /** Returns the line of the text where a place of the HTML is. */
  lineAt: (offset: number) => number;
};

/** A tag that cannot be used. */
type UnusableTag = { node: Nodes; what: string };

const tags = /<(\/?)([a-z][\w-]*)[^<>]*?(\/?)>/gi;
const voidElements = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
/** Elements whose contents are no elements. */
const rawElements =
  /^<(script|style|textarea|title|iframe|xmp|noembed|noframes|plaintext|select)\b/i;

/** Returns the elements that are open after some HTML. */
function openAfter(html: string, before: readonly string[]): string[] {
  const open = [...before];
  for (const [, close, name = "", isVoid] of html.replaceAll(/<!--[^]*?-->/g, "").matchAll(tags)) {
    const tag = name.toLowerCase();
    if (voidElements.has(tag) || isVoid) continue;
    if (!close) open.push(tag);
    else if (open.includes(tag)) open.splice(open.lastIndexOf(tag));
  }
  return open;
}

/** Returns the end of the blocks that belong to the element that a block of HTML opens, or of this block alone. */
export function endOfHtml(children: readonly RootContent[], start: number): number {
  let open: string[] = [];
  for (const [at, child] of children.entries()) {
    if (at < start) continue;
    if (child.type === "html") open = openAfter(child.value, open);
    if (open.length === 0) return at + 1;
  }
  return start + 1;
}

const escaped = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const quoted = (value: string) => escaped(value).replaceAll('"', "&quot;");

const tagNames = { strong: "strong", emphasis: "em", delete: "del" } as const;

const hasHtml = (node: Nodes): boolean =>
  node.type === "html" || ("children" in node && node.children.some((child) => hasHtml(child)));

class Joiner {
  html = "";
  readonly inHtml = new HtmlText();
  readonly lines: { offset: number; line: number }[] = [];
  /** Element whose contents are no elements. */
  #raw: string | null = null;
  readonly #leave: (tag: UnusableTag) => void;
  constructor(leave: (tag: UnusableTag) => void) {
    this.#leave = leave;
  }

  #html(node: Nodes & { type: "html" }, later: readonly Nodes[]): void {
    const raw = rawElements.exec(node.value)?.[1]?.toLowerCase();
    const isClosed = (value: string) => new RegExp(`</${raw ?? this.#raw}\\b`, "i").test(value);
    if (this.#raw !== null && isClosed(node.value)) this.#raw = null;
    else if (raw !== undefined && !isClosed(node.value)) {
      // without an end it would take in everything after it
      if (!later.some((other) => other.type === "html" && isClosed(other.value))) {
        this.#leave({ node, what: `<${raw}>` });
        this.html += node.value.replace(/<[^<>]*>/, "");
        return;
      }
      this.#raw = raw;
    }
    this.html += node.value;
  }

  #node(node: Nodes): void {
    if (this.#raw !== null) this.html += toString(node);
    else if (node.type === "text") this.html += escaped(node.value);
    else if (node.type === "break") this.html += "<br>";
    else if (node.type in tagNames && hasHtml(node) && "children" in node) {
      const name = tagNames[node.type as keyof typeof tagNames]; // compared above
      this.html += `<${name}>`;
      this.add(node.children);
      this.html += `</${name}>`;
    } else if (node.type === "link" && hasHtml(node)) {
      this.html += `<a href="${quoted(node.url)}" title="${quoted(node.title ?? "")}">`;
      this.add(node.children);
      this.html += "</a>";
    } else this.html += this.inHtml.stand(node);
  }

  add(nodes: readonly Nodes[]): void {
    for (const [at, node] of nodes.entries()) {
      this.lines.push({ offset: this.html.length, line: node.position?.start.line ?? 1 });
      if (node.type === "html") this.#html(node, nodes.slice(at + 1));
      else this.#node(node);
    }
  }
}

/** Joins nodes of which some are HTML to one piece. Tags that cannot be used are left. */
export function joinHtml(nodes: readonly Nodes[], leave: (tag: UnusableTag) => void): JoinedHtml {
  const joiner = new Joiner(leave);
  joiner.add(nodes);
  const { html, lines } = joiner;
  const lineAt = (offset: number) => {
    const part = lines.findLast((one) => one.offset <= offset) ?? { offset: 0, line: 1 };
    return part.line + html.slice(part.offset, offset).split("\n").length - 1;
  };
  return { html, inHtml: joiner.inHtml, lineAt };
}
