import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { consentSources } from "#shared/api/members.ts";
import { languages } from "#shared/languages.ts";
import { isLanguageCode, oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

/** People who agreed to get mails, with an account or without, and those who do not want any more. */
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
    consentedAt: time("consented_at").notNull(),
    /** When they unsubscribed; a later import never takes that back. */
    withdrawnAt: time("withdrawn_at"),
  },
  (t) => [
    isLanguageCode(t.language),
    oneOf(t.source, consentSources),
    index("readers_consented").on(t.consentedAt),
  ],
);
