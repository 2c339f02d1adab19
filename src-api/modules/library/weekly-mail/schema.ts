import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

/** Who asked for the weekly mail; a row is deleted when its user no longer wants it. */
export const weeklyMails = pgTable(
  "weekly_mails",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
    /** When the next mail is due: always a Monday, after which it is moved by weeks. */
    dueAt: time("due_at").notNull(),
    /** The next mail lists what was published after this time. */
    newSince: time("new_since").notNull(),
    /** End of the time that the last mail covers whose sending has begun. */
    sentUntil: time("sent_until"),
  },
  (t) => [index("weekly_mails_due").on(t.dueAt)],
);
