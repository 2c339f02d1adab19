import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField } from "./fields.ts";
import { entryParams } from "./library.ts";

/*
 * Mailing an entry to those who get the weekly mail: once per entry (docs/decisions/0026-feeds-and-weekly-mail.md).
 * 404 for an entry that is neither published nor scheduled.
 */

const linkSchema = z.object({ label: z.string(), url: z.string() });

/** The mail as somebody gets it in one language, in its parts and as plain text. */
const previewSchema = z.object({
  language: z.enum(languages),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  entries: z.array(z.object({ title: z.string(), text: z.string(), url: z.string() })),
  action: z.optional(linkSchema),
  unsubscribe: z.object({ ...linkSchema.shape, why: z.string() }),
  text: z.string(),
});
export type EntryMailPreview = z.infer<typeof previewSchema>;

const sendingSchema = z.object({
  /** Name of the admin; null once the account is deleted. */
  by: z.nullable(z.string()),
  /** When it was sent; null while it waits for the entry to appear. */
  at: z.nullable(z.iso.datetime()),
  recipients: z.int(),
  /** Number of readers whose mail the mail server has not taken yet. */
  waiting: z.int(),
});

const entryMailSchema = z.object({
  /** Number of readers who would get it now. */
  recipients: z.int(),
  /** Null until an admin has it sent. */
  sending: z.nullable(sendingSchema),
  previews: z.array(previewSchema),
});
export type EntryMail = z.infer<typeof entryMailSchema>;

const path = "/studio/entries/:kind/:slug/mail";

export const getEntryMail = endpoint({
  method: "GET",
  path,
  summary: "Preview the mail of an entry, and count who gets it",
  access: "admin",
  params: entryParams,
  answer: entryMailSchema,
});

/** Sends the mail, at once or when the entry appears. 409 `conflict` if somebody has done so before. All admins are mailed. */
export const sendEntryMail = endpoint({
  method: "POST",
  path,
  summary: "Mail an entry to those who get the weekly mail",
  access: "admin",
  params: entryParams,
  body: z.object({ password: currentPasswordField }),
  answer: entryMailSchema,
  errors: [...passwordErrors, "conflict"],
});

/** Sends the mail to the caller only, as often as any mail may be requested. */
export const testEntryMail = endpoint({
  method: "POST",
  path: `${path}/test`,
  summary: "Mail an entry to oneself",
  access: "admin",
  params: entryParams,
  body: z.object({ language: z.enum(languages) }),
  answer: z.object({ to: z.string() }),
  status: 202,
  errors: ["too-many-requests"],
});
