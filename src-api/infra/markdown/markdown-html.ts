import type { Root } from "hast";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import type { VFile } from "vfile";
import { remarkFigures } from "#shared/figures.ts";

/** Completes addresses, as feed readers can follow them; anchors within the text stay as they are. */
const absoluteAddresses =
  () =>
  (tree: Root, { data: { page } }: VFile) => {
    visit(tree, "element", ({ properties }) => {
      for (const name of ["href", "src"]) {
        const address = properties[name];
        if (typeof address !== "string" || address === "" || address.startsWith("#")) continue;
        const url = URL.parse(address, typeof page === "string" ? page : undefined);
        if (url) properties[name] = url.href;
      }
    });
  };

/** Shows the descriptions of images beside the text: members get them by signed addresses. */
const describeOwnImages = () => (tree: Root) => {
  visit(tree, "element", (element, index, parent) => {
    const { src, alt } = element.properties;
    if (element.tagName !== "img" || !parent || index === undefined) return;
    if (/^[^/:]+-\d+x\d+\.webp$/.test(String(src))) {
      parent.children[index] = { type: "text", value: typeof alt === "string" ? alt : "" };
    }
  });
};

const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), "figure", "figcaption"],
  protocols: {
    ...defaultSchema.protocols,
    href: [...(defaultSchema.protocols?.["href"] ?? []), "tel"],
  },
};

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkFigures)
  // HTML in a text is shown as text, as the pages show it
  .use(remarkRehype, { handlers: { html: (_, { value }) => ({ type: "text", value }) } })
  .use(rehypeSanitize, schema)
  .use(describeOwnImages)
  .use(absoluteAddresses)
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
  .freeze();

/**
 * Returns a text in Markdown (CommonMark and GFM) as HTML that is safe to show anywhere: markup in the text
 * is shown as text, and only http, https, mailto and the like are linked. Images beside the text are described.
 *
 * @param page address that relative links are completed by
 */
export const markdownHtml = (text: string, page: string): string =>
  String(processor.processSync({ value: text, data: { page } }));
