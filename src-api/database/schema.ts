import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Discount, Quote } from "../../src-shared/api/billing.ts";
import type { Period } from "../../src-shared/api/cart.ts";
import type { ContentKind } from "../../src-shared/api/library.ts";
import type { Language } from "../../src-shared/languages.ts";

/** Times are the application's (`now()`), never the database's: expiry must be testable. */
const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A text in each language; English is always there. */
export type Localised = { en: string; pl?: string };

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

/** Counters of throttled actions, shared by all API processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expiresAt: time("expires_at").notNull(),
});

/** Keys that all API processes share, such as the one that signs addresses of media. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

export const products = pgTable("products", {
  sku: text("sku").primaryKey(),
  kind: text("kind").$type<"membership" | "extra">().notNull(),
  period: text("period").$type<Period>(),
  name: jsonb("name").$type<Localised>().notNull(),
  summary: jsonb("summary").$type<Localised>().notNull(),
  delivery: jsonb("delivery").$type<Localised>().notNull(),
  motif: text("motif").notNull(),
  /** Minor units. */
  price: integer("price").notNull(),
  currency: text("currency").notNull(),
  position: integer("position").notNull(),
  onSale: boolean("on_sale").notNull(),
});

export const discountCodes = pgTable("discount_codes", {
  /** In upper case. */
  code: text("code").primaryKey(),
  description: jsonb("description").$type<Localised>().notNull(),
  kind: text("kind").$type<"percent" | "amount">().notNull(),
  /** Per cent, or minor units of `currency`. */
  value: integer("value").notNull(),
  currency: text("currency"),
  /** SKUs it is good for; empty: all. */
  skus: text("skus").array().notNull(),
  startsAt: time("starts_at"),
  endsAt: time("ends_at"),
  maxRedemptions: integer("max_redemptions"),
  redemptions: integer("redemptions").notNull(),
});

/** What was offered and accepted: prices and terms as they were shown, never recomputed. */
export const purchases = pgTable(
  "purchases",
  {
    id: uuid("id").primaryKey(),
    /** Null once the account is deleted: receipts are kept as the law requires. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    status: text("status").$type<"open" | "pending" | "paid" | "declined" | "expired">().notNull(),
    lines: jsonb("lines").$type<Quote["lines"]>().notNull(),
    discount: jsonb("discount").$type<Discount | null>(),
    total: integer("total").notNull(),
    currency: text("currency").notNull(),
    period: text("period").$type<Period>(),
    termsVersion: text("terms_version").notNull(),
    origin: text("origin").$type<"checkout" | "subscribe" | "registration-payment">().notNull(),
    provider: text("provider").notNull(),
    providerReference: text("provider_reference"),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    paidAt: time("paid_at"),
    receiptNumber: text("receipt_number").unique(),
  },
  (t) => [index("purchases_user").on(t.userId, t.createdAt)],
);

export const receiptNumbers = pgSequence("receipt_numbers");

/** One row a purchase at most: the unique key is what makes a double charge impossible. */
export const charges = pgTable("charges", {
  id: uuid("id").primaryKey(),
  purchaseId: uuid("purchase_id")
    .notNull()
    .unique()
    .references(() => purchases.id),
  provider: text("provider").notNull(),
  providerReference: text("provider_reference").notNull().unique(),
  amount: integer("amount").notNull(),
  currency: text("currency").notNull(),
  status: text("status").$type<"settling" | "settled" | "failed">().notNull(),
  createdAt: time("created_at").notNull(),
  /** When the provider will have settled it (sandbox only). */
  settlesAt: time("settles_at"),
});

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    source: text("source").$type<"purchase" | "grant">().notNull(),
    status: text("status").$type<"pending" | "active" | "ended">().notNull(),
    period: text("period").$type<Period>(),
    /** What a renewal costs, in minor units; null for a grant. */
    price: integer("price"),
    currency: text("currency"),
    startedAt: time("started_at").notNull(),
    /** End of the paid period; null: without end. */
    endsAt: time("ends_at"),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
    purchaseId: uuid("purchase_id").references(() => purchases.id),
  },
  (t) => [
    uniqueIndex("one_live_subscription")
      .on(t.userId)
      .where(sql`${t.status} in ('pending', 'active')`),
  ],
);

/** What a submit led to, by its key, for at least 24 hours. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    purchaseId: uuid("purchase_id")
      .notNull()
      .references(() => purchases.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

/** What an entry's kind adds to it, language-neutral: the rest of its `entry.json`. */
export type EntryDetails = {
  prepMinutes?: number;
  cookMinutes?: number;
  servings?: number;
  level?: "beginner" | "intermediate" | "advanced";
  durationSeconds?: number;
  source?: string;
  captions?: Language[];
  poster?: string;
};

export const contentEntries = pgTable(
  "content_entries",
  {
    kind: text("kind").$type<ContentKind>().notNull(),
    slug: text("slug").notNull(),
    publishedAt: time("published_at").notNull(),
    author: text("author").notNull(),
    tags: text("tags").array().notNull(),
    motif: text("motif").notNull(),
    details: jsonb("details").$type<EntryDetails>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    index("content_entries_newest").on(t.kind, t.publishedAt, t.slug),
  ],
);

/** What an entry's kind adds to its text: the rest of the front matter. */
export type TextDetails = {
  ingredients?: { quantity: number; unit: "g" | "ml" | "tsp" | "tbsp" | "pc"; name: string }[];
  weeks?: {
    title: string;
    sessions: { title: string; minutes: number; description: string }[];
  }[];
};

export const contentTexts = pgTable(
  "content_texts",
  {
    kind: text("kind").$type<ContentKind>().notNull(),
    slug: text("slug").notNull(),
    language: text("language").$type<Language>().notNull(),
    title: text("title").notNull(),
    summary: text("summary").notNull(),
    body: text("body").notNull(),
    words: integer("words").notNull(),
    details: jsonb("details").$type<TextDetails>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slug, t.language] })],
);

export const contentTags = pgTable("content_tags", {
  id: text("id").primaryKey(),
  name: jsonb("name").$type<Localised>().notNull(),
});

export const announcements = pgTable("announcements", {
  id: uuid("id").primaryKey(),
  title: jsonb("title").$type<Localised>().notNull(),
  body: jsonb("body").$type<Localised>().notNull(),
  publishedAt: time("published_at").notNull(),
  withdrawnAt: time("withdrawn_at"),
});

export const contactMessages = pgTable("contact_messages", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  subject: text("subject").notNull(),
  message: text("message").notNull(),
  language: text("language").$type<Language>().notNull(),
  createdAt: time("created_at").notNull(),
  /** Null while it could not be handed to the mail server. */
  mailedAt: time("mailed_at"),
});
