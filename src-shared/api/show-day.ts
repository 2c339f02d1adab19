import * as z from "zod/mini";
import { contentKinds } from "../content-kinds.ts";
import { heightClasses } from "../height-class.ts";
import { languages } from "../languages.ts";
import { furthest, showParts } from "../show-day.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { message, requiredText } from "./fields.ts";

/** Most shows of a user, items of a show that were ticked or unticked, and days ahead. */
export const showLimits = { shows: 20, ticks: 300, daysAhead: 366 } as const;

/** Days before a show from which the dashboard has it. */
export const daysOfNearShow = 21;

const heightClass = z.enum(heightClasses.map(({ id }) => id));

/** A date on the member's calendar; the server refuses those that are over everywhere, and those too far ahead. */
const day = z.iso
  .date(message.day)
  .check(z.refine((date) => date >= "2000" && date < "2100", message.day));

/** What an entry contributes to countdowns: in its front matter, and in the answer. */
export const showItemSchema = z.object({
  /** 0 is the day of the show. */
  daysBefore: z.int().check(z.gte(0), z.lte(furthest)),
  part: z.enum(showParts),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  /** Only for dogs of these classes. */
  classes: z.optional(z.array(heightClass).check(z.minLength(1))),
  /** Minutes before the start, on the day of the show; after it if negative. */
  minutesBefore: z.optional(z.int().check(z.gte(-12 * 60), z.lte(12 * 60))),
});

const itemSchema = z.extend(showItemSchema, {
  /** The same in all languages; ticks name it. */
  id: z.string(),
  kind: z.enum(contentKinds),
  slug: z.string(),
  title: z.string(),
  language: z.enum(languages),
});

const showSchema = z.object({
  id: z.string(),
  name: z.string(),
  on: day,
  /** `HH:MM` on the clock at the show. */
  startsAt: z.nullable(z.string()),
  isHot: z.boolean(),
  dog: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** That of the dog's latest height, or the one that was chosen without a dog; null for a dog not measured yet. */
  heightClass: z.nullable(heightClass),
  /** The day on which the show, or its present date, was entered. */
  plannedOn: day,
  /** Ids of the items that are ticked off. */
  ticks: z.array(z.string()),
});
export type Show = z.infer<typeof showSchema>;

/** The user's shows, and the items of the library of which the device puts their countdowns together. */
export const listShows = endpoint({
  method: "GET",
  path: "/shows",
  summary: "List the user's shows, and what the library contributes to their countdowns",
  access: "member",
  parts: ["showDay"],
  answer: z.object({
    shows: z.array(showSchema),
    items: z.array(itemSchema),
    /** Entries with items that the countdowns have no room for. */
    leftOut: z._default(z.int(), 0),
  }),
});
export type ShowDayItem = z.infer<typeof itemSchema>;

/** A dog of the user, or a class without one. */
const fields = {
  name: requiredText(80),
  on: day,
  startsAt: z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, message.invalid))),
  isHot: z.boolean(),
  dogId: z.nullable(z.uuid()),
  heightClass: z.nullable(heightClass),
};

type Competitor = { dogId?: unknown; heightClass?: unknown };

const hasOneOf = z.refine<Competitor>(
  ({ dogId, heightClass: chosen }) => (dogId === null) !== (chosen === null),
  { path: ["heightClass"], error: message.required },
);

export const showFieldsSchema = z.object(fields).check(hasOneOf);

/** `today` is the date on the calendar of the asking device. */
const body = z.object({ ...fields, today: day }).check(hasOneOf);

const params = z.object({ id: z.uuid() });

export const addShow = endpoint({
  method: "POST",
  path: "/shows",
  summary: "Add a show",
  access: "member",
  parts: ["showDay"],
  errors: ["not-found", "limit-reached"],
  body,
  answer: showSchema,
  status: 201,
});

export const changeShow = endpoint({
  method: "PUT",
  path: "/shows/:id",
  summary: "Change what is known of a show",
  access: "member",
  parts: ["showDay"],
  params,
  body,
  answer: showSchema,
});

export const deleteShow = endpoint({
  method: "DELETE",
  path: "/shows/:id",
  summary: "Delete a show",
  access: "member",
  parts: ["showDay"],
  params,
  answer: noContent,
  status: 204,
});

/** Ticks one item, or unticks it: of several devices the later change wins, for each item. */
export const tickShowItem = endpoint({
  method: "PUT",
  path: "/shows/:id/ticks",
  summary: "Tick an item of a show's countdown",
  access: "member",
  parts: ["showDay"],
  errors: ["limit-reached"],
  params,
  body: z.object({
    item: z.string().check(z.regex(/^[a-z0-9/-]{1,200}$/)),
    isDone: z.boolean(),
    /** When the user did it, and when the device sent this, by its own clock. */
    at: z.iso.datetime(),
    sentAt: z.iso.datetime(),
  }),
  answer: showSchema,
});
