import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { mailingAudiences, mailingBodies } from "#shared/api/mailings.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { announcements } from "#api/modules/announcements/schema.ts";
import { contentEntries } from "#api/modules/library/schema.ts";
import { readers } from "#api/modules/readers/schema.ts";

/** Entries and announcements that an admin has mailed to readers, each once. Entries were the first that could be, hence the name. */
export const mailings = pgTable(
  "entry_mails",
  {
    id: uuid("id").primaryKey(),
    /** Of an entry; null for an announcement. */
    kind: text("kind", { enum: contentKinds }),
    slug: text("slug"),
    announcementId: uuid("announcement_id")
      .unique()
      .references(() => announcements.id, { onDelete: "cascade" }),
    audience: text("audience", { enum: mailingAudiences }).notNull().default("weekly"),
    /** Only accounts with this label; null: all. */
    label: text("label"),
    body: text("body", { enum: mailingBodies }).notNull().default("teaser"),
    requestedAt: time("requested_at").notNull(),
    requestedBy: uuid("requested_by").references(() => users.id, { onDelete: "set null" }),
    /** When its last mail was enqueued; null while the entry has not appeared. */
    sentAt: time("sent_at"),
    /** Number of readers who got it or will. */
    recipients: integer("recipients").notNull().default(0),
    /** Number of readers who might no longer have it when it was sent. */
    leftOut: integer("left_out").notNull().default(0),
    /** Number of readers whose address the mail server refused for good. */
    refused: integer("refused").notNull().default(0),
  },
  (t) => [
    unique("entry_mails_entry").on(t.kind, t.slug),
    oneOf(t.kind, contentKinds),
    oneOf(t.audience, mailingAudiences),
    oneOf(t.body, mailingBodies),
    check("entry_mails_subject", sql`num_nonnulls(${t.slug}, ${t.announcementId}) = 1`),
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

/** A row for each reader whose mail was enqueued, so that nobody gets two. */
export const mailingRecipients = pgTable(
  "entry_mail_recipients",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    mailId: uuid("mail_id")
      .notNull()
      .references(() => mailings.id, { onDelete: "cascade" }),
    /** A subscriber of the weekly mail; null for one of the readers' list. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    readerId: uuid("reader_id").references(() => readers.id, { onDelete: "cascade" }),
    enqueuedAt: time("enqueued_at").notNull(),
    /** When it was handed to the mail server, or found to be pointless; null while it waits. */
    settledAt: time("settled_at"),
  },
  (t) => [
    unique("entry_mail_recipients_once").on(t.mailId, t.userId),
    unique("entry_mail_recipients_reader_once").on(t.mailId, t.readerId),
    check("entry_mail_recipients_person", sql`num_nonnulls(${t.userId}, ${t.readerId}) = 1`),
    index("entry_mail_recipients_user").on(t.userId),
    index("entry_mail_recipients_reader").on(t.readerId),
  ],
);

/** Accounts that were reminded of an order that they did not finish: each once, ever. */
export const orderReminders = pgTable("order_reminders", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  enqueuedAt: time("enqueued_at").notNull(),
  /** When it was handed to the mail server, or found to be pointless; null while it waits. */
  settledAt: time("settled_at"),
});
