import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { languages } from "#shared/languages.ts";
import { isLanguageCode, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

export const contactMessages = pgTable(
  "contact_messages",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** Whether whoever wrote it was logged in with this address: everybody can write any. */
    isProven: boolean("is_proven").notNull().default(false),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    language: text("language", { enum: languages }).notNull(),
    createdAt: time("created_at").notNull(),
    /** Null until the mail server has accepted the mail. */
    mailedAt: time("mailed_at"),
    /** What an admin answered, and when; null before. A message that was closed has no answer but a time. */
    answer: text("answer"),
    answeredAt: time("answered_at"),
    /** Who answered or closed it: a repeated request of theirs succeeds. Null also for what was answered before this was stored. */
    answeredBy: uuid("answered_by").references(() => users.id, { onDelete: "set null" }),
  },
  (t) => [
    isLanguageCode(t.language),
    index("contact_messages_email").on(t.email, t.createdAt),
    index("contact_messages_listed").on(sql`(${t.answeredAt} is null)`, t.createdAt, t.id),
  ],
);
