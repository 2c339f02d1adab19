import * as z from "zod/mini";
import { contentKinds } from "../content-kinds.ts";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField } from "./fields.ts";

/*
 * Mails an entry or an announcement to an audience, once (docs/decisions/0065-mails-to-audiences.md).
 * 404 for an entry that is neither published nor scheduled, and for an announcement that readers do not see.
 */

/**
 * Who gets a mail: the subscribers of the weekly mail; all who agreed to mails; of those the active members; of those everybody
 * else, with or without an account.
 */
export const mailingAudiences = ["weekly", "agreed", "members", "not-members"] as const;

/** What a mail of an entry contains: title, summary and a link; or the text, of which only active members get the part behind the wall. */
export const mailingBodies = ["teaser", "whole"] as const;

const choiceSchema = z.object({
  audience: z.enum(mailingAudiences),
  body: z.enum(mailingBodies),
  /** Only accounts to which admins gave this label. */
  label: z.optional(z.string().check(z.minLength(1), z.maxLength(50))),
});
export type MailingChoice = z.infer<typeof choiceSchema>;

/** An entry, or an announcement with its id as `slug`. */
const subjectParams = z.object({
  kind: z.enum([...contentKinds, "announcements"]),
  slug: z.string().check(z.maxLength(120)),
});
export type MailingSubject = z.infer<typeof subjectParams>;

const linkSchema = z.object({ label: z.string(), url: z.string() });

/** The mail in one language, in its parts and as plain text. */
const previewSchema = z.object({
  language: z.enum(languages),
  /** Whether active members get this one. */
  forMembers: z.boolean(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  entries: z.array(z.object({ title: z.string(), text: z.string(), url: z.string() })),
  /** The text in Markdown, of a mail that contains it. */
  content: z.optional(z.string()),
  action: z.optional(linkSchema),
  unsubscribe: z.object({ ...linkSchema.shape, why: z.string() }),
  text: z.string(),
});
export type MailingPreview = z.infer<typeof previewSchema>;

const sendingSchema = z.object({
  /** Name of the admin; null once the account is deleted. */
  by: z.nullable(z.string()),
  /** When it was sent; null while it waits for the entry to be published. */
  at: z.nullable(z.iso.datetime()),
  choice: choiceSchema,
  /** Number of readers who got it or will. */
  recipients: z.int(),
  /** Number of these whose mail the mail server has not accepted yet. */
  waiting: z.int(),
  /** Number of readers who unsubscribed, or lost access, before their mail was sent. */
  leftOut: z.int(),
  /** Number of readers whose address the mail server refused for good. */
  refused: z.int(),
});

const mailingSchema = z.object({
  /** Number of readers who would get it now, by this choice. */
  recipients: z.int(),
  /** Labels that admins gave accounts. */
  labels: z.array(z.string()),
  /** Null until an admin requests the mail. */
  sending: z.nullable(sendingSchema),
  /** By this choice; once it was requested, by that of the request. */
  previews: z.array(previewSchema),
});
export type Mailing = z.infer<typeof mailingSchema>;

const path = "/mailings/:kind/:slug";

export const getMailing = endpoint({
  method: "GET",
  path,
  summary: "Preview the mail about an entry or announcement, and count its recipients",
  access: "admin",
  params: subjectParams,
  query: choiceSchema,
  answer: mailingSchema,
});

/** Sends the mail at once, or when the entry is published. 409 `conflict` if requested before. Notifies all admins. */
export const sendMailing = endpoint({
  method: "POST",
  path,
  summary: "Mail an entry or announcement to an audience",
  access: "admin",
  params: subjectParams,
  body: z.extend(choiceSchema, { password: currentPasswordField }),
  answer: mailingSchema,
  errors: [...passwordErrors, "conflict"],
});

/** Sends the mail to the caller only, within the usual rate limit for requested mails. */
export const testMailing = endpoint({
  method: "POST",
  path: `${path}/test`,
  summary: "Send a test of such a mail to yourself",
  access: "admin",
  params: subjectParams,
  body: z.object({
    audience: z.enum(mailingAudiences),
    body: z.enum(mailingBodies),
    language: z.enum(languages),
    forMembers: z.boolean(),
  }),
  answer: z.object({ to: z.string() }),
  status: 202,
  errors: ["too-many-requests"],
});
