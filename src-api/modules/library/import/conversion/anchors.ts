import type { Heading, Nodes, Root } from "mdast";
import rehypeSlug from "rehype-slug";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { addIds } from "./attributes.ts";

/** Ids of the headings of a text on its page, by the ids that links may call them. */
export type Anchors = Record<string, string>;

/** Decodes an anchor to the id that pages compare it with. */
export function decodeAnchor(anchor: string): string {
  const name = anchor.replace(/^#/, "");
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}

const idsOfTags = (html: string): string[] =>
  Array.from(
    html.matchAll(/<[a-z][^<>]*?\s(?:id|name)\s*=\s*["']?([^\s"'<>]+)/gi),
    ([, id = ""]) => id,
  );

/** Gives headings the ids of the HTML in them, and directly before them: `<a name="part"></a>`. */
export function readHtmlAnchors(root: Root, markdown: string): void {
  visit(root, "heading", (heading) => {
    const [start, end] = [heading.position?.start.offset ?? 0, heading.position?.end.offset ?? 0];
    const before = markdown.slice(Math.max(0, start - 500), start);
    const [tags = ""] = /(?:<\/?(?:a|span|div|p)\b[^<>]*>\s*)+[ \t>]*$/i.exec(before) ?? [];
    addIds(heading, idsOfTags(tags + markdown.slice(start, end)));
  });
}

const pages = unified().use(remarkRehype).use(rehypeSlug).freeze();

/** Returns the anchors of a text: the ids that its page gives to its headings, and those of the source. */
export function anchorsOf(root: Root): Anchors {
  const headings: Heading[] = [];
  const copy = structuredClone(root);
  visit(copy, "heading", (heading) => {
    heading.data = { ...heading.data, hProperties: { dataAt: headings.length } };
    headings.push(heading);
  });
  if (headings.length === 0) return {};
  const given: Anchors = {};
  const own: Anchors = {};
  visit(pages.runSync(copy), "element", ({ properties: { id, dataAt } }) => {
    const heading = headings[Number(dataAt ?? -1)];
    if (!heading || typeof id !== "string") return;
    given[id] = id;
    for (const name of heading.data?.ids ?? []) own[decodeAnchor(name)] ??= id;
  });
  return { ...given, ...own };
}

/** Anchors that lead to the beginning of any page. */
const ofPages: ReadonlySet<string> = new Set(["", "top"]);

/**
 * Leads the links of a text to its own headings, in place, whatever the source calls these. Returns the blocks with such links, and the
 * links that lead nowhere.
 */
export function leadToAnchors(
  root: Root,
  anchors: Anchors,
): { changed: Set<Nodes>; lost: { line: number; url: string }[] } {
  const changed = new Set<Nodes>();
  const lost: { line: number; url: string }[] = [];
  for (const block of root.children) {
    visit(block, (node) => {
      if ((node.type !== "link" && node.type !== "definition") || !node.url.startsWith("#")) return;
      const name = decodeAnchor(node.url);
      if (ofPages.has(name) || node.url.startsWith("#/")) return;
      const id = Object.hasOwn(anchors, name) ? anchors[name] : undefined;
      if (id === undefined) lost.push({ line: node.position?.start.line ?? 1, url: node.url });
      else if (id !== name) {
        node.url = `#${id}`;
        changed.add(block);
      }
    });
  }
  return { changed, lost };
}
