import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfm } from "micromark-extension-gfm";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { ContentError } from "../../../infra/content-folder/content-error.ts";
import { tooDeepAt } from "../../../infra/content-folder/nesting.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { plainAlt, type KeptImages } from "./kept-images.ts";
import { describeElement, droppedElements, unsafeScheme } from "./unsafe-html.ts";

/** Something that was left out, and the line of the text where it stood. */
export type Dropped = { line: number; what: string };

/** A text without any of these has nothing to leave out; parsing takes most of the time of an import. */
const suspicious = /<|!\[|&#|&\w+;|script|data|vbscript/i;

/** Replaces a part of the source. `image` is that of an image that is kept. */
type Edit = { start: number; end: number; text: string; image?: string };

const startOf = (node: Nodes) => node.position?.start.offset ?? 0;
const endOf = (node: Nodes) => node.position?.end.offset ?? 0;

const tagOf = (html: string) => {
  const [, close = "", name = ""] = /^<(\/?)([a-z][\w-]*)/i.exec(html) ?? [];
  return { isEnd: close === "/", name: name.toLowerCase() };
};
const attributesOf = (html: string) =>
  [...html.matchAll(/\s([a-z][\w-]*)\s*=/gi)].map(([, name = ""]) => name.toLowerCase());

/** Collects what to leave out of one text. */
class Cleaner {
  readonly edits: Edit[] = [];
  readonly dropped: Dropped[] = [];
  readonly #images: KeptImages;
  constructor(images: KeptImages) {
    this.#images = images;
  }

  #report(node: Nodes, what: string): void {
    this.dropped.push({ line: node.position?.start.line ?? 1, what });
  }

  #remove(start: number, end: number, text = ""): void {
    if (end > start) this.edits.push({ start, end, text });
  }

  /** Removes a tag within a line, and with a script or frame everything up to its end. Returns the next sibling. */
  #removeTag({ children }: Parents, at: number): number {
    const node = children[at];
    if (node?.type !== "html") return at + 1;
    const { isEnd, name } = tagOf(node.value);
    const image = name === "img" ? htmlToMarkdown(node.value, () => {}, this.#images) : "";
    if (image.startsWith("![")) {
      this.edits.push({ start: startOf(node), end: endOf(node), text: image, image });
      return at + 1;
    }
    if (!isEnd && name) this.#report(node, describeElement(name, attributesOf(node.value)));
    const closing = children.findIndex(
      (other, place) =>
        place > at && other.type === "html" && new RegExp(`^</${name}\\b`, "i").test(other.value),
    );
    const last = droppedElements.has(name) && !isEnd && closing > 0 ? closing : at;
    this.#remove(startOf(node), endOf(children[last] ?? node));
    return last + 1;
  }

  /** Turns a block of HTML into Markdown; within lists and quotes, where lines have prefixes, it is left out. */
  #replaceBlock(node: Nodes & { type: "html" }, isOnTop: boolean): void {
    const { name } = tagOf(node.value);
    const report = (what: string) => this.#report(node, what);
    const text = isOnTop ? htmlToMarkdown(node.value, report, this.#images) : "";
    if (!isOnTop && name) report(describeElement(name, attributesOf(node.value)));
    else if (name && !droppedElements.has(name) && name !== "img")
      report(`HTML around text: <${name}>`);
    this.#remove(startOf(node), endOf(node), text);
  }

  #visitLink(node: Nodes & { type: "link" }): void {
    const scheme = unsafeScheme(node.url);
    if (scheme === null) return;
    this.#report(node, `link to ${scheme}:`);
    const [first, last] = [node.children.at(0), node.children.at(-1)];
    if (!first || !last) return this.#remove(startOf(node), endOf(node));
    this.#remove(startOf(node), startOf(first));
    this.#remove(endOf(last), endOf(node));
  }

  #visitNode(node: Nodes, parent: Parents): void {
    const kept = node.type === "image" ? this.#images.get(node.url) : undefined;
    if (node.type === "image" && kept !== undefined) {
      const image = `![${plainAlt(node.alt)}](${kept})`;
      this.edits.push({ start: startOf(node), end: endOf(node), text: image, image });
    } else if (node.type === "image" || node.type === "imageReference") {
      this.#report(
        node,
        `image: ${(node.type === "image" ? node.url : (node.label ?? "")).slice(0, 200)}`,
      );
      const isLinked = parent.type === "link" || parent.type === "linkReference";
      this.#remove(startOf(node), endOf(node), isLinked ? plainAlt(node.alt) : "");
    } else if (node.type === "definition" && unsafeScheme(node.url) !== null) {
      this.#report(node, `link to ${unsafeScheme(node.url)}:`);
      this.#remove(startOf(node), endOf(node));
    } else if (node.type === "link") this.#visitLink(node);
  }

  visit(parent: Parents): void {
    const isFlow = ![
      "paragraph",
      "heading",
      "tableCell",
      "link",
      "linkReference",
      "emphasis",
      "strong",
      "delete",
    ].includes(parent.type);
    for (let at = 0; at < parent.children.length;) {
      const node = parent.children[at];
      if (!node) break;
      if (node.type === "html" && !isFlow) {
        at = this.#removeTag(parent, at);
        continue;
      }
      if (node.type === "html") this.#replaceBlock(node, parent.type === "root");
      else {
        this.#visitNode(node, parent);
        if ("children" in node) this.visit(node);
      }
      at += 1;
    }
  }
}

/** Applies edits, which do not overlap. */
function applyEdits(source: string, edits: Edit[]): string {
  let [text, from] = ["", 0];
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < from) continue;
    text += source.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return text + source.slice(from);
}

/** Of GFM only footnotes, in half the time. Everything else is found as a paragraph, but for code that tables or addresses cut. */
const parseFast = (markdown: string) =>
  fromMarkdown(markdown, {
    extensions: [gfmFootnote()],
    mdastExtensions: [gfmFootnoteFromMarkdown()],
  });

/** As the pages parse it. */
const parseWhole = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** The line below the head of a table, also in quotes and lists. */
const tableLine = /^(?=[^\n]*-)(?=[^\n]*[|:])[-|: \t>*+.)\d]+\r?$/m;

function cleanParsed(markdown: string, parse: typeof parseFast, images: KeptImages) {
  const cleaner = new Cleaner(images);
  cleaner.visit(parse(markdown));
  const { edits, dropped } = cleaner;
  const withoutImages = edits.map((edit) =>
    edit.image === undefined ? edit : { ...edit, text: "" },
  );
  return {
    body: applyEdits(markdown, edits),
    dropped,
    /** Something suspicious is left, such as code about HTML. */
    isSuspicious: suspicious.test(applyEdits(markdown, withoutImages)),
  };
}

/**
 * Returns Markdown without raw HTML, links with unsafe schemes, and images other than `images`, and what was left out. The
 * remaining source stays as it is. Throws a ContentError for quotes and lists that are nested too deeply.
 */
export function cleanMarkdown(
  markdown: string,
  images: KeptImages = new Map(),
): { body: string; dropped: Dropped[] } {
  const line = tooDeepAt(markdown);
  if (line !== null) {
    throw new ContentError(`line ${line} of the text: quotes or lists are nested too deeply`);
  }
  if (!suspicious.test(markdown)) return { body: markdown, dropped: [] };
  const fast = tableLine.test(markdown) ? null : cleanParsed(markdown, parseFast, images);
  // what is left may be code for one parser and an image for the other: the pages' own one decides
  const { body, dropped } =
    fast && !fast.isSuspicious ? fast : cleanParsed(markdown, parseWhole, images);
  return { body, dropped };
}
