import * as z from "zod/mini";
import type { ContentKind } from "../content-kinds.ts";
import { languages } from "../languages.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { requiredText } from "./fields.ts";
import { pageSizes } from "./library.ts";

export const notedKinds = ["articles", "videos"] as const satisfies readonly ContentKind[];
export type NotedKind = (typeof notedKinds)[number];

/** waiting: an admin has yet to decide on the text; rejected: with a reason, to its author only. */
export const noteStates = ["waiting", "approved", "rejected"] as const;

/** Longest note and longest reason of an admin, in characters. */
export const noteLength = { text: 2000, reason: 500 } as const;

const writtenSchema = z.object({
  /** Plain text; blank lines separate paragraphs. */
  text: z.string(),
  language: z.enum(languages),
});

const shownNoteSchema = z.extend(writtenSchema, {
  id: z.string(),
  author: z.string(),
  approvedAt: z.iso.datetime(),
});
export type ShownNote = z.infer<typeof shownNoteSchema>;

const ownNoteSchema = z.extend(writtenSchema, {
  state: z.enum(noteStates),
  /** Why an admin rejected the text, or took it down. */
  reason: z.nullable(z.string()),
  /** Whether readers see a text of this note: this one, or while it waits the one approved before. */
  isShown: z.boolean(),
});
export type OwnNote = z.infer<typeof ownNoteSchema>;

const entryParams = z.object({
  kind: z.enum(notedKinds),
  slug: z.string().check(z.maxLength(120)),
});

/** Lists the approved notes on an entry, the first approved first, for those who may read the entry. */
export const listJudgeNotes = endpoint({
  method: "GET",
  path: "/content/:kind/:slug/judge-notes",
  summary: "List the judges' notes on an entry",
  access: "member",
  parts: ["judgesNotes"],
  params: entryParams,
  answer: z.object({
    items: z.array(shownNoteSchema),
    own: z.nullable(ownNoteSchema),
  }),
});

export const noteFormSchema = z.object({ text: requiredText(noteLength.text) });

/**
 * Writes the caller's note on an entry, or changes it; it then waits for an admin, and the text approved last stays
 * visible. 403 `forbidden` to those who are no judges.
 */
export const writeJudgeNote = endpoint({
  method: "PUT",
  path: "/content/:kind/:slug/judge-note",
  summary: "Write or change one's judge's note on an entry",
  access: "member",
  parts: ["judgesNotes"],
  params: entryParams,
  body: noteFormSchema,
  answer: z.object({ own: ownNoteSchema }),
  errors: ["forbidden", "too-many-requests"],
});

/** Withdraws the caller's note, for former judges and members too. */
export const withdrawJudgeNote = endpoint({
  method: "DELETE",
  path: "/content/:kind/:slug/judge-note",
  summary: "Withdraw one's judge's note on an entry",
  access: "user",
  parts: ["judgesNotes"],
  params: entryParams,
  answer: noContent,
  status: 204,
});

const moderatedNoteSchema = z.extend(writtenSchema, {
  id: z.string(),
  kind: z.enum(notedKinds),
  slug: z.string(),
  /** Title of the entry; null while it is not published. */
  title: z.nullable(z.string()),
  author: z.string(),
  writtenAt: z.iso.datetime(),
  /** The text that readers see meanwhile, if there is one. */
  shown: z.nullable(z.extend(writtenSchema, { approvedAt: z.iso.datetime() })),
});
export type ModeratedNote = z.infer<typeof moderatedNoteSchema>;

/** waiting: notes to decide on, oldest first; shown: notes that readers see, latest first. */
const noteQueues = ["waiting", "shown"] as const;
export type NoteQueue = (typeof noteQueues)[number];

export const listModeratedNotes = endpoint({
  method: "GET",
  path: "/review/judge-notes",
  summary: "List the judges' notes to moderate",
  access: "admin",
  parts: ["judgesNotes"],
  query: z.object({
    /** The waiting ones unless given. */
    queue: z.optional(z.enum(noteQueues)),
    /** `nextCursor` of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(300))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizes.max))),
  }),
  answer: z.object({ items: z.array(moderatedNoteSchema), nextCursor: z.nullable(z.string()) }),
});

const noteParams = z.object({ id: z.uuid() });
const reason = requiredText(noteLength.reason);

/** Shows a waiting text to readers. 409 `conflict` if it was changed after `writtenAt`, or decided on. */
export const approveJudgeNote = endpoint({
  method: "PUT",
  path: "/review/judge-notes/:id/approval",
  summary: "Approve a judge's note",
  access: "admin",
  parts: ["judgesNotes"],
  params: noteParams,
  body: z.object({ writtenAt: z.iso.datetime() }),
  answer: noContent,
  status: 204,
  errors: ["conflict"],
});

/** Rejects a waiting text; the one approved before stays visible. 409 as for the approval. */
export const rejectJudgeNote = endpoint({
  method: "PUT",
  path: "/review/judge-notes/:id/rejection",
  summary: "Reject a judge's note",
  access: "admin",
  parts: ["judgesNotes"],
  params: noteParams,
  body: z.object({ writtenAt: z.iso.datetime(), reason }),
  answer: noContent,
  status: 204,
  errors: ["conflict"],
});

/** Takes down the text that readers see. 409 `conflict` if another one was approved after `approvedAt`. */
export const takeJudgeNoteDown = endpoint({
  method: "PUT",
  path: "/review/judge-notes/:id/takedown",
  summary: "Take down a judge's note that readers see",
  access: "admin",
  parts: ["judgesNotes"],
  params: noteParams,
  body: z.object({ approvedAt: z.iso.datetime(), reason }),
  answer: noContent,
  status: 204,
  errors: ["conflict"],
});

export const reasonFormSchema = z.object({ reason });
