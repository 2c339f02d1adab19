import { foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { contentKinds } from "#shared/content-kinds.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { contentEntries } from "#api/modules/library/schema.ts";

/** Entries that a reviewer marked as ready, with the hash of what was read. */
export const readyMarks = pgTable(
  "ready_marks",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    /** The mark counts only while the entry has this hash. */
    version: text("version").notNull(),
    /** Null once the account is deleted: the decision stays. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    markedAt: time("marked_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    oneOf(t.kind, contentKinds),
    index("ready_marks_user").on(t.userId),
    foreignKey({
      columns: [t.kind, t.slug],
      foreignColumns: [contentEntries.kind, contentEntries.slug],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
  ],
);
