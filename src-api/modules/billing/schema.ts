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
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Discount, Quote } from "../../../src-shared/api/billing.ts";
import type { Period } from "../../../src-shared/api/cart.ts";
import { users } from "../accounts/schema.ts";
import { time, type Localised } from "../../infra/database/columns.ts";

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
  /** Uses altogether, and by one user; null: without a limit. Purchases tell how many there are. */
  maxRedemptions: integer("max_redemptions"),
  maxPerUser: integer("max_per_user"),
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
  (t) => [
    index("purchases_user").on(t.userId, t.createdAt),
    index("purchases_discount_code").on(sql`(${t.discount} ->> 'code')`),
  ],
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
