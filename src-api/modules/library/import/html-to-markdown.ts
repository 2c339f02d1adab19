import type {
  BlockContent,
  DefinitionContent,
  List,
  ListItem,
  PhrasingContent,
  Root,
  TableRow,
} from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { plainAlt, type KeptImages } from "./kept-images.ts";
import { describeElement, droppedElements, unsafeScheme } from "./unsafe-html.ts";

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlElement = DefaultTreeAdapterTypes.Element;
type Block = BlockContent | DefinitionContent;

/** Takes what was left out, as a report names it. */
export type ReportDropped = (what: string) => void;

const isElement = (node: HtmlNode): node is HtmlElement => "tagName" in node;
const elementsOf = (nodes: HtmlNode[]) => nodes.filter(isElement);
const attributeOf = ({ attrs }: HtmlElement, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value ?? "";

const textOf = (node: HtmlNode): string =>
  "value" in node
    ? node.value
    : "childNodes" in node
      ? node.childNodes.map((child) => textOf(child)).join("")
      : "";

/** Returns the elements of some names below a node, in order. */
function findElements(node: HtmlElement, ...names: string[]): HtmlElement[] {
  return elementsOf(node.childNodes).flatMap((child) =>
    names.includes(child.tagName) ? [child] : findElements(child, ...names),
  );
}

/** Returns the number of a footnote from the address of its text or its mark: "#fn1", "fnref1". */
const footnoteOf = (id: string) => /^#?(?:fn|fnref|user-content-fn-)[:-]?(\w+)$/.exec(id)?.[1];

const marks = {
  strong: "strong",
  b: "strong",
  em: "emphasis",
  i: "emphasis",
  del: "delete",
  s: "delete",
} as const;
const isMark = (name: string): name is keyof typeof marks => Object.hasOwn(marks, name);

const blockNames = new Set(
  "address article aside blockquote center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table ul".split(
    " ",
  ),
);

/** Returns a line without white space at its ends, which Markdown would have to escape. */
function trimEnds(line: PhrasingContent[]): PhrasingContent[] {
  const [first, last] = [line.at(0), line.at(-1)];
  if (first?.type === "text") first.value = first.value.trimStart();
  if (last?.type === "text") last.value = last.value.trimEnd();
  return line;
}

/** Turns HTML into Markdown; what Markdown has not is reported. */
class Converter {
  readonly #drop: ReportDropped;
  readonly #images: KeptImages;
  constructor(drop: ReportDropped, images: KeptImages) {
    this.#drop = drop;
    this.#images = images;
  }

  /** Returns whether an element stays, and reports it if it does not, or loses a handler. */
  #isKept(element: HtmlElement): boolean {
    const { tagName, attrs } = element;
    const source = attributeOf(element, "src");
    if (tagName === "img" && !this.#images.has(source))
      this.#drop(`image: ${source.slice(0, 200)}`);
    else if (droppedElements.has(tagName)) {
      this.#drop(`<${tagName}>${source ? ` of ${source.slice(0, 200)}` : ""}`);
    } else {
      const handlers = attrs.map(({ name }) => name).filter((name) => /^on\w+$/i.test(name));
      if (handlers.length > 0) this.#drop(describeElement(tagName, handlers));
      return true;
    }
    return false;
  }

  #link(element: HtmlElement): PhrasingContent[] {
    const url = attributeOf(element, "href")
      .trim()
      .replace(/^__GHOST_URL__/, "");
    const note = footnoteOf(url);
    const name = attributeOf(element, "class");
    if (note !== undefined && /footnote-ref|^$/.test(name) && !/backref/.test(name)) {
      return [{ type: "footnoteReference", identifier: note, label: note }];
    }
    if (/backref/.test(name)) return [];
    const children = this.inline(element.childNodes);
    const scheme = unsafeScheme(url);
    if (scheme !== null) this.#drop(`link to ${scheme}:`);
    if (url === "" || scheme !== null || children.length === 0) return children;
    // Markdown has no links in links, and HTML neither: the parser has taken them apart
    return [{ type: "link", url, children }] as PhrasingContent[];
  }

  #inlineElement(element: HtmlElement): PhrasingContent[] {
    const { tagName, childNodes } = element;
    if (!this.#isKept(element)) return [];
    if (tagName === "br") return [{ type: "break" }];
    if (tagName === "a") return this.#link(element);
    if (tagName === "img") {
      const url = this.#images.get(attributeOf(element, "src")) ?? "";
      return [{ type: "image", url, alt: plainAlt(attributeOf(element, "alt")) }];
    }
    if (tagName === "code" || tagName === "kbd") {
      return [{ type: "inlineCode", value: textOf(element) }];
    }
    const children = this.inline(childNodes);
    if (!isMark(tagName) || children.length === 0) return children;
    return [{ type: marks[tagName], children }];
  }

  inline(nodes: HtmlNode[]): PhrasingContent[] {
    return nodes.flatMap((node): PhrasingContent[] => {
      if (node.nodeName === "#text" && "value" in node) {
        return [{ type: "text", value: node.value.replace(/\s+/g, " ") }];
      }
      return isElement(node) ? this.#inlineElement(node) : [];
    });
  }

  #paragraph(nodes: HtmlNode[]): Block[] {
    const children = trimEnds(this.inline(nodes));
    const isEmpty = children.every((child) => child.type === "text" && child.value.trim() === "");
    return isEmpty ? [] : [{ type: "paragraph", children }];
  }

  #list({ tagName, childNodes, attrs }: HtmlElement): Block[] {
    const children = elementsOf(childNodes)
      .filter((child) => child.tagName === "li")
      .map((item): ListItem => ({
        type: "listItem",
        spread: false,
        children: this.blocks(item.childNodes),
      }));
    const start = Number(attrs.find(({ name }) => name === "start")?.value ?? 1);
    const list: List = { type: "list", ordered: tagName === "ol", start, spread: false, children };
    return children.length > 0 ? [list] : [];
  }

  #footnotes(section: HtmlElement): Block[] {
    return findElements(section, "li").map((item, at) => {
      const identifier = footnoteOf(attributeOf(item, "id")) ?? String(at + 1);
      const children = this.blocks(item.childNodes);
      return { type: "footnoteDefinition", identifier, label: identifier, children };
    });
  }

  #code(element: HtmlElement): Block {
    const [code = element] = findElements(element, "code");
    const lang = /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(attributeOf(code, "class"))?.[1];
    return { type: "code", lang: lang ?? null, value: textOf(element).replace(/\n$/, "") };
  }

  #table(element: HtmlElement): Block[] {
    const rows = findElements(element, "tr").map((row): TableRow => ({
      type: "tableRow",
      children: findElements(row, "th", "td").map((cell) => ({
        type: "tableCell",
        children: trimEnds(this.inline(cell.childNodes)),
      })),
    }));
    return rows.length > 0 ? [{ type: "table", children: rows }] : [];
  }

  #block(element: HtmlElement): Block[] {
    const { tagName, childNodes } = element;
    if (!this.#isKept(element)) return [];
    const heading = /^h([1-6])$/.exec(tagName)?.[1];
    if (heading) {
      // the title of the page is its only heading of level 1
      const depth = Math.max(2, Number(heading)) as 2 | 3 | 4 | 5 | 6;
      return [{ type: "heading", depth, children: trimEnds(this.inline(childNodes)) }];
    }
    if (/\bfootnotes\b/.test(attributeOf(element, "class"))) return this.#footnotes(element);
    switch (tagName) {
      case "p":
      case "summary":
      case "figcaption":
        return this.#paragraph(childNodes);
      case "ul":
      case "ol":
        return this.#list(element);
      case "blockquote":
        return [{ type: "blockquote", children: this.blocks(childNodes) }];
      case "pre":
        return [this.#code(element)];
      case "hr":
        return [{ type: "thematicBreak" }];
      case "table":
        return this.#table(element);
      default:
        return this.blocks(childNodes);
    }
  }

  blocks(nodes: HtmlNode[]): Block[] {
    const found: Block[] = [];
    let line: HtmlNode[] = [];
    const endLine = () => {
      found.push(...this.#paragraph(line));
      line = [];
    };
    for (const node of nodes) {
      // a link or mark around blocks, such as a bookmark, is one line
      if (isElement(node) && blockNames.has(node.tagName)) {
        endLine();
        found.push(...this.#block(node));
      } else line.push(node);
    }
    endLine();
    return found;
  }
}

/** Returns the addresses of the images of HTML. */
export const imageAddresses = (html: string): string[] =>
  elementsOf(parseFragment(html).childNodes)
    .flatMap((element) => (element.tagName === "img" ? [element] : findElements(element, "img")))
    .map((image) => attributeOf(image, "src"));

/**
 * Returns HTML as Markdown. Scripts, frames, forms, images other than `images`, attributes and links with unsafe schemes are left out and
 * reported; other unknown elements keep their content.
 */
export function htmlToMarkdown(
  html: string,
  drop: ReportDropped,
  images: KeptImages = new Map(),
): string {
  const converter = new Converter(drop, images);
  const root: Root = {
    type: "root",
    children: converter.blocks(parseFragment(html).childNodes),
  };
  return toMarkdown(root, { extensions: [gfmToMarkdown()], bullet: "-" }).trim();
}
