import { jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { time, type Localised } from "../../infra/database/columns.ts";

export const announcements = pgTable("announcements", {
  id: uuid("id").primaryKey(),
  title: jsonb("title").$type<Localised>().notNull(),
  body: jsonb("body").$type<Localised>().notNull(),
  publishedAt: time("published_at").notNull(),
  withdrawnAt: time("withdrawn_at"),
});
