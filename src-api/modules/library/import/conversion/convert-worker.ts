import { markdownHtml } from "#api/infra/markdown/markdown-html.ts";
import type { StoredImages } from "#api/modules/library/import/stored-images.ts";
import { plainAddresses, sizesAsAttributes } from "#api/modules/library/import/author-addresses.ts";
import { type Anchors, anchorsOf, leadToAnchors } from "./anchors.ts";
import { cleanMarkdown, imagesOfMarkdown, type Cleaned } from "./clean-markdown.ts";
import { imageAddresses, htmlToMdast } from "./html-to-mdast.ts";
import { writeMarkdown } from "./write-markdown.ts";

/**
 * `own`: Markdown as the portal exports it, and people write it for the portal. `authored`: with the attributes that authors write for
 * the programs of their sites. Both may have addresses that Markdown does not read.
 */
export type TextToConvert = { format: "markdown" | "own" | "authored" | "html"; text: string };
export type Conversion = TextToConvert & { images: StoredImages };
export type Converted = {
  body: string;
  /** What was left out, and what stays and leads nowhere, as reports name it. */
  notes: { line: number; text: string }[];
  anchors: Anchors;
};
/** What a thread is asked for. */
export type ConversionTask = Conversion | (TextToConvert & { wanted: "images" | "anchors" });

const markdownOf = ({ format, text }: TextToConvert): string => {
  if (format === "markdown") return text;
  return plainAddresses(format === "authored" ? sizesAsAttributes(text) : text);
};

function cleaned({ images, ...given }: Conversion) {
  if (given.format === "html") return htmlToMarkdown(given.text, images);
  return cleanMarkdown(markdownOf(given), images, { hasAttributes: given.format === "authored" });
}

function convertText(given: Conversion): Converted {
  const { body, dropped, lost, anchors } = cleaned(given);
  const left = dropped.map(({ line, what }) => ({ line, text: `left out: ${what}` }));
  const dead = lost.map(({ line, url }) => ({
    line,
    text: `link to ${url.slice(0, 200)}: no heading of the text has this id`,
  }));
  return { body, notes: [...left, ...dead].toSorted((a, b) => a.line - b.line), anchors };
}

/** Converts a text, or finds its images or anchors. Runs in the thread of `convert-text.ts`. */
export default function convert(given: ConversionTask): Converted | string[] | Anchors {
  if (!("wanted" in given)) {
    const converted = convertText(given);
    // what takes too long to render is refused, too
    markdownHtml(converted.body, "");
    return converted;
  }
  if (given.wanted === "anchors") return cleaned({ ...given, images: new Map() }).anchors;
  return given.format === "html" ? imageAddresses(given.text) : imagesOfMarkdown(markdownOf(given));
}

/** Returns HTML as Markdown, and what was left out. Unknown elements keep their content. */
export function htmlToMarkdown(html: string, images: StoredImages = new Map()): Cleaned {
  const losses: { what: string; offset: number }[] = [];
  const report = (what: string, offset: number) => void losses.push({ what, offset });
  const root = htmlToMdast(html, { images, report });
  const anchors = anchorsOf(root);
  const { lost } = leadToAnchors(root, anchors);
  return {
    body: writeMarkdown(root.children),
    // HTML of a post has no lines that anybody would look for
    dropped: losses.toSorted((a, b) => a.offset - b.offset).map(({ what }) => ({ line: 1, what })),
    lost: lost.map(({ url }) => ({ line: 1, url })),
    anchors,
  };
}
