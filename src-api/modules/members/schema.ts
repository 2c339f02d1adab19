import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import type { Undo } from "./undo.ts";

/** Notes of admins about members, which only admins read here, and the member in the export of personal data. */
export const memberNotes = pgTable(
  "member_notes",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    text: text("text").notNull(),
    createdAt: time("created_at").notNull(),
    changedAt: time("changed_at"),
    /** Set while a deletion can still be undone; then the row is deleted. */
    deletedAt: time("deleted_at"),
  },
  (t) => [index("member_notes_user").on(t.userId, t.createdAt)],
);

/** What admins did lately, to be answered again and undone. The audit trail records what was done. */
export const memberActs = pgTable(
  "member_acts",
  {
    id: uuid("id").primaryKey(),
    /** The admin who did it. No foreign key: what somebody did stays when the account is deleted. */
    actorId: uuid("actor_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The refund that it began. */
    creditNoteId: uuid("credit_note_id"),
    /** What undoing it needs; null: it cannot be undone, or was. */
    undo: jsonb("undo").$type<Undo | null>(),
    /** Who undid it: a repeated request of theirs succeeds. */
    undoneBy: uuid("undone_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("member_acts_user").on(t.userId), index("member_acts_created").on(t.createdAt)],
);

export type MemberNoteRow = typeof memberNotes.$inferSelect;
export type MemberActRow = typeof memberActs.$inferSelect;
