import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { FlagKey } from "#shared/flags.ts";
import { time } from "#api/infra/database/columns.ts";

/** Feature flags that were ever turned on. A flag without a row is off, at version 1. */
export const featureFlags = pgTable("feature_flags", {
  key: text("key").$type<FlagKey>().primaryKey(),
  on: boolean("is_on").notNull(),
  /** Increases with each change, so that clients can ignore outdated answers. */
  version: integer("version").notNull(),
  updatedAt: time("updated_at").notNull(),
});
