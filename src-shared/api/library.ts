import * as z from "zod/mini";
import { contentKinds, showcaseKinds, type ShowcaseKind } from "../content-kinds.ts";
import { heightClassIds } from "../height-class.ts";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";
import { previewFields, teaserFields, textFields } from "./kind-fields.ts";

export const contentKindSchema = z.enum(contentKinds);

export const tagSchema = z.object({ id: z.string(), name: z.string() });

/** A picture of its own that an entry has as its cover. */
export const coverSchema = z.object({
  src: z.string(),
  /** Size in px. */
  width: z.int(),
  height: z.int(),
  /** The point that stays in view however it is cropped: shares of width and height, 0 to 1. */
  focus: z.object({ x: z.number(), y: z.number() }),
  /** What it shows, in words, and their language. */
  alt: z.string(),
  language: z.enum(languages),
});
export type Cover = z.infer<typeof coverSchema>;

/** What anybody may see of an entry. Never any of its body. */
export const teaserSchema = z.object({
  kind: contentKindSchema,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  publishedAt: z.iso.datetime(),
  /** When it was published again; only if it was. */
  changedAt: z.optional(z.iso.datetime()),
  tags: z.array(tagSchema),
  /** Name of the drawing on its cover, where it has no picture or that cannot be loaded. */
  motif: z.string(),
  cover: z.optional(coverSchema),
  /** Language of the texts: English if there is no translation. */
  language: z.enum(languages),
  /** To read (articles, blog), make (recipes), train a week (protocols) or watch; at least 1. */
  minutes: z.int(),
  /** Whether anybody may read the whole entry. */
  free: z.optional(z.boolean()),
  /** An entry has the fields of its own kind. */
  ...z.partial(z.object(teaserFields)).shape,
});
export type Teaser = z.infer<typeof teaserSchema>;

/** Longest search, in characters. */
export const searchLength = 100;

export const pageSizes = { default: 12, max: 50 } as const;

/** Greatest age by which a list can be narrowed, in months: older dogs are sent as this. */
export const maxAgeMonths = 240;
/** Orders of a list: newest first, or oldest first. */
const listSorts = ["newest", "oldest"] as const;
export type ListSort = (typeof listSorts)[number];

export const listContent = endpoint({
  method: "GET",
  path: "/content/:kind",
  summary: "List and search the entries of a kind",
  params: z.object({ kind: contentKindSchema }),
  query: z.object({
    /** A cursor of another answer. Belongs to its order and filter. */
    cursor: z.optional(z.string().check(z.maxLength(300))),
    sort: z.optional(z.enum(listSorts)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizes.max))),
    tag: z.optional(z.string().check(z.maxLength(40))),
    /** Leaves out what is written for other height classes than that of a dog. */
    heightClass: z.optional(z.enum(heightClassIds)),
    /** Leaves out what is for older dogs than one of so many months, by growth too (`growth.ts`). */
    ageMonths: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(maxAgeMonths))),
    /** Words to find in title, summary, tags, and for members in the text; the last may be unfinished. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(searchLength))),
  }),
  answer: z.object({
    items: z.array(teaserSchema),
    /** Number of entries that match the filter; after a cursor, as it was when the first page was read. */
    total: z.int(),
    nextCursor: z.nullable(z.string()),
    /** Tags of the entries of this kind, most used first; only with the first page. */
    tags: z.array(z.extend(tagSchema, { count: z.int() })),
  }),
});

export type ListAnswer = z.infer<typeof listContent.answer>;

/** The newest entries of each kind that the home page shows. */
export const getShowcase = endpoint({
  method: "GET",
  path: "/showcase",
  summary: "Get the newest entries of each kind",
  answer: z.object(
    // Object.fromEntries loses the keys
    Object.fromEntries(showcaseKinds.map((kind) => [kind, z.array(teaserSchema)])) as Record<
      ShowcaseKind,
      z.ZodMiniArray<typeof teaserSchema>
    >,
  ),
});

export const entryParams = z.object({
  kind: contentKindSchema,
  slug: z.string().check(z.maxLength(120)),
});

/** Returns the teaser of an entry, as the lists do. 404 if there is no published entry. */
export const getTeaser = endpoint({
  method: "GET",
  path: "/content/:kind/:slug/teaser",
  summary: "Get the teaser of an entry",
  params: entryParams,
  answer: teaserSchema,
});

/** A document that a text relies on. Titles stay in their own language. */
const sourceSchema = z.object({
  title: z.string(),
  publisher: z.string(),
  /** Address; none where only the title is certain. */
  url: z.optional(z.string()),
  language: z.enum(languages),
});
export type Source = z.infer<typeof sourceSchema>;

/** A whole entry, for active members. Media addresses are signed and expire. */
export const entrySchema = z.extend(teaserSchema, {
  /** CommonMark with GFM tables. */
  body: z.string(),
  authorSlug: z.optional(z.string()),
  sources: z.optional(z.array(sourceSchema)),
  /** When the text was last checked, and by whom. */
  reviewed: z.optional(z.object({ on: z.iso.date(), by: z.string() })),
  ...z.partial(z.object(textFields)).shape,
  media: z.optional(
    z.object({
      source: z.object({ src: z.string(), type: z.string() }),
      framesPerSecond: z.optional(z.number()),
      captions: z.array(z.object({ language: z.enum(languages), src: z.string() })),
    }),
  ),
});
export type Entry = z.infer<typeof entrySchema>;

/**
 * Returns an entry. 401 without a session, 403 `membership-required` without a membership, whether
 * or not the entry exists.
 */
export const getContent = endpoint({
  method: "GET",
  path: "/content/:kind/:slug",
  summary: "Read an entry",
  access: "member",
  params: entryParams,
  answer: entrySchema,
});

/** The public face of an entry: its teaser, what stands above the wall, and all of a free entry. */
export const previewSchema = z.extend(teaserSchema, {
  /** CommonMark with GFM: the part of the text that the author opened, else its first words. */
  opening: z.string(),
  authorSlug: z.optional(z.string()),
  /** Languages in which the entry is written, by which search engines tell its addresses apart. */
  languages: z.array(z.enum(languages)),
  ...z.partial(z.object(previewFields)).shape,
  whole: z.optional(entrySchema),
});
export type Preview = z.infer<typeof previewSchema>;

/** Returns the public face of an entry, for anybody. 404 if there is no published entry. */
export const getPreview = endpoint({
  method: "GET",
  path: "/content/:kind/:slug/preview",
  summary: "Get what anybody may read of an entry",
  params: entryParams,
  answer: previewSchema,
});
