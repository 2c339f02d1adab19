import type { Definition, Nodes, Parents, PhrasingContent, Root, RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { isPaywallMarker } from "#api/modules/library/entries/opening.ts";
import { plainAlt, type StoredImages } from "#api/modules/library/import/stored-images.ts";
import { unsafeScheme } from "#api/modules/library/import/unsafe-html.ts";
import {
  anchorsOf,
  leadToAnchors,
  decodeAnchor,
  readHtmlAnchors,
  type Anchors,
} from "./anchors.ts";
import { removeAttributes } from "./attributes.ts";
import { htmlToMdast, imageAddresses, lostPaywall } from "./html-to-mdast.ts";
import { writeMarkdown } from "./write-markdown.ts";
import { HtmlText } from "#shared/html/hast.ts";

/** Something that was left out, and the line of the text where it stood. */
type Dropped = { line: number; what: string };

/** A link that stays and leads nowhere. */
type Lost = { line: number; url: string };

export type Cleaned = { body: string; dropped: Dropped[]; lost: Lost[]; anchors: Anchors };

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

const isHtml = (node: Nodes) => node.type === "html";
/** The mark of the wall stays as it is between the blocks of a text. */
const isPaywallMark = (node: Nodes, parent: Parents) =>
  parent.type === "root" && node.type === "html" && isPaywallMarker(node.value);
const hasHtml = (node: Nodes): boolean =>
  isHtml(node) || ("children" in node && node.children.some((child) => hasHtml(child)));
const hasImage = (node: Nodes): boolean =>
  node.type === "image" || ("children" in node && node.children.some((child) => hasImage(child)));

const flowParents: ReadonlySet<string> = new Set<Parents["type"]>([
  "root",
  "blockquote",
  "listItem",
  "footnoteDefinition",
]);
const linesOfText: ReadonlySet<string> = new Set<Nodes["type"]>([
  "paragraph",
  "heading",
  "tableCell",
]);

/** Returns a line without blanks and breaks at its ends. */
function trimmed(line: PhrasingContent[]): PhrasingContent[] {
  const [first, last] = [line.at(0), line.at(-1)];
  if (first?.type === "text") first.value = first.value.trimStart();
  if (last?.type === "text") last.value = last.value.trimEnd();
  const isBlank = (node: PhrasingContent | undefined) =>
    node?.type === "break" || (node?.type === "text" && node.value === "");
  if (isBlank(first)) return trimmed(line.slice(1));
  return isBlank(last) ? trimmed(line.slice(0, -1)) : line;
}

/** Removes from the tree of one text what the portal does not show. */
class Cleaner {
  readonly dropped: Dropped[] = [];
  /** Nodes that are not as they were written. */
  readonly changed = new Set<Nodes>();
  readonly #images: StoredImages;
  readonly #definitions = new Map<string, Definition>();
  readonly #hasAttributes: boolean;
  constructor(images: StoredImages, root: Root, hasAttributes: boolean) {
    this.#images = images;
    this.#hasAttributes = hasAttributes;
    this.#findDefinitions(root);
  }

  #findDefinitions(node: Nodes): void {
    if (node.type === "definition" && !this.#definitions.has(node.identifier)) {
      this.#definitions.set(node.identifier, node);
    }
    if ("children" in node) for (const child of node.children) this.#findDefinitions(child);
  }

  #report(node: Nodes, what: string): void {
    this.dropped.push({ line: node.position?.start.line ?? 1, what });
  }

  /** Returns HTML with nodes of Markdown in it as nodes of Markdown. */
  #convert({ html, inHtml, lineAt }: JoinedHtml): RootContent[] {
    const losses: { what: string; offset: number }[] = [];
    const report = (what: string, offset: number) => void losses.push({ what, offset });
    const { children } = htmlToMdast(html, { images: this.#images, report, inHtml });
    for (const { what, offset } of losses.toSorted((a, b) => a.offset - b.offset)) {
      this.dropped.push({ line: lineAt(offset), what });
    }
    return children;
  }

  #image(node: Nodes & { type: "image" | "imageReference" }, parent: Parents): RootContent[] {
    const given = node.type === "image" ? node : this.#definitions.get(node.identifier);
    const [address, title] = [given?.url, given?.title ?? ""];
    const name = this.#images.get(address ?? "");
    // Obsidian
    const [size] = /\|\d+(?:x\d+)?$/.exec(node.alt ?? "") ?? [];
    if (size !== undefined && this.#hasAttributes) {
      this.#report(node, `the size of an image: ${size.slice(1)}`);
      node.alt = (node.alt ?? "").slice(0, -size.length);
    }
    if (name !== undefined) {
      return [{ type: "image", url: name, alt: plainAlt(node.alt), ...(title && { title }) }];
    }
    const isLinked = parent.type === "link" || parent.type === "linkReference";
    const words = [isLinked ? "" : node.alt, title].filter(Boolean).join(" ");
    const quotedText = words && ` ("${words}")`;
    this.#report(node, `image: ${(address ?? node.alt ?? "").slice(0, 200)}${quotedText}`);
    return isLinked && node.alt ? [{ type: "text", value: plainAlt(node.alt) }] : [];
  }

  #link(node: Nodes & { type: "link" | "linkReference" }): RootContent[] {
    const address = node.type === "link" ? node.url : this.#definitions.get(node.identifier)?.url;
    const scheme = unsafeScheme(address ?? "");
    if (scheme === null) return [node];
    const title = node.type === "link" && node.title ? ` ("${node.title}")` : "";
    this.#report(node, `link to ${scheme}:${title}`);
    return node.children;
  }

  #heading(node: Nodes & { type: "heading" }): RootContent[] {
    if (toString(node).trim() === "" && !hasImage(node)) {
      this.#report(node, "an empty heading");
      return [];
    }
    // the title of the page is its only heading of level 1
    return [node.depth === 1 ? { ...node, depth: 2 } : node];
  }

  /** Returns the replacement of a node whose children are clean; an array with the node itself if it stays. */
  #replace(node: RootContent, parent: Parents): RootContent[] {
    switch (node.type) {
      case "image":
      case "imageReference":
        return this.#image(node, parent);
      case "link":
      case "linkReference":
        return this.#link(node);
      case "definition": {
        if (unsafeScheme(node.url) === null) return [node];
        this.#report(
          node,
          `definition of a link to ${unsafeScheme(node.url)}:${node.title ? ` ("${node.title}")` : ""}`,
        );
        return [];
      }
      case "heading":
        return this.#heading(node);
      case "paragraph":
        // an image that is left out leaves nothing
        node.children = trimmed(node.children);
        return node.children.length > 0 ? [node] : [];
      default:
        return [node];
    }
  }

  /** Converts the HTML between the words of a paragraph, a heading or a cell. */
  #convertLine(node: RootContent): RootContent[] {
    if (!("children" in node) || !node.children.some((child) => hasHtml(child))) return [node];
    const joined = joinHtml(node.children, (left) => this.#report(left.node, left.what));
    if (node.type === "paragraph") return this.#convert(joined);
    if (node.type !== "heading" && node.type !== "tableCell") return [node];
    const [heading] = this.#convert({
      ...joined,
      html: `<h2>${joined.html}</h2>`,
      lineAt: (at) => joined.lineAt(at - 4),
    });
    const children = heading?.type === "heading" ? heading.children : [];
    return [{ ...node, children }];
  }

  /** Converts blocks of HTML, each with the blocks between its tags. */
  #convertBlocks(children: RootContent[], parent: Parents): RootContent[] {
    const found: RootContent[] = [];
    for (let at = 0; at < children.length;) {
      const child = children[at];
      if (child && isPaywallMark(child, parent)) {
        found.push(child);
        at += 1;
        continue;
      }
      const end = isHtml(children[at] as Nodes) ? endOfHtml(children, at) : at + 1;
      const group = children.slice(at, end);
      if (group.some(isHtml)) {
        const joined = joinHtml(group, (left) => this.#report(left.node, left.what));
        for (const node of this.#convert(joined)) {
          if (parent.type === "root" || !isHtml(node)) found.push(node);
          else this.#report(group[0] ?? node, lostPaywall);
        }
      } else found.push(...group);
      at = end;
    }
    return found;
  }

  /** Cleans the children of a node. Returns whether any of them changed. */
  clean(parent: Parents): boolean {
    let isChanged = false;
    const cleaned = parent.children.flatMap((child): RootContent[] => {
      const isInner = "children" in child && this.clean(child);
      const converted = linesOfText.has(child.type) ? this.#convertLine(child) : [child];
      const kept = converted.flatMap((node) => this.#replace(node, parent));
      if (!isInner && kept.length === 1 && kept[0] === child) return kept;
      isChanged = true;
      for (const node of kept) this.changed.add(node);
      return kept;
    });
    const hasBlocks =
      flowParents.has(parent.type) &&
      cleaned.some((node) => isHtml(node) && !isPaywallMark(node, parent));
    if (!isChanged && !hasBlocks) return false;
    const children = hasBlocks ? this.#convertBlocks(cleaned, parent) : cleaned;
    const before = new Set<Nodes>(cleaned);
    for (const node of children) if (!before.has(node)) this.changed.add(node);
    parent.children = children as PhrasingContent[]; // of the kinds that were there
    return true;
  }
}

/** Writes the changed parts of a text anew; the others stay as they were written. */
function writeChanged(markdown: string, root: Root, changed: ReadonlySet<Nodes>): string {
  let [text, from] = ["", 0];
  let fresh: RootContent[] = [];
  const flush = (end: number) => {
    if (fresh.length > 0) text += `\n\n${writeMarkdown(fresh)}\n\n`;
    fresh = [];
    from = end;
  };
  for (const node of root.children) {
    const { start, end } = node.position ?? {};
    const [first, last] = [start?.offset, end?.offset];
    const isKept = !changed.has(node) && first !== undefined && first >= from;
    if (!isKept || !start || last === undefined) {
      fresh.push(node);
      continue;
    }
    // with the blanks before it, which belong to indented code
    const begin = Math.max(from, first - start.column + 1);
    if (fresh.length > 0) flush(begin);
    else if (text !== "") text += "\n\n";
    text += markdown.slice(begin, last);
    from = last;
  }
  flush(markdown.length);
  return text.trim();
}

/** Returns the addresses of the images of a text. */
export function imagesOfMarkdown(markdown: string): string[] {
  const found: string[] = [];
  const visit = (node: Nodes) => {
    if (node.type === "image" || node.type === "definition") found.push(node.url);
    if (node.type === "html") found.push(...imageAddresses(node.value));
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(parser.parse(markdown));
  return found;
}

/** Takes attributes in braces out of a text, and names them. */
function extractAttributes(root: Root, cleaner: Cleaner) {
  const { changed, found, ids } = removeAttributes(root);
  for (const node of changed) cleaner.changed.add(node);
  for (const [written, { line, count }] of found) {
    const times = count > 1 ? ` (${count} times)` : "";
    cleaner.dropped.push({ line, what: `attributes: ${written}${times}` });
  }
  return { isChanged: changed.size > 0, ids };
}

/** Returns Markdown without HTML, attributes, unsafe links and images other than `images`, and what was left out. */
export function cleanMarkdown(
  markdown: string,
  images: StoredImages = new Map(),
  { hasAttributes = true }: { hasAttributes?: boolean } = {},
): Cleaned {
  const root = parser.parse(markdown);
  const cleaner = new Cleaner(images, root, hasAttributes);
  readHtmlAnchors(root, markdown);
  const taken = hasAttributes ? extractAttributes(root, cleaner) : { isChanged: false, ids: [] };
  const isCleaned = cleaner.clean(root);
  const anchors = anchorsOf(root);
  for (const { id, line } of taken.ids) {
    const own = anchors[decodeAnchor(id)];
    if (own === decodeAnchor(id)) continue;
    cleaner.dropped.push({ line, what: `the id ${id} of a heading, which is #${own} here` });
  }
  const { changed, lost } = leadToAnchors(root, anchors);
  for (const node of changed) cleaner.changed.add(node);
  const isChanged = isCleaned || taken.isChanged || changed.size > 0;
  return {
    body: isChanged ? writeChanged(markdown, root, cleaner.changed) : markdown,
    dropped: cleaner.dropped.toSorted((a, b) => a.line - b.line),
    lost,
    anchors,
  };
}

/** HTML of a text in Markdown in one piece: elements stand for the nodes of Markdown between the tags. */
type JoinedHtml = {
  html: string;
  inHtml: HtmlText;
  /** Returns the line of the text in which a position of the HTML is. */
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
function endOfHtml(children: readonly RootContent[], start: number): number {
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
function joinHtml(nodes: readonly Nodes[], leave: (tag: UnusableTag) => void): JoinedHtml {
  const joiner = new Joiner(leave);
  joiner.add(nodes);
  const { html, lines } = joiner;
  const lineAt = (offset: number) => {
    const part = lines.findLast((one) => one.offset <= offset) ?? { offset: 0, line: 1 };
    return part.line + html.slice(part.offset, offset).split("\n").length - 1;
  };
  return { html, inHtml: joiner.inHtml, lineAt };
}
