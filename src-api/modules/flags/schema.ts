import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { FlagKey } from "../../../src-shared/flags.ts";
import { time } from "../../infra/database/columns.ts";

/** Feature flags that were ever turned on. One that is not here is off, at version 1. */
export const featureFlags = pgTable("feature_flags", {
  key: text("key").$type<FlagKey>().primaryKey(),
  on: boolean("is_on").notNull(),
  /** Grows by one with each change, so that a client tells a late answer from a newer one. */
  version: integer("version").notNull(),
  updatedAt: time("updated_at").notNull(),
});
