import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";

export const contentKinds = ["articles", "blog", "recipes", "protocols", "videos"] as const;
export type ContentKind = (typeof contentKinds)[number];
export const contentKindSchema = z.enum(contentKinds);

export const levels = ["beginner", "intermediate", "advanced"] as const;

const tagSchema = z.object({ id: z.string(), name: z.string() });

/** The public part of an entry; never contains its body. */
export const teaserSchema = z.object({
  kind: contentKindSchema,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  publishedAt: z.iso.datetime(),
  tags: z.array(tagSchema),
  /** Name of the drawing on its cover. */
  motif: z.string(),
  /** Language of the texts: English if there is no translation. */
  language: z.enum(languages),
  /**
   * Minutes to read (articles, blog), make (recipes), train per week (protocols) or watch; at least
   * 1.
   */
  minutes: z.int(),
  recipe: z.optional(z.object({ prepMinutes: z.int(), cookMinutes: z.int(), servings: z.int() })),
  protocol: z.optional(
    z.object({
      level: z.enum(levels),
      weeks: z.int(),
      /** A preview: title and sessions of the first week, without descriptions. */
      firstWeek: z.object({
        title: z.string(),
        sessions: z.array(z.object({ title: z.string(), minutes: z.int() })),
      }),
    }),
  ),
  video: z.optional(
    z.object({
      durationSeconds: z.int(),
      /** Address of a still image; public. */
      poster: z.string(),
    }),
  ),
});
export type Teaser = z.infer<typeof teaserSchema>;

export const pageSizes = { default: 12, max: 50 } as const;

export const listContent = endpoint({
  method: "GET",
  path: "/content/:kind",
  summary: "List and search the entries of a kind",
  params: z.object({ kind: contentKindSchema }),
  query: z.object({
    /** `nextCursor` of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizes.max))),
    tag: z.optional(z.string().check(z.maxLength(40))),
    /** Words to search for in title, summary, tags, and for members in the text. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  answer: z.object({
    items: z.array(teaserSchema),
    /** Number of entries that match the filter. */
    total: z.int(),
    nextCursor: z.nullable(z.string()),
    /** Tags of the entries of this kind, most used first. */
    tags: z.array(z.extend(tagSchema, { count: z.int() })),
  }),
});

/** Returns the newest entries of each kind, for the home page. */
export const getShowcase = endpoint({
  method: "GET",
  path: "/showcase",
  summary: "Get the newest entries of each kind",
  answer: z.object({
    articles: z.array(teaserSchema),
    recipes: z.array(teaserSchema),
    protocols: z.array(teaserSchema),
    videos: z.array(teaserSchema),
  }),
});

export const ingredientSchema = z.object({
  quantity: z.number(),
  unit: z.enum(["g", "ml", "tsp", "tbsp", "pc"]),
  name: z.string(),
});

export const weekSchema = z.object({
  title: z.string(),
  sessions: z.array(z.object({ title: z.string(), minutes: z.int(), description: z.string() })),
});

/** A whole entry, for active members. Media addresses are signed and expire. */
export const entrySchema = z.extend(teaserSchema, {
  /** CommonMark with GFM tables. */
  body: z.string(),
  ingredients: z.optional(z.array(ingredientSchema)),
  weeks: z.optional(z.array(weekSchema)),
  media: z.optional(
    z.object({
      source: z.object({ src: z.string(), type: z.string() }),
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
  params: z.object({ kind: contentKindSchema, slug: z.string().check(z.maxLength(120)) }),
  answer: entrySchema,
});
