import type { Element, Root } from "hast";
import { element, isElement, rewrite, type HtmlText } from "#shared/html/hast.ts";

const findAll = (node: Element, names: readonly string[]): Element[] =>
  node.children
    .filter(isElement)
    .flatMap((child) => [
      ...(names.includes(child.tagName) ? [child] : []),
      ...findAll(child, names),
    ]);

/** Returns a figure that is one image with words below it as that image, whose title they become; null for others. */
function captioned(figure: Element, html: HtmlText): Element | null {
  const [images, captions] = [findAll(figure, ["img"]), findAll(figure, ["figcaption"])];
  const [[image], [caption]] = [images, captions];
  if (!image || !caption || images.length > 1 || captions.length > 1) return null;
  const title = html.wordsIn(caption);
  // a title has neither links nor lines of its own, and whatever else stands in the figure would be lost
  if (title === "" || title !== html.wordsIn(figure)) return null;
  if (findAll(caption, ["a", "img", "pre", "ul", "ol", "table"]).length > 0) return null;
  const link = findAll(figure, ["a"]).find((around) => findAll(around, ["img"]).length > 0);
  image.properties["title"] = title;
  return element("p", [link ? { ...link, children: [image] } : image]);
}

/** Gives the captions of figures to their images as titles, from which pages make figures again. */
export const readFigures =
  (html: HtmlText) =>
  (tree: Root): void =>
    rewrite(tree, (node) => {
      const isFigure = isElement(node) && node.tagName === "figure";
      return [(isFigure && captioned(node, html)) || node];
    });
