import type { Element, ElementContent, Root } from "hast";
import type { Nodes as MarkdownNodes } from "mdast";
import { toString } from "mdast-util-to-string";
import {
  attribute,
  element,
  isElement,
  numberIn,
  rewrite,
  text,
  type Children,
  type HtmlText,
} from "./hast.ts";
import { isBreak, isSpace, liftEdges, marksOf, scriptContents } from "./marks.ts";

/*
 * Rewrites elements that Markdown lacks (powers, abbreviations, styles, blocks in cells) as ones that it has. Without this,
 * words and digits would run together.
 */

const marks = new Set(["strong", "b", "em", "i", "del", "s", "strike", "mark"]);
const codes = new Set(["code", "kbd", "samp", "tt", "var"]);

/** Elements for lines of text, renamed to an element that the later steps know. */
const renamed: Record<string, string> = {
  menu: "ul",
  dir: "ul",
  acronym: "abbr",
  dfn: "abbr",
  mark: "em",
  xmp: "pre",
  listing: "pre",
};
const plainBlocks = new Set(
  "address article aside body caption center dialog fieldset figcaption figure footer form header hgroup html legend main multicol nav optgroup option search section".split(
    " ",
  ),
);

/** Returns the number of a list's first item; null for a list that counts down below zero, which Markdown lacks. */
export function firstNumberOf(list: Element): number | null {
  const start = numberIn(list, "start");
  if (!("reversed" in list.properties)) return start ?? 1;
  const items = list.children.filter((child) => isElement(child) && child.tagName === "li").length;
  const first = start ?? items;
  return first - items + 1 >= 0 ? first : null;
}

/** Says what an element means by the elements that Markdown has. */
class ElementRewriter {
  readonly #html: HtmlText;
  constructor(html: HtmlText) {
    this.#html = html;
  }

  #hasBlock = (node: Element) => node.children.some((child) => this.#html.isBlock(child));

  /** Returns contents as part of one line, with blanks where lines began. */
  #inLine(children: Children): Children {
    return children.flatMap((child): Children => {
      if (isBreak(child)) return [text(" ")];
      const markdown = this.#html.markdownOf(child);
      if (markdown?.type === "break") return [text(" ")];
      if (!isElement(child)) return [child];
      if (child.tagName === "pre") {
        const words = this.#html.wordsIn(child);
        return words ? [text(" "), element("code", [text(words)]), text(" ")] : [];
      }
      if (!this.#html.isBlock(child)) {
        return [{ ...child, children: this.#inLine(child.children) }];
      }
      const inner = markdown ? this.#wordsOf(markdown) : this.#inLine(child.children);
      return [text(" "), ...inner, text(" ")];
    });
  }

  /** Returns the text of a block of Markdown, on one line. */
  #wordsOf(node: MarkdownNodes): Children {
    return node.type === "paragraph" || node.type === "heading"
      ? node.children.map((child) => this.#html.elementFor(child))
      : [text(toString(node))];
  }

  #hasLink = (node: ElementContent): boolean =>
    (isElement(node) && (node.tagName === "a" || node.children.some((it) => this.#hasLink(it)))) ||
    this.#html.markdownOf(node)?.type === "link";

  #code(node: Element): Children {
    if (this.#hasBlock(node)) return [element("div", node.children)];
    if (this.#hasLink(node)) return node.children;
    const images = node.children.filter((child) => isElement(child) && child.tagName === "img");
    const words = this.#html.wordsIn(node);
    return words === "" ? images : [...images, element("code", [text(words)])];
  }

  /** Returns contents as text, since code has no elements. */
  #asCode(children: Children): Children {
    return children.map((child) => {
      if (child.type === "text" || isBreak(child) || !isElement(child)) return child;
      const markdown = this.#html.markdownOf(child);
      return markdown
        ? text(toString(markdown))
        : { ...child, children: this.#asCode(child.children) };
    });
  }

  /** Returns a block of code with its language where Markdown's programs look for it. */
  #codeBlock(node: Element): Element {
    const inner = node.children.find((child) => isElement(child) && child.tagName === "code");
    const names = [node, inner].map((one) => (isElement(one) ? attribute(one, "className") : ""));
    const lang = /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(names.join(" "))?.[1];
    const className = lang === undefined ? [] : [`language-${lang}`];
    const children = this.#asCode(
      inner && node.children.length === 1 && isElement(inner) ? inner.children : node.children,
    );
    return element("pre", [element("code", children, { className })]);
  }

  #mark(node: Element): Children {
    if (this.#hasBlock(node)) return [element("div", node.children)];
    return marksOf(node).isPlain ? node.children : liftEdges(node);
  }

  /** Returns an element with the marks that its style gives as elements in it. */
  #styled(node: Element, parent: Root | Element, at: number): Element {
    const { given } = marksOf(node);
    if (given.length === 0 || this.#hasBlock(node)) return node;
    const children = given.reduce((inner, name) => [element(name, inner)], node.children);
    return { ...node, children: children.flatMap((child) => this.#byName(child, parent, at)) };
  }

  /** Returns the nodes that follow a node on its line. */
  #wordsAfter(parent: Root | Element, at: number): string {
    const next = parent.children[at + 1];
    if (next?.type === "text") return next.value;
    return next && isElement(next) && !this.#html.isBlock(next) ? this.#html.wordsIn(next) : "";
  }

  #table(node: Element): Children {
    const isCaption = (child: ElementContent) => isElement(child) && child.tagName === "caption";
    const captions = node.children.filter(isCaption).filter(isElement);
    const rest = node.children.filter((child) => !isCaption(child));
    return [
      ...captions.map(({ children }) => element("div", children)),
      { ...node, children: rest },
    ];
  }

  /** Returns a list whose children are items: what stands between them belongs to the item before, as browsers show it. */
  #withItems(list: Element): Element {
    const items: Element[] = [];
    /** Words that stand in the list itself. */
    let line: Element | null = null;
    for (const child of list.children) {
      if (isElement(child) && child.tagName === "li") {
        items.push({ ...child });
        line = null;
      } else if (line && !this.#html.isBlock(child)) line.children.push(child);
      else if (!isSpace(child)) {
        line = this.#html.isBlock(child) ? null : element("p", [child]);
        const last = items.at(-1);
        if (last) last.children = [...last.children, line ?? child];
        else items.push(element("li", [line ?? child]));
      }
    }
    return { ...list, children: items };
  }

  /** Returns a list as several where its numbers do not follow each other: Markdown has a number for the first item only. */
  #list(node: Element): Children {
    const list = this.#withItems(node);
    if (list.tagName !== "ol") return [list];
    const lists: Element[] = [];
    const first = firstNumberOf(list);
    const step = "reversed" in list.properties && first !== null ? -1 : 1;
    let next = first ?? 1;
    for (const child of list.children) {
      const value = isElement(child) ? numberIn(child, "value") : null;
      const at = value ?? next;
      const last = lists.at(-1);
      if (last && at === next && step === 1) last.children.push(child);
      else
        lists.push({ ...list, properties: { ...list.properties, start: at }, children: [child] });
      next = at + step;
    }
    return lists;
  }

  #cell(node: Element): Children {
    const { colSpan, rowSpan, align } = node.properties;
    const span = (value: unknown) => Math.min(100, Math.max(1, Number(value) || 1));
    const spans = { colSpan: span(colSpan), rowSpan: span(rowSpan), align };
    const inner = this.#inLine(node.children);
    return [element(node.tagName, inner, spans)];
  }

  #ruby(node: Element): Children {
    const hasParentheses = node.children.some((it) => isElement(it) && it.tagName === "rp");
    return node.children.flatMap((child): Children => {
      if (!isElement(child) || this.#html.markdownOf(child)) return [child];
      const isReading = child.tagName === "rt" && !hasParentheses;
      return isReading ? [text(" ("), ...child.children, text(")")] : child.children;
    });
  }

  #abbreviation(node: Element): Children {
    const title = attribute(node, "title");
    const isRedundant =
      title === "" || title === this.#html.wordsIn(element("span", node.children));
    return isRedundant ? node.children : [...node.children, text(` (${title})`)];
  }

  #inTable(node: Element, parent: Root | Element): Children {
    const isPlaced = isElement(parent) && /^(?:table|thead|tbody|tfoot|tr)$/.test(parent.tagName);
    const isCell = node.tagName === "td" || node.tagName === "th";
    if (!isPlaced) return [element("div", node.children)];
    return isCell ? this.#cell(node) : [node];
  }

  /** Returns an element that has a meaning in some parents only as it is there, and as another elsewhere. */
  #inPlace(node: Element, parent: Root | Element): Children {
    const { tagName, children } = node;
    const around = isElement(parent) ? parent.tagName : "";
    switch (tagName) {
      case "rp":
      case "rt":
        return around === "ruby" ? [node] : children;
      case "thead":
      case "tbody":
      case "tfoot":
      case "tr":
      case "td":
      case "th":
        return this.#inTable(node, parent);
      case "li":
        return /^(?:ul|ol|menu|dir)$/.test(around) ? [node] : [element("ul", [node])];
      case "dt":
      case "dd":
        return /^(?:dl|div)$/.test(around) ? [node] : [element("div", children)];
      default:
        return [node];
    }
  }

  #byName(node: ElementContent, parent: Root | Element, at: number): Children {
    if (!isElement(node)) return [node];
    const { tagName, children } = node;
    if (marks.has(tagName)) return this.#mark(node);
    if (tagName === "pre") return [this.#codeBlock(node)];
    const isInPre = isElement(parent) && parent.tagName === "pre";
    if (codes.has(tagName)) return isInPre ? [node] : this.#code(node);
    if (/^h[1-6]$/.test(tagName)) {
      // the title of the page is its only heading of level 1
      const { dataIds } = node.properties;
      return [element(tagName === "h1" ? "h2" : tagName, this.#inLine(children), { dataIds })];
    }
    switch (tagName) {
      case "sup":
      case "sub":
        if (this.#hasBlock(node)) return [element("div", children)];
        return scriptContents(node, this.#html.wordsIn(node), this.#wordsAfter(parent, at));
      case "abbr":
        return this.#abbreviation(node);
      case "ruby":
        return this.#ruby(node);
      case "a":
        return liftEdges({ ...node, children: this.#inLine(children) });
      case "summary":
        return [element("p", liftEdges(element("strong", this.#inLine(children))))];
      case "table":
        return this.#table(node);
      case "ul":
      case "ol":
        return this.#list(node);
      case "p":
      case "span":
        return this.#hasBlock(node) ? [element("div", children)] : [node];
      default:
        return this.#inPlace(node, parent);
    }
  }

  visit(node: ElementContent, parent: Root | Element, at: number): Children {
    if (!isElement(node) || this.#html.markdownOf(node)) return [node];
    const tagName = renamed[node.tagName] ?? node.tagName;
    const isPlainBlock = plainBlocks.has(tagName) && tagName !== "caption";
    const named = { ...node, tagName: isPlainBlock ? "div" : tagName };
    const styled = this.#styled(named, parent, at);
    return this.#byName(styled, parent, at);
  }
}

/** Replaces elements that Markdown lacks by equivalent ones. */
export const rewriteUnsupportedElements =
  (html: HtmlText) =>
  (tree: Root): void => {
    const meaning = new ElementRewriter(html);
    rewrite(tree, (node, parent, at) => meaning.visit(node, parent, at));
  };
