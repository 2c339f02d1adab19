import type { Element, Root } from "hast";
import { toString } from "hast-util-to-string";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified, type PluggableList } from "unified";
import { SKIP, visit } from "unist-util-visit";

/** Prefix of the ids in the text that a page is about, which an address may name. */
export const mainTextPrefix = "part-";

/** Id that remark-rehype gives to the hidden heading of all footnotes. */
const footnotesId = "footnote-label";

const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName);

const isEmpty = (heading: Element) =>
  toString(heading).trim() === "" &&
  !heading.children.some((child) => child.type === "element" && child.tagName === "img");

/** Removes empty headings, and makes those of the first level second ones: the page's title is the only first one. */
function pageHeadings() {
  return (tree: Root) =>
    visit(tree, "element", (element, index, parent) => {
      if (!parent || index === undefined || !isHeading(element)) return undefined;
      if (isEmpty(element)) {
        parent.children.splice(index, 1);
        return [SKIP, index];
      }
      if (element.tagName === "h1") element.tagName = "h2";
      return undefined;
    });
}

/** Decodes an anchor to an id; returns it unchanged if decoding fails. */
function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor).toLowerCase();
  } catch {
    return anchor;
  }
}

/** Leads the text's links to its own headings, whose ids have a prefix, and keeps the label of footnotes apart from others'. */
function ownAnchors({ prefix }: { prefix: string }) {
  return (tree: Root) => {
    const ids = new Set<string>();
    visit(tree, "element", ({ properties }) => void ids.add(String(properties["id"])));
    visit(tree, "element", ({ properties }) => {
      const { href } = properties;
      if (properties["id"] === footnotesId) properties["id"] = prefix + footnotesId;
      if (properties["ariaDescribedBy"]) properties["ariaDescribedBy"] = [prefix + footnotesId];
      if (typeof href !== "string" || !href.startsWith("#")) return;
      const id = prefix + decodeAnchor(href.slice(1));
      if (ids.has(id)) properties["href"] = `#${id}`;
    });
  };
}

/** Returns the plugins that give the headings of a text their levels, and ids that begin with a prefix. */
export const headingPlugins = (prefix: string): PluggableList => [
  pageHeadings,
  [rehypeSlug, { prefix }],
  [ownAnchors, { prefix }],
];

/** Returns id and text of the headings of the second level in a page's main text. */
export function partsOf(body: string): (readonly [id: string, title: string])[] {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { clobberPrefix: mainTextPrefix })
    .use(headingPlugins(mainTextPrefix));
  const parts: (readonly [string, string])[] = [];
  visit(processor.runSync(processor.parse(body)), "element", (element) => {
    const { id, className } = element.properties;
    if (element.tagName !== "h2" || className) return; // only the hidden label of footnotes has a class
    parts.push([String(id), toString(element)]);
  });
  return parts;
}

/** Returns the id in a text that a hash such as `#further-reading` means, with the prefix or without. */
export const idOfHash = (hash: string, prefix: string): string => {
  const id = decodeAnchor(hash.slice(1));
  return id.startsWith(prefix) ? id : prefix + id;
};
