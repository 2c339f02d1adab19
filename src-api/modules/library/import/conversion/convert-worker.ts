import { markdownHtml } from "#api/infra/markdown/markdown-html.ts";
import type { StoredImages } from "../stored-images.ts";
import { plainAddresses } from "../author-addresses.ts";
import { cleanMarkdown, imagesOfMarkdown, type Dropped } from "./clean-markdown.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { imageAddresses } from "./html-to-mdast.ts";

/** `authored`: Markdown with the addresses that authors write for the programs of their sites. */
export type TextToConvert = { format: "markdown" | "authored" | "html"; text: string };
export type Conversion = TextToConvert & { images: StoredImages };
export type Converted = { body: string; dropped: Dropped[] };

const markdownOf = ({ format, text }: TextToConvert): string =>
  format === "authored" ? plainAddresses(text) : text;

function convertText({ images, ...given }: Conversion): Converted {
  if (given.format !== "html") return cleanMarkdown(markdownOf(given), images);
  const { body, dropped } = htmlToMarkdown(given.text, images);
  return { body, dropped: dropped.map((what) => ({ line: 1, what })) };
}

/** Converts a text, or finds its images where none are given. Runs in the thread of `convert-text.ts`. */
export default function convert(given: TextToConvert | Conversion): Converted | string[] {
  if (!("images" in given)) {
    const isHtml = given.format === "html";
    return isHtml ? imageAddresses(given.text) : imagesOfMarkdown(markdownOf(given));
  }
  const converted = convertText(given);
  // what takes too long to render is refused, too
  markdownHtml(converted.body, "");
  return converted;
}
