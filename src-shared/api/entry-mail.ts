import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField } from "./fields.ts";
import { entryParams } from "./library.ts";

/*
 * Mails an entry to the subscribers of the weekly mail, once per entry (docs/decisions/0026-feeds-and-weekly-mail.md).
 * 404 for an entry that is neither published nor scheduled.
 */

const linkSchema = z.object({ label: z.string(), url: z.string() });

/** The mail in one language, in its parts and as plain text. */
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
  /** When it was sent; null while it waits for the entry to be published. */
  at: z.nullable(z.iso.datetime()),
  recipients: z.int(),
  /** Number of readers whose mail the mail server has not accepted yet. */
  waiting: z.int(),
});

const entryMailSchema = z.object({
  /** Number of readers who would get it now. */
  recipients: z.int(),
  /** Null until an admin requests the mail. */
  sending: z.nullable(sendingSchema),
  previews: z.array(previewSchema),
});
export type EntryMail = z.infer<typeof entryMailSchema>;

const path = "/studio/entries/:kind/:slug/mail";

export const getEntryMail = endpoint({
  method: "GET",
  path,
  summary: "Preview the mail about an entry and count its recipients",
  access: "admin",
  params: entryParams,
  answer: entryMailSchema,
});

/** Sends the mail at once, or when the entry is published. 409 `conflict` if requested before. Notifies all admins. */
export const sendEntryMail = endpoint({
  method: "POST",
  path,
  summary: "Mail an entry to the subscribers of the weekly mail",
  access: "admin",
  params: entryParams,
  body: z.object({ password: currentPasswordField }),
  answer: entryMailSchema,
  errors: [...passwordErrors, "conflict"],
});

/** Sends the mail to the caller only, within the usual rate limit for requested mails. */
export const testEntryMail = endpoint({
  method: "POST",
  path: `${path}/test`,
  summary: "Send a test mail of an entry to yourself",
  access: "admin",
  params: entryParams,
  body: z.object({ language: z.enum(languages) }),
  answer: z.object({ to: z.string() }),
  status: 202,
  errors: ["too-many-requests"],
});
