import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Language } from "../../../src-shared/languages.ts";
import { time } from "./columns.ts";

/**
 * `email` is claimed: proven by a mail, and unique. `pendingEmail` waits for that proof and may
 * stand with several users, so that registering tells nobody whether an address is known.
 */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").unique(),
    pendingEmail: text("pending_email"),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    roles: text("roles").array().notNull(),
    language: text("language").$type<Language>().notNull(),
    termsVersion: text("terms_version"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("users_pending_email").on(t.pendingEmail, t.createdAt)],
);

export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull().unique(),
    /** The User-Agent header, for the list of sessions. */
    userAgent: text("user_agent").notNull(),
    createdAt: time("created_at").notNull(),
    lastSeenAt: time("last_seen_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("sessions_user").on(t.userId)],
);

/** Links in mails: only a hash is kept, one use, short-lived. */
export const oneTimeTokens = pgTable("one_time_tokens", {
  tokenHash: text("token_hash").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  purpose: text("purpose").$type<"reset-password" | "verify-email">().notNull(),
  /** The address the link was mailed to: using it proves that address. */
  email: text("email").notNull(),
  createdAt: time("created_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  consumedAt: time("consumed_at"),
});

/** Counters of throttled actions and marks of known networks, shared by all API processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expiresAt: time("expires_at").notNull(),
  /** Nothing is tried before; only for accounts whose password was guessed at. */
  blockedUntil: time("blocked_until"),
});

/** Keys that all API processes share, such as the one that signs addresses of media. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
