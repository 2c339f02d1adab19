import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { date } from "./billing.ts";
import { endpoint, file, noContent } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField, emailField, optionalText } from "./fields.ts";
import { consentSources } from "./members.ts";

/* News by e-mail: who agreed to get it, with an account or without (docs/decisions/0064-readers.md). */

export const subscribeSchema = z.object({ email: emailField, language: z.enum(languages) });

/** Mails a link that proves the address and confirms. The answer is the same for an address that gets the mails already. */
export const subscribe = endpoint({
  method: "POST",
  path: "/readers",
  summary: "Ask to get news by e-mail",
  errors: ["too-many-requests"],
  parts: ["readersList"],
  body: subscribeSchema,
  answer: noContent,
  status: 202,
});

const newsSchema = z.object({
  wanted: z.boolean(),
  /** When mails to the address of the account came back; null: they did not. */
  bouncedAt: z.nullable(date),
});

export const getNews = endpoint({
  method: "GET",
  path: "/me/news",
  summary: "Get whether the user wants news by e-mail",
  access: "user",
  answer: newsSchema,
});

/** Switches news by e-mail on or off. Switched on, mails are tried again at an address that they came back from. */
export const setNews = endpoint({
  method: "PUT",
  path: "/me/news",
  summary: "Switch news by e-mail on or off",
  access: "user",
  body: z.object({ wanted: z.boolean() }),
  answer: newsSchema,
});

/** Which readers are listed: all, by whether they have an account, or why they get no mails. */
export const readerStates = [
  "all",
  "with-account",
  "without-account",
  "bounced",
  "unsubscribed",
] as const;
export type ReaderState = (typeof readerStates)[number];

const readerSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** The account of the reader; null without one. */
  memberId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  source: z.enum(consentSources),
  consentedAt: date,
  withdrawnAt: z.nullable(date),
  bounce: z.nullable(z.object({ at: date, reason: z.string() })),
});
export type ListedReader = z.infer<typeof readerSchema>;

/** Longest search, in characters. */
export const readerQueryLength = 100;

const filter = {
  state: z.optional(z.enum(readerStates)),
  /** A part of the address. */
  query: z.optional(optionalText(readerQueryLength)),
};

export const readerPages = { default: 25, max: 100 } as const;

/** Lists readers, those who agreed last first. */
export const listReaders = endpoint({
  method: "GET",
  path: "/readers",
  summary: "List the readers",
  access: "admin",
  query: z.object({
    ...filter,
    cursor: z.optional(z.string().check(z.maxLength(1000))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(readerPages.max))),
  }),
  answer: z.object({
    items: z.array(readerSchema),
    nextCursor: z.nullable(z.string()),
    /** Number of readers who get mails, whatever the filter. */
    mailable: z.int(),
    /** Number of all readers, whatever the filter. */
    total: z.int(),
  }),
});

export const exportReaders = endpoint({
  method: "POST",
  path: "/reader-exports",
  summary: "Export readers as CSV",
  access: "admin",
  errors: passwordErrors,
  body: z.object({ ...filter, password: currentPasswordField }),
  answer: file,
  media: "text/csv",
});

/** Deletes a reader. A hash of the address stays, so that no import subscribes it again; its owner can. */
export const deleteReader = endpoint({
  method: "DELETE",
  path: "/readers/:id",
  summary: "Delete a reader",
  access: "admin",
  params: z.object({ id: z.uuid() }),
  answer: noContent,
  status: 204,
});

/** Has e-mails sent again to an address that they came back from, of a reader or an account. */
export const retryBounced = endpoint({
  method: "POST",
  path: "/mail/retries",
  summary: "Try an address again that e-mails came back from",
  access: "admin",
  errors: ["not-found"],
  body: z.object({ email: emailField }),
  answer: noContent,
  status: 204,
});

/** What providers report: an address that does not exist, or somebody who marked a mail as spam. */
const bounceTypes = ["bounce", "complaint"] as const;

export const bounceSecretHeader = "x-webhook-secret";

/** Takes reports of the mail provider; needs `MAIL_WEBHOOK_SECRET` in the header `X-Webhook-Secret` (docs/operation.md). */
export const reportBounces = endpoint({
  method: "POST",
  path: "/mail/bounces",
  summary: "Report addresses that mails came back from",
  errors: ["unauthorized"],
  body: z.object({
    reports: z
      .array(
        z.object({
          address: emailField,
          type: z.enum(bounceTypes),
          at: z.iso.datetime({ offset: true }),
          reason: z.optional(optionalText(200)),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  answer: noContent,
  status: 204,
});
