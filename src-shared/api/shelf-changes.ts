import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { contentKindSchema } from "./library.ts";
import { placeSchema } from "./shelf.ts";

/** What users keep about an entry: that it is saved, or a place in it. */
export const shelfItemTypes = ["saved", "place"] as const;

/** A change of an item: what it is about, its new state, and when the user made it. */
const changeSchema = z.object({
  type: z.enum(shelfItemTypes),
  kind: contentKindSchema,
  slug: z.string().check(z.regex(/^[a-z0-9-]{1,120}$/)),
  at: z.iso.datetime(),
  /** False if it was removed: no longer saved, or read to the end. */
  isKept: z.boolean(),
  /** Of the type `place`, where it is. */
  place: z.optional(placeSchema),
});
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
