import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { shelfItemTypes } from "#shared/api/shelf-changes.ts";
import type { ReadingPosition } from "#shared/api/shelf.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

/** Without a foreign key: an entry that comes back is on the shelf again. */
export const shelfItems = pgTable(
  "shelf_items",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text("type", { enum: shelfItemTypes }).notNull(),
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    /** What is ticked off in the entry; empty for other types. */
    item: text("item").notNull().default(""),
    place: jsonb("place").$type<ReadingPosition>(),
    /** A removed item stays, so that an older change of another device does not bring it back. */
    isRemoved: boolean("is_removed").notNull(),
    /** When the user changed it, by the clock of the server. */
    changedAt: time("changed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.type, t.kind, t.slug, t.item] }),
    oneOf(t.type, shelfItemTypes),
    oneOf(t.kind, contentKinds),
    index("shelf_items_newest").on(t.userId, t.type, t.changedAt),
    // What members read lately.
    index("shelf_items_read")
      .on(t.changedAt, t.kind, t.slug)
      .where(sql`${t.type} = 'place'`),
  ],
);

export const shelfVisits = pgTable("shelf_visits", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  lastSeenAt: time("last_seen_at").notNull(),
  /** When the visit before this one ended; null during the first. */
  previousVisitAt: time("previous_visit_at"),
});
