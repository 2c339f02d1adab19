import { markdownHtml } from "../../../../infra/markdown/markdown-html.ts";
import type { KeptImages } from "../kept-images.ts";
import { cleanMarkdown, imagesOfMarkdown, type Dropped } from "./clean-markdown.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { imageAddresses } from "./html-to-mdast.ts";

export type TextToConvert = { format: "markdown" | "html"; text: string };
export type Conversion = TextToConvert & { images: KeptImages };
export type Converted = { body: string; dropped: Dropped[] };

function convertText({ format, text, images }: Conversion): Converted {
  if (format === "markdown") return cleanMarkdown(text, images);
  const { body, dropped } = htmlToMarkdown(text, images);
  return { body, dropped: dropped.map((what) => ({ line: 1, what })) };
}

/** Converts a text, or finds its images where none are given. Runs in the thread of `convert-text.ts`. */
export default function convert(given: TextToConvert | Conversion): Converted | string[] {
  if (!("images" in given)) {
    return given.format === "markdown" ? imagesOfMarkdown(given.text) : imageAddresses(given.text);
  }
  const converted = convertText(given);
  // what takes too long to render is refused, too
  markdownHtml(converted.body, "");
  return converted;
}
