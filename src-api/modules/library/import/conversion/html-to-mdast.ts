import type { Element, Root as HtmlRoot } from "hast";
import type { State } from "hast-util-to-mdast";
import type {
  BlockContent,
  FootnoteDefinition,
  FootnoteReference,
  Heading,
  Html,
  PhrasingContent,
  Root,
  Nodes,
  RootContent,
} from "mdast";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { isPaywallMarker, paywallComment } from "#api/modules/library/entries/opening.ts";
import type { StoredImages } from "#api/modules/library/import/stored-images.ts";
import { addIds } from "./attributes.ts";
import { readGhostCards, removeDecorations } from "./ghost-cards.ts";
import { HtmlText } from "#shared/html/hast.ts";
import { readFigures } from "./figures.ts";
import { rewriteUnsupportedElements } from "#shared/html/unsupported-elements.ts";
import { footnoteElements, readFootnotes } from "./footnotes.ts";
import { imagesIn, nameLosses, paywallElement, type ReportLoss } from "./name-losses.ts";

/** The mark of the wall counts between blocks only. */
export const lostPaywall = "the mark of the wall (members-only) within a block";

const isPaywallNode = (node: Nodes) => node.type === "html" && isPaywallMarker(node.value);

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

/** Converts a node: an empty one to none, a paragraph with blank lines to several. */
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
function tidy(root: Root, report: (what: string) => void): void {
  const tidyIn = (node: Nodes): void => {
    if (!("children" in node)) return;
    for (const child of node.children) tidyIn(child);
    if (node.type !== "root" && node.children.some(isPaywallNode)) {
      report(lostPaywall);
      node.children = node.children.filter(
        (child) => !isPaywallNode(child),
      ) as typeof node.children;
    }
    // a kind of node becomes nodes of the same kind
    node.children = node.children.flatMap((child) => tidied(child, report)) as typeof node.children;
  };
  tidyIn(root);
}

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];

/** What GitHub allows, and what stands for nodes of Markdown. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  clobberPrefix: "",
  tagNames: [...(defaultSchema.tagNames ?? []), ...footnoteElements, paywallElement],
  attributes: {
    ...defaultSchema.attributes,
    div: ["dataAt"],
    span: ["dataAt"],
    ...Object.fromEntries(headings.map((name) => [name, ["dataIds"]])),
    ...Object.fromEntries(footnoteElements.map((name) => [name, ["dataLabel"]])),
    a: ["href", "title"],
  },
  protocols: {
    ...defaultSchema.protocols,
    href: ["http", "https", "mailto", "tel"],
  },
};

const labelOf = ({ properties }: Element) => String(properties["dataLabel"]);
const footnote = (state: State, node: Element): FootnoteDefinition => ({
  type: "footnoteDefinition",
  identifier: labelOf(node),
  label: labelOf(node),
  children: state.toFlow(state.all(node)),
});
const footnoteReference = (_: State, node: Element): FootnoteReference => ({
  type: "footnoteReference",
  identifier: labelOf(node),
  label: labelOf(node),
});

/** Gives headings, in `data-ids`, the ids of what is in them and directly before them, as links may call them by these. */
function gatherIds(tree: HtmlRoot): void {
  let waiting: string[] = [];
  visit(tree, (node) => {
    if (node.type === "text" && node.value.trim() !== "") waiting = [];
    if (node.type !== "element") return undefined;
    const { id, name } = node.properties;
    const own = [id, node.tagName === "a" && name].filter((one) => typeof one === "string");
    waiting.push(...own.filter((one) => one !== ""));
    if (!headings.includes(node.tagName)) return undefined;
    visit(node, "element", (inner) => {
      const { id: innerId, name: innerName } = inner.properties;
      if (inner === node) return;
      for (const one of [innerId, innerName]) if (typeof one === "string") waiting.push(one);
    });
    node.properties["dataIds"] = waiting.join(" ");
    waiting = [];
    return SKIP;
  });
}

function heading(state: State, node: Element): Heading {
  const depth = Number(node.tagName.slice(1)) as Heading["depth"]; // h1 to h6
  const ids = node.properties["dataIds"];
  const children = state.all(node) as PhrasingContent[]; // made one line before
  const made: Heading = { type: "heading", depth, children };
  if (typeof ids === "string") addIds(made, ids.split(/\s+/).filter(Boolean));
  state.patch(node, made);
  return made;
}

const wallLine = (): Html => ({ type: "html", value: paywallComment });

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
export type HtmlSource = {
  images: StoredImages;
  report: ReportLoss;
  /** Nodes of Markdown that stand in the HTML. */
  inHtml?: HtmlText;
};

/** Returns HTML as nodes of Markdown. What a text cannot express is reported. */
export function htmlToMdast(
  html: string,
  { images, report, inHtml = new HtmlText() }: HtmlSource,
): Root {
  const tree = parser.parse(html);
  const handleSpan = (state: State, node: Element) =>
    (inHtml.markdownOf(node) as PhrasingContent | undefined) ?? state.all(node); // of the kind that fits
  const handleDiv = (state: State, node: Element) =>
    (inHtml.markdownOf(node) as BlockContent | undefined) ?? state.toFlow(state.all(node)); // a block
  const processor = unified()
    .use(() => gatherIds)
    .use(() => removeDecorations)
    .use(() => readFootnotes(inHtml))
    .use(() => nameLosses(inHtml, images, report))
    .use(() => readFigures(inHtml))
    .use(() => readGhostCards(inHtml))
    .use(() => rewriteUnsupportedElements(inHtml))
    .use(rehypeSanitize, schema)
    .use(rehypeRemark, {
      handlers: {
        span: handleSpan,
        div: handleDiv,
        "md-footnote": footnote,
        "md-footnote-reference": footnoteReference,
        [paywallElement]: wallLine,
        ...Object.fromEntries(headings.map((name) => [name, heading])),
      },
    });
  const root = processor.runSync(tree);
  tidy(root, (what) => report(what, 0));
  return root;
}

export const imageAddresses = (html: string): string[] => imagesIn(parser.parse(html));
