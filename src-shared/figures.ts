/** A node of Markdown (mdast), with what figures need of it. */
type MarkdownNode = {
  type: string;
  title?: string | null | undefined;
  value?: string;
  children?: MarkdownNode[];
  data?: unknown;
};

/** Returns the image of a paragraph that has nothing else, apart from a link around it; undefined for other nodes. */
function loneImage({ type, children = [] }: MarkdownNode): MarkdownNode | undefined {
  if (type !== "paragraph" || children.length !== 1) return undefined;
  const [only] = children;
  const inner = only?.type === "link" && only.children?.length === 1 ? only.children[0] : only;
  return inner?.type === "image" ? inner : undefined;
}

function addFigures(node: MarkdownNode): void {
  for (const child of node.children ?? []) addFigures(child);
  const image = loneImage(node);
  if (!image?.title) return;
  node.data = { hName: "figure" };
  node.children?.push({
    type: "paragraph",
    data: { hName: "figcaption" },
    children: [{ type: "text", value: image.title }],
  });
  image.title = null;
}

/** Plugin of remark: a paragraph that is an image with a title becomes a figure with a caption. */
export const remarkFigures =
  () =>
  (root: MarkdownNode): void =>
    addFigures(root);
