import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { contentKindSchema, pageSizes, teaserSchema } from "./library.ts";

const countSchema = z.int().check(z.gte(0), z.lte(1_000_000));

/** Where a reader is: in a text by blocks, in a video by seconds, in a recipe by steps. */
export const readingPositionSchema = z.object({
  /** Index of the block, second, or number of the step. */
  position: countSchema,
  /** Number of blocks, seconds, or steps. */
  length: countSchema,
  /** Hash of the block's text, by which the position is found in a text that has changed. */
  hash: z.optional(z.string().check(z.regex(/^[\w-]{1,16}$/))),
  /** What the page's address says besides: how a recipe is scaled, "portions=7&units=us". */
  search: z.optional(z.string().check(z.regex(/^[\w=&.-]{1,120}$/))),
});
export type ReadingPosition = z.infer<typeof readingPositionSchema>;

const begunSchema = z.object({ teaser: teaserSchema, place: readingPositionSchema });
export type BegunEntry = z.infer<typeof begunSchema>;

/** New entries of a kind are counted up to this. */
export const maxNew = 100;

/** What the dashboard shows of the shelf: nothing for users without a membership. */
export const getShelf = endpoint({
  method: "GET",
  path: "/shelf",
  summary: "Get the entries begun and saved last",
  access: "user",
  answer: z.object({
    /** Last opened first. */
    begun: z.array(begunSchema),
    /** The last saved ones. Only older desktop apps show them and `newCounts`; they refuse an answer that lacks either. */
    saved: z.array(teaserSchema),
    /** When the previous visit ended, null on the first one: what was published since then is new. */
    newSince: z.nullable(z.iso.datetime()),
    /** How many entries that is, for kinds that have any; `maxNew` stands for more too. */
    newCounts: z.array(z.object({ kind: contentKindSchema, count: z.int() })),
    /** Whether a show may be at most `daysOfNearShow` ahead. */
    hasShowAhead: z.boolean(),
  }),
});

export const listSaved = endpoint({
  method: "GET",
  path: "/shelf/saved",
  summary: "List the saved entries, saved last first",
  access: "member",
  query: z.object({
    kind: z.optional(contentKindSchema),
    /** `nextCursor` of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(300))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizes.max))),
  }),
  answer: z.object({ items: z.array(teaserSchema), nextCursor: z.nullable(z.string()) }),
});

/** What is stored of an entry for a user; nothing for entries that do not exist. */
export const getShelfEntry = endpoint({
  method: "GET",
  path: "/shelf/:kind/:slug",
  summary: "Get whether an entry is saved, the reading position, and its ticks",
  access: "member",
  params: z.object({ kind: contentKindSchema, slug: z.string().check(z.maxLength(120)) }),
  answer: z.object({
    isSaved: z.boolean(),
    place: z.nullable(readingPositionSchema),
    /** What is ticked off in a recipe: "ingredient-0", "step-3". */
    ticks: z.array(z.string()),
  }),
});
