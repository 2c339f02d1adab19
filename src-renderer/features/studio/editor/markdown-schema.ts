import { remarkStringifyOptionsCtx } from "@milkdown/core";
import type { Ctx, MilkdownPlugin } from "@milkdown/ctx";
import {
  codeBlockSchema,
  commonmark,
  emphasisSchema,
  emphasisStarInputRule,
  emphasisUnderscoreInputRule,
  headingKeymap,
  headingSchema,
  imageSchema,
  insertImageInputRule,
  linkSchema,
  remarkAddOrderInListPlugin,
  remarkHtmlTransformer,
  remarkInlineLinkPlugin,
  remarkMarker,
  remarkPreserveEmptyLinePlugin,
  strongInputRule,
  strongSchema,
  syncHeadingIdPlugin,
  syncListOrderPlugin,
  wrapInHeadingInputRule,
} from "@milkdown/preset-commonmark";
import {
  extendListItemSchemaForTask,
  gfm,
  remarkGFMPlugin,
  strikethroughInputRule,
  strikethroughSchema,
  tableCellSchema,
  tableHeaderSchema,
  tableSchema,
} from "@milkdown/preset-gfm";
import { markRule } from "@milkdown/prose";
import { textblockTypeInputRule } from "@milkdown/prose/inputrules";
import {
  $inputRule,
  $markSchema,
  $nodeSchema,
  $remark,
  type $MarkSchema,
  type $NodeSchema,
} from "@milkdown/utils";
import { markdownStyle, prepareForEditor } from "./markdown-tree.ts";
import { isSafeAddress } from "./safe-address.ts";

/** Levels of headings that readers' pages show below the title. */
export const headingLevels = [2, 3, 4] as const;

/** Parts of the presets that rewrite a text, or offer what readers' pages do not show. */
const left = new Set<unknown>(
  [
    emphasisStarInputRule,
    emphasisUnderscoreInputRule,
    headingKeymap,
    insertImageInputRule,
    remarkAddOrderInListPlugin,
    remarkHtmlTransformer,
    remarkInlineLinkPlugin,
    remarkMarker,
    remarkPreserveEmptyLinePlugin,
    strikethroughInputRule,
    strongInputRule,
    syncHeadingIdPlugin,
    syncListOrderPlugin,
    wrapInHeadingInputRule,
  ].flat(),
);

/** Adds the depth of a mark among those around it (`markdown-tree.ts`). */
const withDepth = <Id extends string>(schema: $MarkSchema<Id>, type: string) =>
  schema.extendSchema((previous) => (ctx) => {
    const base = previous(ctx);
    return {
      ...base,
      attrs: { ...base.attrs, depth: { default: 0 } },
      parseMarkdown: {
        match: (node) => node.type === type,
        runner: (state, node, mark) => {
          const { depth, url: href = null, title = null } = node;
          state.openMark(mark, { depth, ...(type === "link" && { href, title }) });
          state.next(node.children);
          state.closeMark(mark);
        },
      },
    };
  });

/** A link, which is not longer than its words when something is written after it. An unsafe one leads nowhere. */
const link = linkSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  inclusive: false,
  toDOM: ({ attrs: { href } }) => ["a", isSafeAddress(String(href)) ? { href } : {}],
}));

/** A link by the name of a definition. Its words can be changed; where it leads to stands elsewhere. */
const linkReferenceSchema = $markSchema("link_reference", () => ({
  attrs: { depth: { default: 0 }, label: {}, identifier: {}, referenceType: {} },
  inclusive: false,
  toDOM: () => ["span", { "data-link-reference": "" }],
  parseMarkdown: {
    match: ({ type }) => type === "linkReference",
    runner: (state, node, mark) => {
      const { depth, label, identifier, referenceType } = node;
      state.openMark(mark, { depth, label, identifier, referenceType });
      state.next(node.children);
      state.closeMark(mark);
    },
  },
  toMarkdown: {
    match: ({ type }) => type.name === "link_reference",
    runner: (state, mark) => {
      const { label, identifier, referenceType } = mark.attrs;
      state.withMark(mark, "linkReference", undefined, { label, identifier, referenceType });
    },
  },
}));

/** What is shown as it is written, within a paragraph or in a line of its own. */
const kept = (name: "kept_inline" | "kept_block", markdownType: string, inline: boolean) =>
  $nodeSchema(name, () => ({
    inline,
    group: inline ? "inline" : "block",
    atom: true,
    selectable: true,
    attrs: { value: { default: "", validate: "string" } },
    toDOM: ({ attrs }) => [inline ? "code" : "pre", { "data-kept": "" }, String(attrs["value"])],
    leafText: ({ attrs }) => String(attrs["value"]),
    parseMarkdown: {
      match: ({ type }) => type === markdownType,
      runner: (state, { value }, type) => void state.addNode(type, { value }),
    },
    toMarkdown: {
      match: ({ type }) => type.name === name,
      runner: (state, { attrs }) => void state.addNode("html", undefined, String(attrs["value"])),
    },
  }));

const keptInlineSchema = kept("kept_inline", "keptInline", true);
const keptBlockSchema = kept("kept_block", "keptBlock", false);

/** The line below which a text is for members only. */
export const paywallSchema = $nodeSchema("wall", () => ({
  group: "block",
  atom: true,
  selectable: true,
  draggable: true,
  attrs: { value: { default: "<!-- members-only -->", validate: "string" } },
  toDOM: () => ["hr", { "data-wall": "" }],
  parseMarkdown: {
    match: ({ type }) => type === "wall",
    runner: (state, { value }, type) => void state.addNode(type, { value }),
  },
  toMarkdown: {
    match: ({ type }) => type.name === "wall",
    runner: (state, { attrs }) => void state.addNode("html", undefined, String(attrs["value"])),
  },
}));

const code = codeBlockSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  attrs: { language: { default: "", validate: "string" }, meta: { default: null } },
  parseMarkdown: {
    match: ({ type }) => type === "code",
    runner: (state, { lang, meta, value }, type) => {
      state.openNode(type, { language: lang ?? "", meta });
      if (typeof value === "string" && value !== "") state.addText(value);
      state.closeNode();
    },
  },
  toMarkdown: {
    match: ({ type }) => type.name === "code_block",
    runner: (state, { attrs, textContent }) => {
      const { language: lang, meta } = attrs;
      state.addNode("code", undefined, textContent, { lang, meta });
    },
  },
}));

/** A picture beside the text. Its address is a name, which the node's view turns into the one that is shown. */
export const pictureSchema = imageSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  attrs: { src: { default: "" }, alt: { default: "" }, title: { default: null } },
  parseDOM: [],
  toDOM: ({ attrs }) => ["span", { "data-picture": "" }, String(attrs["alt"])],
  toMarkdown: {
    match: ({ type }) => type.name === "image",
    runner: (state, { attrs }) => {
      const { src: url, alt, title } = attrs;
      state.addNode("image", undefined, undefined, { url, alt, title: title || null });
    },
  },
}));

/** An item may begin with any block, and is tight unless it was written otherwise. */
const listItem = extendListItemSchemaForTask.extendSchema((previous) => (ctx) => {
  const base = previous(ctx);
  return {
    ...base,
    content: "block+",
    attrs: { ...base.attrs, spread: { default: false, validate: "boolean" } },
  };
});

/** A table may be its head alone. */
const table = tableSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  content: "table_header_row table_row*",
}));

/** Cells of a new table have no alignment. */
const unaligned = <Id extends string>(schema: $NodeSchema<Id>) =>
  schema.extendSchema((previous) => (ctx) => {
    const base = previous(ctx);
    const alignment = { ...base.attrs?.["alignment"], default: null };
    return { ...base, attrs: { ...base.attrs, alignment } };
  });

/** Headings have no ids: two editors on a page would have the same. */
const heading = headingSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  toDOM: ({ attrs }) => [`h${attrs["level"]}`, 0],
}));

/** `## ` begins a heading of a level that is offered. */
const headingRule = $inputRule((ctx) =>
  textblockTypeInputRule(/^(#{1,4})\s$/, headingSchema.type(ctx), ([, hashes = ""]) => ({
    level: Math.max(2, hashes.length),
  })),
);

/**
 * Makes what is typed between two signs a mark. A sign with a blank on its inner side, or a letter or digit on its outer side, is
 * part of the text, such as that of a product.
 */
const typedMark = (schema: $MarkSchema<string>, sign: string) => {
  const [first = ""] = sign;
  const content = `[^\\s${first}](?:[^${first}]*[^\\s${first}])?`;
  const signs = sign.replaceAll("*", "\\*");
  return $inputRule((ctx) =>
    markRule(
      new RegExp(`(?<![\\p{L}\\p{N}:/\\\\${first}])${signs}(${content})${signs}$`, "u"),
      schema.type(ctx),
    ),
  );
};

/** The schema of the editor's text, and how it is read from Markdown and written. */
export const markdownSchema: MilkdownPlugin[] = [
  ...commonmark.filter((part) => !left.has(part)),
  ...gfm.filter((part) => !left.has(part)),
  ...$remark("prepareForEditor", () => prepareForEditor),
  withDepth(emphasisSchema, "emphasis"),
  withDepth(strongSchema, "strong"),
  withDepth(strikethroughSchema, "delete"),
  withDepth(link, "link"),
  linkReferenceSchema,
  keptInlineSchema,
  keptBlockSchema,
  paywallSchema,
  code,
  pictureSchema,
  listItem,
  table,
  unaligned(tableCellSchema),
  unaligned(tableHeaderSchema),
  heading,
  headingRule,
  typedMark(emphasisSchema, "*"),
  typedMark(emphasisSchema, "_"),
  typedMark(strongSchema, "**"),
  typedMark(strongSchema, "__"),
  typedMark(strikethroughSchema, "~"),
  typedMark(strikethroughSchema, "~~"),
].flat();

/** Sets how changed parts of a text are written. */
export function configureMarkdown(ctx: Ctx): void {
  ctx.set(remarkStringifyOptionsCtx, markdownStyle);
  ctx.set(remarkGFMPlugin.options.key, { tablePipeAlign: false });
}
