import * as z from "zod/mini";
import { date } from "./billing.ts";
import { endpoint, file, noContent } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField } from "./fields.ts";

/**
 * The fields that are read of a member, each from a column of the file. `price` is in units of the currency ("9.50"), `price_minor` in its
 * minor units ("950"). `renews` is the opposite of `cancelled`. `status` is that of the subscription at Stripe, or "Active" of
 * Memberful. `joined`: the day of the account, `began`: that of the membership.
 */
export const importFields = [
  "email",
  "name",
  "language",
  "plan",
  "period",
  "price",
  "price_minor",
  "currency",
  "paid_until",
  "cancelled",
  "renews",
  "status",
  "complimentary",
  "deleted",
  "joined",
  "began",
  "note",
  "labels",
  "consent",
  "consent_date",
  "stripe_customer_id",
  "stripe_subscription_id",
] as const;
export type ImportField = (typeof importFields)[number];

export const importLimits = {
  bytes: 30 * 1024 * 1024,
  lines: 50_000,
  columns: 200,
  /** Different names of plans; a file with more probably has the wrong column mapped. */
  plans: 100,
  /** Characters of the file's name. */
  name: 300,
} as const;

/** Days after its upload on which an import is deleted with its lines. */
export const importDays = 30;

/** What a plan of the former site becomes here: a membership, or an account without one. */
export const planChoices = ["monthly", "yearly", "free"] as const;
export type PlanChoice = (typeof planChoices)[number];

/** changed: an existing account was changed; refused: nothing of the line was imported. */
export const importOutcomes = ["created", "changed", "unchanged", "refused"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** draft: can be mapped, checked and started; running: a job imports it. */
export const importStates = ["draft", "running", "done"] as const;

const count = z.int();

const importSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Name of the admin who uploaded it; null for the command, and for an account that was deleted since. */
  by: z.nullable(z.string()),
  lines: count,
  createdAt: date,
  startedAt: z.nullable(date),
  finishedAt: z.nullable(date),
  /** Lines that were imported so far, by outcome; all 0 for a draft. */
  counts: z.record(z.enum(importOutcomes), count),
});
export type MemberImport = z.infer<typeof importSchema>;

const mappingSchema = z.object({
  /** The column of the file that each field is read from; fields that are absent are not read. Two fields may share one. */
  columns: z.partialRecord(z.enum(importFields), z.string().check(z.maxLength(500))),
  /** What each plan of the file becomes here, by its name; "" for lines without one. Not needed for lines that have a period. */
  plans: z.record(z.string().check(z.maxLength(500)), z.enum(planChoices)),
});
export type ImportMapping = z.infer<typeof mappingSchema>;

const wholeImportSchema = z.extend(importSchema, {
  /** The columns of the file, in its order. */
  columns: z.array(z.string()),
  /** As recognised, or as it was saved last. */
  mapping: mappingSchema,
  /** The names in the column mapped to `plan`, the most frequent first; "" for lines without a name. Empty without such a column. */
  plans: z.array(z.object({ name: z.string(), lines: count })),
  /** The first lines of the file, as they are in it: cells by column. */
  sample: z.array(z.object({ line: count, cells: z.record(z.string(), z.string()) })),
  /** Why it cannot be checked or started yet: no column is mapped to the e-mail address. */
  problems: z.array(z.enum(["email-unmapped"])),
});
export type WholeMemberImport = z.infer<typeof wholeImportSchema>;

const params = z.object({ id: z.uuid() });

/**
 * Stores a CSV file of members as a draft. 400 `validation` with the field `file` for one that is no table (`noTable`), has no lines
 * (`noLines`) or more than `importLimits.lines` (`tooManyLines`).
 */
export const uploadMembers = endpoint({
  method: "POST",
  path: "/member-imports",
  summary: "Upload a CSV file of members",
  access: "admin",
  query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(importLimits.name)) }),
  body: file,
  upload: { maxBytes: importLimits.bytes },
  answer: wholeImportSchema,
  status: 201,
  errors: ["too-many-requests"],
});

/** Lists the latest 50 imports, newest first. */
export const listMemberImports = endpoint({
  method: "GET",
  path: "/member-imports",
  summary: "List the imports of members",
  access: "admin",
  answer: z.object({ items: z.array(importSchema) }),
});

/** Returns an import with its mapping and its progress. */
export const getMemberImport = endpoint({
  method: "GET",
  path: "/member-imports/:id",
  summary: "Get an import of members",
  access: "admin",
  params,
  answer: wholeImportSchema,
});

/** Saves which column each field is read from, and what each plan becomes here. 409 `conflict` once it was started. */
export const mapMemberImport = endpoint({
  method: "PUT",
  path: "/member-imports/:id/mapping",
  summary: "Map the columns of an import of members",
  access: "admin",
  errors: ["conflict"],
  params,
  body: mappingSchema,
  answer: wholeImportSchema,
});

/**
 * What happens with a line, or is wrong with it; a line can have several. Those from `address-missing` on refuse the line.
 */
const importNoticeCodes = [
  "account-created",
  "membership-begins",
  "membership-begins-ending",
  "grant-begins",
  "paid-longer",
  "cancelled-there",
  "resumed-there",
  "labels-added",
  "note-added",
  "consent-added",
  "consent-withdrawn",
  "stripe-unknown",
  "stripe-not-asked",
  "stripe-unanswered",
  "stripe-second",
  "needs-card",
  "no-membership",
  "day-over",
  "day-missing",
  "ended-there",
  "overdue-there",
  "has-membership",
  "ended-here",
  "continued-here",
  "unsubscribed-here",
  "is-admin",
  "language-unknown",
  "note-cut",
  "address-missing",
  "address-invalid",
  "address-twice",
  "stripe-of-other",
  "deleted-there",
  "quotes-broken",
  "cells-too-many",
  "text-too-long",
  "plan-unknown",
  "period-unknown",
  "period-missing",
  "price-invalid",
  "price-too-small",
  "currency-unknown",
  "day-invalid",
  "answer-unclear",
  "status-unknown",
  "stripe-invalid",
] as const;
export type ImportNoticeCode = (typeof importNoticeCodes)[number];

const lineSchema = z.object({
  /** Number of the line in the file; the header is line 1. */
  line: count,
  /** As they are in the file. */
  email: z.string(),
  name: z.string(),
  outcome: z.enum(importOutcomes),
  notices: z.array(
    z.object({
      code: z.enum(importNoticeCodes),
      /** The field that it is about, if it is about one. */
      field: z.nullable(z.enum(importFields)),
      /** A sentence in the caller's language. */
      text: z.string(),
    }),
  ),
  /** The account; null before the import, and for a refused line. */
  userId: z.nullable(z.string()),
});
export type ImportLine = z.infer<typeof lineSchema>;

const lineQuery = z.object({
  outcome: z.optional(z.enum(importOutcomes)),
  /** Only lines with this notice. */
  notice: z.optional(z.enum(importNoticeCodes)),
  /** The last line of the page before. */
  after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(importLimits.lines + 1))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
});

const lineCounts = z.object({
  outcomes: z.record(z.enum(importOutcomes), count),
  /** Lines that have a notice, by its code; those that no line has are absent. */
  notices: z.partialRecord(z.enum(importNoticeCodes), count),
});

/**
 * Says what would happen with each line now, without doing it. The first page, without `after`, has `counts` of the whole file. 409
 * `conflict` once it was started; 400 `validation` with the field `email` while no column is mapped to the address.
 */
export const checkMemberImport = endpoint({
  method: "GET",
  path: "/member-imports/:id/check",
  summary: "Check an import of members without starting it",
  access: "admin",
  errors: ["conflict", "too-many-requests"],
  params,
  query: lineQuery,
  answer: z.object({
    counts: z.nullable(lineCounts),
    items: z.array(lineSchema),
    /** `after` of the next page; null: this is the last one. */
    nextAfter: z.nullable(count),
  }),
});

/** Starts an import, which a job runs. 409 `conflict` when it was started before; 400 as for the check. */
export const startMemberImport = endpoint({
  method: "POST",
  path: "/member-imports/:id/start",
  summary: "Start an import of members",
  access: "admin",
  errors: ["conflict", ...passwordErrors],
  params,
  body: z.object({ password: currentPasswordField }),
  answer: importSchema,
  status: 202,
});

/** Lists the outcomes of the lines of a started import, as far as they are imported. */
export const listMemberImportLines = endpoint({
  method: "GET",
  path: "/member-imports/:id/lines",
  summary: "List the lines of an import of members",
  access: "admin",
  params,
  query: lineQuery,
  answer: z.object({ items: z.array(lineSchema), nextAfter: z.nullable(count) }),
});

/** Deletes a draft with its lines. 409 `conflict` once it was started. */
export const deleteMemberImport = endpoint({
  method: "DELETE",
  path: "/member-imports/:id",
  summary: "Delete a draft of an import of members",
  access: "admin",
  errors: ["conflict"],
  params,
  answer: noContent,
  status: 204,
});
