import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { contentKindSchema, pageSizes, teaserSchema } from "./library.ts";

/** Where a reader of a text is. A text that changed meanwhile is found again by what the block said. */
const readingPlaceSchema = z.object({
  /** Index of the paragraph, heading or list among the blocks of the text, and their number. */
  block: z.int().check(z.gte(0), z.lte(100_000)),
  blocks: z.int().check(z.gte(1), z.lte(100_000)),
  /** Hash of the block's text. */
  hash: z.string().check(z.maxLength(16)),
});
export type ReadingPlace = z.infer<typeof readingPlaceSchema>;

/** Where a viewer of a video is, in seconds, and how long the video is. */
const watchingPlaceSchema = z.object({
  second: z.int().check(z.gte(0), z.lte(1_000_000)),
  duration: z.int().check(z.gte(1), z.lte(1_000_000)),
});
export type WatchingPlace = z.infer<typeof watchingPlaceSchema>;

export const placeSchema = z.union([readingPlaceSchema, watchingPlaceSchema]);
export type Place = z.infer<typeof placeSchema>;

const begunSchema = z.object({ teaser: teaserSchema, place: placeSchema });
export type Begun = z.infer<typeof begunSchema>;

/** What the dashboard shows of the shelf: nothing for users without a membership. */
export const getShelf = endpoint({
  method: "GET",
  path: "/shelf",
  summary: "Get the entries begun and saved last",
  access: "user",
  answer: z.object({
    /** Last opened first. */
    begun: z.array(begunSchema),
    /** Saved last first. */
    saved: z.array(teaserSchema),
    /** When the previous visit ended, null on the first one: what was published since then is new. */
    newSince: z.nullable(z.iso.datetime()),
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

/** Whether an entry is saved, and the place in it; the same for entries that do not exist. */
export const getShelfEntry = endpoint({
  method: "GET",
  path: "/shelf/:kind/:slug",
  summary: "Get whether an entry is saved, and the place in it",
  access: "member",
  params: z.object({ kind: contentKindSchema, slug: z.string().check(z.maxLength(120)) }),
  answer: z.object({ isSaved: z.boolean(), place: z.nullable(placeSchema) }),
});
