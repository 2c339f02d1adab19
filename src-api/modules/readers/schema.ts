import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { consentSources } from "#shared/api/members.ts";
import { languages } from "#shared/languages.ts";
import { isLanguageCode, oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

/**
 * People who agreed to get mails, with an account or without, and those who do not want any more. Every address here is proven:
 * by a mailed link, by its account, or on the former site. `readers.sql` keeps `email`, `userId` and `language` as the account has
 * them, so that a person has one row (docs/decisions/0064-readers.md).
 */
export const readers = pgTable(
  "readers",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull().unique(),
    /** Null for a reader without an account. */
    userId: uuid("user_id")
      .unique()
      .references(() => users.id, { onDelete: "cascade" }),
    language: text("language", { enum: languages }).notNull(),
    source: text("source", { enum: consentSources }).notNull(),
    /** When they agreed: opened the link and confirmed, registered, switched it on in the account, or agreed on the former site. */
    consentedAt: time("consented_at").notNull(),
    /** When they unsubscribed; only they take that back, never an import. */
    withdrawnAt: time("withdrawn_at"),
  },
  (t) => [
    isLanguageCode(t.language),
    oneOf(t.source, consentSources),
    index("readers_consented").on(t.consentedAt),
  ],
);

/** Addresses that were entered to subscribe, whose mailed link was not confirmed. Nothing but the link is mailed to them. */
export const readerRequests = pgTable(
  "reader_requests",
  {
    email: text("email").primaryKey(),
    language: text("language", { enum: languages }).notNull(),
    /** Hash of the token in the link. */
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [isLanguageCode(t.language), index("reader_requests_expiry").on(t.expiresAt)],
);

/** Addresses of readers who were deleted, as SHA-256, so that a later import does not subscribe them again. */
export const formerReaders = pgTable("former_readers", {
  emailHash: text("email_hash").primaryKey(),
  /** The ids that they had, which the links of their mails name: they still unsubscribe a reader who comes back. */
  readerIds: uuid("reader_ids").array().notNull().default([]),
});
