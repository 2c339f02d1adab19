import type { Element, ElementContent, Root } from "hast";
import { plainAlt, type StoredImages } from "#api/modules/library/import/stored-images.ts";
import { isPaywallMarker } from "#api/modules/library/entries/opening.ts";
import { describeElement, unsafeScheme } from "#api/modules/library/import/unsafe-html.ts";
import {
  attribute,
  element,
  isElement,
  numberIn,
  rewrite,
  text as textNode,
  withTitle,
  type Children,
  type HtmlText,
} from "#shared/html/hast.ts";
import { watchAddress } from "#shared/embeds.ts";
import { firstNumberOf } from "#shared/html/unsupported-elements.ts";
import { styleOf } from "#shared/html/marks.ts";

/** Takes what is left out, as a report names it, and where it begins in the HTML. */
export type ReportLoss = (what: string, offset: number) => void;

/** Elements that a text cannot express, with their content. Their words are named. */
const removed = new Set(
  "applet area audio base basefont bgsound button canvas datalist embed frame frameset iframe input link math meta noembed noframes object script select style svg template textarea title video".split(
    " ",
  ),
);

/** Stands for the mark of the wall. */
export const paywallElement = "md-wall";

/** Comments of other programs, which say nothing to a reader. */
const markers = /^\s*(?:\/?kg-card-\w+.*|more|\/?wp:.*)?\s*$/i;

/** Returns the address of an element, or that of its first source. */
function sourceOf(node: Element): string {
  const own = attribute(node, "src") || attribute(node, "data");
  const source = node.children.find((child) => isElement(child) && child.tagName === "source");
  return (own || (isElement(source) ? attribute(source, "src") : "")).slice(0, 200);
}

function isHidden(node: Element): boolean {
  const styles = styleOf(node);
  const isUnseen = styles.get("display") === "none" || styles.get("visibility") === "hidden";
  return isUnseen || "hidden" in node.properties;
}

/** Returns the numbering of a list or item that Markdown cannot express; null if it can. */
function lostNumbers(node: Element): string | null {
  const { tagName, properties } = node;
  if (tagName === "li") {
    const isKept = properties["value"] === undefined || numberIn(node, "value") !== null;
    return isKept ? null : `the number of an item: ${String(properties["value"])}`;
  }
  if (tagName !== "ol") return null;
  if (firstNumberOf(node) === null) return "the numbers of a list that counts down below zero";
  const isStartKept = properties["start"] === undefined || numberIn(node, "start") !== null;
  if (!isStartKept) return `the first number of a list: ${String(properties["start"])}`;
  const styles = styleOf(node);
  const signs = `${styles.get("list-style") ?? ""} ${styles.get("list-style-type") ?? ""}`;
  const letters = /^[ai]$/i.test(attribute(node, "type"))
    ? `type="${attribute(node, "type")}"`
    : /\b(?:lower|upper)-(?:alpha|latin|roman|greek)\b/.exec(signs)?.[0];
  return letters ? `the letters of a list that has them for numbers: ${letters}` : null;
}

/** The box of a task, which Markdown has. */
const isTaskBox = (node: Element, parent: Root | Element, at: number) =>
  attribute(node, "type") === "checkbox" &&
  at === 0 &&
  isElement(parent) &&
  (parent.tagName === "li" || parent.tagName === "p");

const attributesWithWords = ["title", "value", "placeholder", "label", "ariaLabel"] as const;

/** Removes from HTML what the portal does not show, and names it. */
class Losses {
  readonly #text: HtmlText;
  readonly #images: StoredImages;
  readonly #report: ReportLoss;
  constructor(text: HtmlText, images: StoredImages, report: ReportLoss) {
    this.#text = text;
    this.#images = images;
    this.#report = report;
  }

  #name(node: ElementContent, what: string): void {
    this.#report(what, node.position?.start.offset ?? 0);
  }

  #describe(node: Element): string {
    const { tagName } = node;
    if (tagName === "script" || tagName === "style") return `<${tagName}>`;
    const words = [
      this.#text.wordsIn(node),
      ...attributesWithWords.map((name) => attribute(node, name)),
    ].filter(Boolean);
    const source = sourceOf(node);
    const quotedText = words.length > 0 ? ` ("${words.join(" ")}")` : "";
    return `<${tagName}>${source && ` of ${source}`}${quotedText}`;
  }

  #image(node: Element): Children {
    const source = attribute(node, "src");
    const name = this.#images.get(source);
    const [alt, title] = [attribute(node, "alt"), attribute(node, "title")];
    if (name === undefined) {
      const words = [alt, title].filter(Boolean).join(" ");
      this.#name(node, `image: ${source.slice(0, 200)}${words && ` ("${words}")`}`);
      return [];
    }
    if (title) this.#name(node, `title of an image: ${title}`);
    return [{ ...node, properties: { src: name, alt: plainAlt(alt) } }];
  }

  #link(node: Element): Children {
    const { dataPortal } = node.properties; // Ghost's place for members, for which its theme makes a link
    const given = attribute(node, "href").replace(/^__GHOST_URL__/, "");
    const address = given || (typeof dataPortal === "string" ? `#/portal/${dataPortal}` : "");
    const scheme = unsafeScheme(address);
    if (scheme !== null) this.#name(node, `link to ${scheme}:`);
    const title = attribute(node, "title");
    if (scheme === null && address !== "") {
      return [{ ...node, properties: { ...node.properties, href: address, title } }];
    }
    if (title) this.#name(node, `title: ${title}`);
    return node.children;
  }

  /** Returns the link that becomes a player again, where the owner allows its site (docs/decisions/0063-embeds.md). */
  #video(node: Element, parent: Root | Element, href: string): Children {
    const named = attribute(node, "title");
    const isName = named !== "" && !/video player$/i.test(named);
    const link = element("a", [textNode(isName ? named : href)], { href });
    return isElement(parent) && parent.tagName === "p" ? [link] : [element("p", [link])];
  }

  #attributes(node: Element): void {
    const numbers = lostNumbers(node);
    if (numbers !== null) this.#name(node, numbers);
    const handlers = Object.keys(node.properties).filter((name) => /^on\w+$/i.test(name));
    if (handlers.length > 0) {
      this.#name(
        node,
        describeElement(
          node.tagName,
          handlers.map((name) => name.toLowerCase()),
        ),
      );
    }
    const direction = attribute(node, "dir");
    if (/^rtl$/i.test(direction) || node.tagName === "bdo") {
      this.#name(node, `direction of the text: ${direction || "as written"}`);
    }
    const title = attribute(node, "title");
    if (title && !withTitle.has(node.tagName)) {
      this.#name(node, `title: ${title}`);
    }
  }

  visit(node: ElementContent, parent: Root | Element, at: number): Children {
    if (node.type === "comment") {
      if (isPaywallMarker(`<!--${node.value}-->`)) return [element(paywallElement, [])];
      if (!markers.test(node.value)) this.#name(node, `a comment: ${node.value.trim()}`);
      return [];
    }
    if (!isElement(node)) return [node];
    if (node.tagName === "img") return this.#image(node);
    const video = node.tagName === "iframe" ? watchAddress(sourceOf(node)) : null;
    if (video !== null) return this.#video(node, parent, video);
    if (removed.has(node.tagName)) {
      if (node.tagName === "input" && isTaskBox(node, parent, at)) return [node];
      this.#name(node, this.#describe(node));
      return [];
    }
    this.#attributes(node);
    if (isHidden(node)) {
      const words = this.#text.wordsIn(node);
      if (words) this.#name(node, `hidden text: ${words}`);
      return [];
    }
    return node.tagName === "a" ? this.#link(node) : [node];
  }
}

/** Removes elements, attributes, images and links that the portal does not show, and names each. */
export const nameLosses =
  (text: HtmlText, images: StoredImages, report: ReportLoss) =>
  (tree: Root): void => {
    const losses = new Losses(text, images, report);
    rewrite(tree, (node, parent, at) => losses.visit(node, parent, at));
  };

export function imagesIn(tree: Root): string[] {
  const found: string[] = [];
  rewrite(structuredClone(tree), (node) => {
    if (isElement(node) && node.tagName === "img") found.push(attribute(node, "src"));
    return [node];
  });
  return found;
}
