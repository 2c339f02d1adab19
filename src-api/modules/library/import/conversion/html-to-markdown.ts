import type { StoredImages } from "#api/modules/library/import/stored-images.ts";
import { anchorsOf, leadToAnchors } from "./anchors.ts";
import type { Cleaned } from "./clean-markdown.ts";
import { htmlToMdast } from "./html-to-mdast.ts";
import { writeMarkdown } from "./write-markdown.ts";

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
