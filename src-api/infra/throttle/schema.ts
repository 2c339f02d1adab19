import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../database/columns.ts";

/** Counters of throttled actions and marks of known networks, shared by all API processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expiresAt: time("expires_at").notNull(),
  /** Nothing is tried before; only for accounts whose password was guessed at. */
  blockedUntil: time("blocked_until"),
});
