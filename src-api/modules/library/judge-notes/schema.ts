import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { notedKinds, noteStates } from "#shared/api/judge-notes.ts";
import { languages } from "#shared/languages.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

/** One note for each judge and entry. Without a foreign key: an entry that comes back gets its notes back. */
export const judgeNotes = pgTable(
  "judge_notes",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: notedKinds }).notNull(),
    slug: text("slug").notNull(),
    /** As the judge wrote it last, and whether it may be shown. */
    text: text("text").notNull(),
    /** The judge's name when the text was written: a later name has not been approved with it. */
    author: text("author").notNull(),
    language: text("language", { enum: languages }).notNull(),
    writtenAt: time("written_at").notNull(),
    state: text("state", { enum: noteStates }).notNull(),
    /** Why the text was rejected or taken down. */
    reason: text("reason"),
    /** What readers see: the text that was approved last, and by whom. */
    shownText: text("shown_text"),
    shownAuthor: text("shown_author"),
    shownLanguage: text("shown_language", { enum: languages }),
    shownAt: time("shown_at"),
  },
  (t) => [
    unique("judge_notes_one").on(t.userId, t.kind, t.slug),
    oneOf(t.kind, notedKinds),
    oneOf(t.language, languages),
    oneOf(t.state, noteStates),
    oneOf(t.shownLanguage, languages),
    check(
      "judge_notes_shown",
      sql`num_nonnulls(${t.shownText}, ${t.shownAuthor}, ${t.shownLanguage}, ${t.shownAt}) in (0, 4)`,
    ),
    check("judge_notes_approved", sql`${t.state} <> 'approved' or ${t.shownText} = ${t.text}`),
    index("judge_notes_entry").on(t.kind, t.slug, t.shownAt),
    index("judge_notes_waiting").on(t.state, t.writtenAt),
  ],
);

export type JudgeNote = typeof judgeNotes.$inferSelect;
