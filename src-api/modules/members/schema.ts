import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import {
  type ImportField,
  type ImportMapping,
  type ImportNoticeCode,
  importOutcomes,
  importStates,
} from "#shared/api/member-imports.ts";
import type { Period } from "#shared/api/cart.ts";
import type { Money } from "#shared/money.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
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

/** Labels that admins give members, to find and write to some of them. */
export const memberLabels = pgTable(
  "member_labels",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.label] }), index("member_labels_label").on(t.label)],
);

/** Files of members of another site that admins brought along. */
export const memberImports = pgTable(
  "member_imports",
  {
    id: uuid("id").primaryKey(),
    /** The admin who began it; null for the command. No foreign key: it stays when the account is deleted. */
    actorId: uuid("actor_id"),
    fileName: text("file_name").notNull(),
    /** Which column of the file each field of a member is read from, of all columns in their order. */
    mapping: jsonb("mapping").$type<ImportMapping & { header: string[] }>().notNull(),
    state: text("state", { enum: importStates }).notNull(),
    lines: integer("lines").notNull(),
    createdAt: time("created_at").notNull(),
    startedAt: time("started_at"),
    finishedAt: time("finished_at"),
  },
  (t) => [oneOf(t.state, importStates), index("member_imports_created").on(t.createdAt)],
);

/** What happens with a line or is wrong with it, with what its sentence names. */
export type Notice = {
  code: ImportNoticeCode;
  field?: ImportField;
  value?: string;
  line?: number;
  until?: string | null;
  period?: Period;
  price?: Money;
};

/** The lines of such files, and what became of them. They are deleted with the import, a month after its upload. */
export const memberImportLines = pgTable(
  "member_import_lines",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => memberImports.id, { onDelete: "cascade" }),
    /** Number of the line in the file; the header is line 1. */
    line: integer("line").notNull(),
    /** Its cells, by column; none of a line that cannot be parsed. */
    cells: jsonb("cells").$type<Record<string, string>>().notNull(),
    /** Null before it was imported. */
    outcome: text("outcome", { enum: importOutcomes }),
    /** What happened with it, is wrong with it, or to be known about it. Null before it was imported, unless it could not be parsed. */
    notices: jsonb("notices").$type<Notice[]>(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    oneOf(t.outcome, importOutcomes),
    index("member_import_lines_user").on(t.userId),
  ],
);

export type MemberImportRow = typeof memberImports.$inferSelect;
export type MemberNoteRow = typeof memberNotes.$inferSelect;
export type MemberActRow = typeof memberActs.$inferSelect;

/** The key with which another program reads the members: one row at most. */
export const readKeys = pgTable("read_keys", {
  keyHash: text("key_hash").primaryKey(),
  createdAt: time("created_at").notNull(),
  lastUsedAt: time("last_used_at"),
});
