import { jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import {
  oneOf,
  originColumns,
  origins,
  revision,
  time,
  type Localised,
} from "#api/infra/database/columns.ts";

export const announcements = pgTable(
  "announcements",
  {
    id: uuid("id").primaryKey(),
    title: jsonb("title").$type<Localised>().notNull(),
    body: jsonb("body").$type<Localised>().notNull(),
    publishedAt: time("published_at").notNull(),
    /** When an admin changed it last; null: never. */
    changedAt: time("changed_at"),
    revision: revision(),
    withdrawnAt: time("withdrawn_at"),
    ...originColumns,
  },
  (t) => [oneOf(t.origin, origins)],
);
