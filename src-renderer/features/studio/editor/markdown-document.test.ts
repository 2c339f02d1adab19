import { Editor, rootCtx } from "@milkdown/core";
import type { Ctx } from "@milkdown/ctx";
import type { Node } from "@milkdown/prose/model";
import { EditorState } from "@milkdown/prose/state";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MarkdownDocument } from "./markdown-document.ts";
import { configureMarkdown, markdownSchema } from "./markdown-schema.ts";
import { oddMarkdown } from "./testing/odd-markdown.ts";

const files = import.meta.glob<string>("../../../../resources/content/**/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** The texts of the demo content, without their front matter. */
const demoTexts = Object.entries(files).map(
  ([path, text]) =>
    [path.replace(/.*content\//, ""), text.replace(/^---\n[^]*?\n---\n/, "")] as const,
);

let editor: Editor;
let ctx: Ctx;

beforeAll(async () => {
  editor = Editor.make()
    .config((config) => {
      configureMarkdown(config);
      config.set(rootCtx, document.body);
    })
    .use(markdownSchema);
  await editor.create();
  ({ ctx } = editor);
});
afterAll(() => void editor.destroy());

const parser = unified().use(remarkParse).use(remarkGfm);

/** Returns the lines of a text's tree without positions; each value stands in a line of its own. */
const linesOf = (markdown: string) =>
  JSON.stringify(
    parser.parse(markdown.replaceAll("\r\n", "\n")),
    (key, value: unknown) => (key === "position" ? undefined : value),
    1,
  ).split("\n");

/** Returns a document whose texts begin with another word; only the text in the middle, or all of them. */
function changeWords(doc: Node, which: "one" | "all"): { changed: Node; words: number } {
  const places: { node: Node; from: number; to: number }[] = [];
  doc.descendants((node, at) => {
    const word = node.isText && /\p{L}+/u.exec(node.text ?? "");
    if (!word) return;
    const from = at + word.index;
    places.unshift({ node, from, to: from + word[0].length });
  });
  const chosen = which === "all" ? places : places.slice(places.length / 2).slice(0, 1);
  const { tr } = EditorState.create({ doc });
  for (const { node, from, to } of chosen)
    tr.replaceWith(from, to, doc.type.schema.text("Qx", node.marks));
  return { changed: tr.doc, words: chosen.length };
}

test.each([...demoTexts, ...Object.entries(oddMarkdown)])(
  "%s keeps its bytes unchanged, and differs in nothing but the changed words",
  (_, text) => {
    const document = new MarkdownDocument(ctx, text);
    expect(document.write(document.node)).toBe(text);
    const before = linesOf(text);
    for (const which of ["one", "all"] as const) {
      const { changed, words } = changeWords(document.node, which);
      const after = linesOf(document.write(changed));
      expect(after).toHaveLength(before.length);
      const differing = after.filter((line, at) => line !== before[at]);
      expect(differing.filter((line) => !line.includes("Qx"))).toEqual([]);
      expect(differing.join().match(/Qx/g) ?? []).toHaveLength(words);
    }
  },
);
