import type { Element, Root } from "hast";
import {
  attribute,
  element,
  hasClass,
  isElement,
  rewrite,
  text,
  type Children,
  type HtmlText,
} from "#shared/html/hast.ts";

/*
 * The cards of Ghost's editor as it exports them: HTML for a theme, with parts of players and drawings that say nothing.
 */

/** Parts that are drawn, or belong to a player. */
const decorations = [
  "kg-toggle-card-icon",
  "kg-audio-player",
  "kg-video-overlay",
  "kg-video-player-container",
  "kg-video-player",
  "kg-file-card-icon",
  "kg-bookmark-icon",
];

function find(node: Element, name: string): Element | undefined {
  for (const child of node.children.filter(isElement)) {
    const found = hasClass(child, name) ? child : find(child, name);
    if (found) return found;
  }
  return undefined;
}

class Cards {
  readonly #html: HtmlText;
  constructor(html: HtmlText) {
    this.#html = html;
  }

  #words = (node: Element, name: string): string => {
    const found = find(node, name);
    return found ? this.#html.wordsIn(found) : "";
  };

  /** Returns whether words are all those of a node: a theme may have added others. */
  #sayAll(node: Element, words: string): boolean {
    const letters = (value: string) =>
      Array.from(value.replaceAll(/[\s·]+/g, ""))
        .toSorted()
        .join("");
    return letters(this.#html.wordsIn(node)) === letters(words);
  }

  /** Returns a card around a link as its title, which is the link, and paragraphs of its other words. */
  #linked(node: Element, [title, ...lines]: string[], images: Children): Children {
    if (!this.#sayAll(node, [title, ...lines].join(" "))) return [node];
    const href = attribute(node, "href");
    const paragraphs = lines.filter(Boolean).map((line) => element("p", [text(line)]));
    const link = element("a", [text(title || href)], { href });
    return [element("p", [link]), ...paragraphs, ...images];
  }

  #pictures(node: Element): Children {
    const found: Children = [];
    rewrite(structuredClone(node), (child) => {
      if (isElement(child) && child.tagName === "img") found.push(child);
      return [child];
    });
    return found.map((child) => element("p", [child]));
  }

  #bookmark(node: Element): Children {
    const by = [
      this.#words(node, "kg-bookmark-author"),
      this.#words(node, "kg-bookmark-publisher"),
    ];
    const lines = [
      this.#words(node, "kg-bookmark-title"),
      this.#words(node, "kg-bookmark-description"),
      by.filter(Boolean).join(" · "),
    ];
    return this.#linked(node, lines, this.#pictures(node));
  }

  #file(node: Element): Children {
    const about = [
      this.#words(node, "kg-file-card-filename"),
      this.#words(node, "kg-file-card-filesize"),
    ];
    const title = this.#words(node, "kg-file-card-title");
    const facts = about.filter(Boolean).join(" · ");
    return this.#linked(
      node,
      [title || facts, this.#words(node, "kg-file-card-caption"), title && facts],
      this.#pictures(node),
    );
  }

  #callout(node: Element): Children {
    const emoji = this.#words(node, "kg-callout-emoji");
    const body = find(node, "kg-callout-text");
    const isSimple = body && !body.children.some((child) => this.#html.isBlock(child));
    if (!emoji || !isSimple || !this.#sayAll(node, `${emoji} ${this.#html.wordsIn(body)}`)) {
      return [node];
    }
    return [element("p", [text(`${emoji} `), ...body.children])];
  }

  #rating(node: Element): Children {
    if (this.#html.wordsIn(node) !== "") return [node];
    const stars = node.children.filter(isElement);
    const active = stars.filter((star) => hasClass(star, "kg-product-card-rating-active")).length;
    return [element("p", [text("★".repeat(active) + "☆".repeat(stars.length - active))])];
  }

  read(node: Element): Children {
    if (hasClass(node, "kg-bookmark-container")) return this.#bookmark(node);
    if (hasClass(node, "kg-file-card-container")) return this.#file(node);
    if (hasClass(node, "kg-callout-card")) return this.#callout(node);
    if (hasClass(node, "kg-product-card-rating")) return this.#rating(node);
    return [node];
  }
}

/** Removes what Ghost's cards draw. */
export const removeDecorations = (tree: Root): void =>
  rewrite(tree, (node) =>
    isElement(node) && decorations.some((name) => hasClass(node, name)) ? [] : [node],
  );

/** Replaces Ghost's cards by what they say. */
export const readGhostCards =
  (html: HtmlText) =>
  (tree: Root): void => {
    const cards = new Cards(html);
    rewrite(tree, (node) => (isElement(node) ? cards.read(node) : [node]));
  };
