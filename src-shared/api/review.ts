import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { contentKindSchema, entrySchema, pageSizes } from "./library.ts";

/** A draft has no time at which it appears, as has an entry that was withdrawn. */
const unpublishedStatuses = ["draft", "scheduled"] as const;

/** Says that an entry may appear as it is. Dropped when the entry changes. */
const readyMarkSchema = z.object({
  /** Name of the reviewer; null once the account is deleted. */
  by: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type ReadyMark = z.infer<typeof readyMarkSchema>;

const stateSchema = z.object({
  status: z.enum(unpublishedStatuses),
  /** When a scheduled entry appears; null for a draft. */
  publishedAt: z.nullable(z.iso.datetime()),
  ready: z.nullable(readyMarkSchema),
});

const reviewItemSchema = z.extend(stateSchema, {
  kind: contentKindSchema,
  slug: z.string(),
  title: z.string(),
  /** Language of the title: English if there is no translation. */
  language: z.enum(languages),
});
export type ReviewItem = z.infer<typeof reviewItemSchema>;

/** Lists the scheduled entries by their time, then the drafts, in the caller's language. */
export const listUnpublished = endpoint({
  method: "GET",
  path: "/review/entries",
  summary: "List the drafts and scheduled entries",
  access: "reviewer",
  query: z.object({
    /** `nextCursor` of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(300))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizes.max))),
  }),
  answer: z.object({ items: z.array(reviewItemSchema), nextCursor: z.nullable(z.string()) }),
});

const entryParams = z.object({ kind: contentKindSchema, slug: z.string().check(z.maxLength(120)) });

const unpublishedSchema = z.extend(stateSchema, {
  entry: z.omit(entrySchema, { publishedAt: true }),
  /** Hash of the entry in all its languages, without the time at which it appears. */
  version: z.string(),
});
export type Unpublished = z.infer<typeof unpublishedSchema>;

/** Reads a draft or a scheduled entry. 404 for a published one, which members read. */
export const getUnpublished = endpoint({
  method: "GET",
  path: "/review/entries/:kind/:slug",
  summary: "Read a draft or a scheduled entry",
  access: "reviewer",
  params: entryParams,
  answer: unpublishedSchema,
});

/** Marks an entry as ready. 409 `conflict` if it is no longer the `version` that the reviewer has read. */
export const markReady = endpoint({
  method: "PUT",
  path: "/review/entries/:kind/:slug/ready",
  summary: "Mark a draft or a scheduled entry as ready",
  access: "reviewer",
  params: entryParams,
  body: z.object({ version: z.string().check(z.maxLength(64)) }),
  answer: z.object({ ready: readyMarkSchema }),
  errors: ["conflict"],
});

/** Takes the mark back, whoever set it. */
export const takeReadyBack = endpoint({
  method: "DELETE",
  path: "/review/entries/:kind/:slug/ready",
  summary: "Take the ready mark of an entry back",
  access: "reviewer",
  params: entryParams,
  answer: noContent,
  status: 204,
});
