import { markdownHtml } from "#api/infra/markdown/markdown-html.ts";
import type { StoredImages } from "#api/modules/library/import/stored-images.ts";
import { plainAddresses, sizesAsAttributes } from "#api/modules/library/import/author-addresses.ts";
import type { Anchors } from "./anchors.ts";
import { cleanMarkdown, imagesOfMarkdown } from "./clean-markdown.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { imageAddresses } from "./html-to-mdast.ts";

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
