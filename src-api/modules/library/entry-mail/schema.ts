import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { contentKinds } from "#shared/content-kinds.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { contentEntries } from "#api/modules/library/schema.ts";

/** Entries that an admin has mailed to readers, each once for good. */
export const entryMails = pgTable(
  "entry_mails",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    requestedAt: time("requested_at").notNull(),
    requestedBy: uuid("requested_by").references(() => users.id, { onDelete: "set null" }),
    /** When its last mail was enqueued; null while the entry has not appeared. */
    sentAt: time("sent_at"),
    /** Number of readers who got it or will. */
    recipients: integer("recipients").notNull().default(0),
  },
  (t) => [
    unique("entry_mails_entry").on(t.kind, t.slug),
    oneOf(t.kind, contentKinds),
    index("entry_mails_unsent")
      .on(t.requestedAt)
      .where(sql`${t.sentAt} is null`),
    index("entry_mails_requested_by").on(t.requestedBy),
    foreignKey({
      columns: [t.kind, t.slug],
      foreignColumns: [contentEntries.kind, contentEntries.slug],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
  ],
);

/** To whom an entry is mailed: a row for each reader whose mail was enqueued, so that nobody gets two. */
export const entryMailRecipients = pgTable(
  "entry_mail_recipients",
  {
    mailId: uuid("mail_id")
      .notNull()
      .references(() => entryMails.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    enqueuedAt: time("enqueued_at").notNull(),
    /** When it was handed to the mail server, or found to be pointless; null while it waits. */
    settledAt: time("settled_at"),
  },
  (t) => [
    primaryKey({ columns: [t.mailId, t.userId] }),
    index("entry_mail_recipients_user").on(t.userId),
  ],
);
