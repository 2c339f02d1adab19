import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { contentKindSchema } from "./library.ts";
import { readingPositionSchema } from "./shelf.ts";

/** What is stored of an entry for a user: that it is saved, the reading position, or a ticked item. */
export const shelfItemTypes = ["saved", "place", "tick"] as const;

/** A change of an item: what it is about, its new state, and when the user made it. */
export const shelfChangeSchema = z
  .object({
    type: z.enum(shelfItemTypes),
    kind: contentKindSchema,
    slug: z.string().check(z.regex(/^[a-z0-9-]{1,120}$/)),
    at: z.iso.datetime(),
    /** False if it was removed: no longer saved, read to the end, or no longer ticked. */
    isKept: z.boolean(),
    place: z.optional(readingPositionSchema),
    /** Of the type `tick`, what is ticked off, counted from 0: "ingredient-0", "step-3". */
    item: z.optional(z.string().check(z.regex(/^(ingredient|step)-\d{1,3}$/))),
  })
  .check(z.refine(({ type, item }) => (type === "tick") === (item !== undefined)));
export type ShelfChange = z.infer<typeof shelfChangeSchema>;

export const maxChanges = 100;

/** Merges changes of a device: the later one wins for each item. Returns the items as they are now. */
export const changeShelf = endpoint({
  method: "PUT",
  path: "/shelf",
  summary: "Save entries, reading positions and ticks",
  access: "member",
  body: z.object({
    /** When the device sent this, by its own clock: shows how wrong that clock is. */
    sentAt: z.iso.datetime(),
    changes: z.array(shelfChangeSchema).check(z.maxLength(maxChanges)),
  }),
  answer: z.object({ items: z.array(shelfChangeSchema) }),
});
