import type { Nodes, PhrasingContent, Root, RootContent } from "mdast";

const hasContent = (node: Nodes): boolean =>
  node.type === "image" ||
  node.type === "footnoteReference" ||
  (node.type === "text" || node.type === "inlineCode"
    ? /\S/.test(node.value)
    : "children" in node
      ? node.children.some((child) => hasContent(child))
      : !["break", "text"].includes(node.type));

/** Returns the parts of a paragraph between blank lines that breaks made, without breaks at their ends. */
function splitAtBlankLines(children: PhrasingContent[]): PhrasingContent[][] {
  const parts: PhrasingContent[][] = [[]];
  for (const [at, child] of children.entries()) {
    const isBlankLine = child.type === "break" && children[at + 1]?.type === "break";
    const isEdge =
      child.type === "break" && (at === children.length - 1 || parts.at(-1)?.length === 0);
    if (isBlankLine) parts.push([]);
    else if (!isEdge) parts.at(-1)?.push(child);
  }
  return parts.filter((part) => part.some((child) => hasContent(child)));
}

/** Returns what becomes of a node: nothing of an empty one, several of a paragraph with blank lines. */
function tidied(node: RootContent, report: (what: string) => void): RootContent[] {
  switch (node.type) {
    case "heading":
      if (hasContent(node)) return [node];
      report("an empty heading");
      return [];
    case "paragraph":
      return splitAtBlankLines(node.children).map((children) => ({ ...node, children }));
    case "strong":
    case "emphasis":
    case "delete":
    case "link":
      return hasContent(node) ? [node] : node.children;
    case "inlineCode":
    case "table":
    case "list":
      return hasContent(node) ? [node] : [];
    default:
      return [node];
  }
}

/** Removes what HTML leaves empty, and breaks where Markdown has none. */
export function tidy(root: Root, report: (what: string) => void): void {
  const visit = (node: Nodes): void => {
    if (!("children" in node)) return;
    for (const child of node.children) visit(child);
    // a kind of node becomes nodes of the same kind
    node.children = node.children.flatMap((child) => tidied(child, report)) as typeof node.children;
  };
  visit(root);
}
