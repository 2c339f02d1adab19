import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "#api/infra/database/columns.ts";

/** Counters of throttled actions and marks of known networks, shared by all API processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expiresAt: time("expires_at").notNull(),
  /** Attempts are refused until then; only set for accounts with many failed logins. */
  blockedUntil: time("blocked_until"),
});
