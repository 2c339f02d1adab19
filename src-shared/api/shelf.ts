import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { contentKindSchema, pageSizes, teaserSchema } from "./library.ts";

/** Where a reader of a text is. A text that changed meanwhile is found again by what the block said. */
export const readingPlaceSchema = z.object({
  /** Index of the paragraph, heading or list among the blocks of the text, and their number. */
  block: z.int().check(z.gte(0), z.lte(100_000)),
  blocks: z.int().check(z.gte(1), z.lte(100_000)),
  /** Hash of the block's text. */
  hash: z.string().check(z.maxLength(16)),
});
export type ReadingPlace = z.infer<typeof readingPlaceSchema>;

/** Where a viewer of a video is, in seconds, and how long the video is. */
export const watchingPlaceSchema = z.object({
  second: z.int().check(z.gte(0), z.lte(1_000_000)),
  duration: z.int().check(z.gte(1), z.lte(1_000_000)),
});
export type WatchingPlace = z.infer<typeof watchingPlaceSchema>;

const placeSchema = z.union([readingPlaceSchema, watchingPlaceSchema]);
export type Place = z.infer<typeof placeSchema>;

const entryFields = {
  kind: contentKindSchema,
  slug: z.string().check(z.regex(/^[a-z0-9-]{1,120}$/)),
};

/** Returns the schema of a change: what it is about, its new state, and when the user made it. */
const changeSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("saved"),
    ...entryFields,
    at: z.iso.datetime(),
    isSaved: z.boolean(),
  }),
  z.object({
    type: z.literal("place"),
    ...entryFields,
    at: z.iso.datetime(),
    /** Null once the end was reached. */
    place: z.nullable(placeSchema),
  }),
]);
export type ShelfChange = z.infer<typeof changeSchema>;

/** Most changes in one request. */
export const mostChanges = 100;

/**
 * Merges changes of a device, made just now or while it was offline: the later one wins for each item.
 * Returns the items as they are now, which another device may have changed later.
 */
export const changeShelf = endpoint({
  method: "PUT",
  path: "/shelf",
  summary: "Save entries, and keep places in them",
  access: "member",
  body: z.object({
    /** When the device sent this, by its own clock, which tells how wrong that clock is. */
    sentAt: z.iso.datetime(),
    changes: z.array(changeSchema).check(z.maxLength(mostChanges)),
  }),
  answer: z.object({ items: z.array(changeSchema) }),
});

const begunSchema = z.object({ teaser: teaserSchema, place: placeSchema });
export type Begun = z.infer<typeof begunSchema>;

/** What the dashboard shows of the shelf. */
export const getShelf = endpoint({
  method: "GET",
  path: "/shelf",
  summary: "Get the entries begun and saved last",
  access: "member",
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
