import type { StoredImages } from "../stored-images.ts";
import { htmlToMdast } from "./html-to-mdast.ts";
import { writeMarkdown } from "./write-markdown.ts";

/** Returns HTML as Markdown, and what was left out. Unknown elements keep their content. */
export function htmlToMarkdown(
  html: string,
  images: StoredImages = new Map(),
): { body: string; dropped: string[] } {
  const losses: { what: string; offset: number }[] = [];
  const report = (what: string, offset: number) => void losses.push({ what, offset });
  const body = writeMarkdown(htmlToMdast(html, { images, report }).children);
  return { body, dropped: losses.toSorted((a, b) => a.offset - b.offset).map(({ what }) => what) };
}
