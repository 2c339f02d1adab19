import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Period } from "../../../src-shared/api/cart.ts";
import type { Language } from "../../../src-shared/languages.ts";
import { time } from "../../infra/database/columns.ts";

/**
 * `email` is proven and unique. `unprovenEmail` is the address of an account from before addresses were
 * proven first: such an account has no proven one and is not signed in to until it is proven
 * (docs/decisions/0001-prove-the-address-first.md).
 */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").unique(),
    unprovenEmail: text("unproven_email"),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    roles: text("roles").array().notNull(),
    language: text("language").$type<Language>().notNull(),
    termsVersion: text("terms_version"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("users_unproven_email").on(t.unprovenEmail),
    check("users_one_address", sql`num_nonnulls(${t.email}, ${t.unprovenEmail}) = 1`),
  ],
);

/** Registrations that wait for the code that was mailed. No account exists before it is entered. */
export const signUps = pgTable(
  "sign_ups",
  {
    /** Of the random id that only the device that registered holds. */
    idHash: text("id_hash").primaryKey(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    language: text("language").$type<Language>().notNull(),
    plan: text("plan").$type<Period>(),
    termsVersion: text("terms_version").notNull(),
    /** Of id and code: the code cannot be found by trying all of them without the id. */
    codeHash: text("code_hash").notNull(),
    wrongTries: integer("wrong_tries").notNull(),
    createdAt: time("created_at").notNull(),
    codeSentAt: time("code_sent_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("sign_ups_email").on(t.email), index("sign_ups_expiry").on(t.expiresAt)],
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

/** The change of address that a user has asked for, one at a time; it ends with the session that asked. */
export const emailChanges = pgTable("email_changes", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sessionId: uuid("session_id")
    .notNull()
    .unique()
    .references(() => sessions.id, { onDelete: "cascade" }),
  /** The new address. */
  email: text("email").notNull(),
  /** Of the session's token, which is kept nowhere, and the code. */
  codeHash: text("code_hash").notNull(),
  wrongTries: integer("wrong_tries").notNull(),
  createdAt: time("created_at").notNull(),
  codeSentAt: time("code_sent_at").notNull(),
  expiresAt: time("expires_at").notNull(),
});

/** Links in mails: only a hash is kept, one use, short-lived. A used one is deleted. */
export const oneTimeTokens = pgTable(
  "one_time_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** Null: a reset link of an address without account, which is never mailed and opens nothing. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose").$type<"reset-password" | "undo-email-change">().notNull(),
    /** The address that the link was mailed to; an undo gives it back to the account. */
    email: text("email").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    check("one_time_tokens_purpose", sql`${t.purpose} in ('reset-password', 'undo-email-change')`),
    check("one_time_tokens_user", sql`${t.userId} is not null or ${t.purpose} = 'reset-password'`),
    index("one_time_tokens_user").on(t.userId),
    uniqueIndex("one_reset_link")
      .on(t.email)
      .where(sql`${t.purpose} = 'reset-password'`),
  ],
);
