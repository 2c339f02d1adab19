import type { RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { fitMarks } from "#shared/html-meaning.ts";

const writerOf = (tablePipeAlign: boolean) =>
  unified()
    .use(remarkGfm, { tablePipeAlign })
    .use(remarkStringify, { bullet: "-", emphasis: "*" })
    .freeze();
const [aligned, plain] = [writerOf(true), writerOf(false)];

/** Most characters of a text whose tables have columns of equal width: each cell takes the space of the longest. */
const maxAligned = 10_000;

function write(children: RootContent[]): string {
  const root = { type: "root" as const, children };
  return (toString(root).length > maxAligned ? plain : aligned).stringify(root).trim();
}

export function writeMarkdown(children: RootContent[]): string {
  for (const child of children) fitMarks(child, write);
  return write(children);
}
