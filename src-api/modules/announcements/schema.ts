import { integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import {
  oneOf,
  originColumns,
  origins,
  time,
  type Localised,
} from "../../infra/database/columns.ts";

export const announcements = pgTable(
  "announcements",
  {
    id: uuid("id").primaryKey(),
    title: jsonb("title").$type<Localised>().notNull(),
    body: jsonb("body").$type<Localised>().notNull(),
    publishedAt: time("published_at").notNull(),
    /** When an admin changed it last; null: never. */
    changedAt: time("changed_at"),
    /** Grows with each change, so that two admins do not overwrite each other. */
    revision: integer("revision").notNull().default(1),
    withdrawnAt: time("withdrawn_at"),
    ...originColumns,
  },
  (t) => [oneOf(t.origin, origins)],
);
