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
import {
  checkoutOrigins,
  membershipSources,
  type Discount,
  type Quote,
} from "../../../src-shared/api/billing.ts";
import { periods, productKinds } from "../../../src-shared/api/cart.ts";
import { users } from "../accounts/schema.ts";
import { oneOf, time, type Localised } from "../../infra/database/columns.ts";
import {
  chargeStatuses,
  discountKinds,
  storedPurchaseStatuses,
  subscriptionStatuses,
} from "./closed-sets.ts";

export const products = pgTable(
  "products",
  {
    sku: text("sku").primaryKey(),
    kind: text("kind", { enum: productKinds }).notNull(),
    period: text("period", { enum: periods }),
    name: jsonb("name").$type<Localised>().notNull(),
    summary: jsonb("summary").$type<Localised>().notNull(),
    delivery: jsonb("delivery").$type<Localised>().notNull(),
    motif: text("motif").notNull(),
    /** Minor units. */
    price: integer("price").notNull(),
    currency: text("currency").notNull(),
    position: integer("position").notNull(),
    onSale: boolean("on_sale").notNull(),
  },
  (t) => [oneOf(t.kind, productKinds), oneOf(t.period, periods)],
);

export const discountCodes = pgTable(
  "discount_codes",
  {
    /** In upper case. */
    code: text("code").primaryKey(),
    description: jsonb("description").$type<Localised>().notNull(),
    kind: text("kind", { enum: discountKinds }).notNull(),
    /** Per cent, or minor units of `currency`. */
    value: integer("value").notNull(),
    currency: text("currency"),
    /** SKUs that it discounts; empty: all. */
    skus: text("skus").array().notNull(),
    startsAt: time("starts_at"),
    endsAt: time("ends_at"),
    /** Most uses in total and by one user; null: no limit. Uses are counted from `purchases`. */
    maxRedemptions: integer("max_redemptions"),
    maxPerUser: integer("max_per_user"),
  },
  (t) => [oneOf(t.kind, discountKinds)],
);

/** Orders and what became of them. Prices and terms are those that the buyer accepted, never recomputed. */
export const purchases = pgTable(
  "purchases",
  {
    id: uuid("id").primaryKey(),
    /** Null once the account is deleted: receipts are kept as the law requires. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    status: text("status", { enum: storedPurchaseStatuses }).notNull(),
    lines: jsonb("lines").$type<Quote["lines"]>().notNull(),
    discount: jsonb("discount").$type<Discount | null>(),
    total: integer("total").notNull(),
    currency: text("currency").notNull(),
    period: text("period", { enum: periods }),
    termsVersion: text("terms_version").notNull(),
    origin: text("origin", { enum: checkoutOrigins }).notNull(),
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
    oneOf(t.status, storedPurchaseStatuses),
    oneOf(t.period, periods),
    oneOf(t.origin, checkoutOrigins),
    index("purchases_discount_code").on(sql`(${t.discount} ->> 'code')`),
  ],
);

export const receiptNumbers = pgSequence("receipt_numbers");

/** Charges of the providers. At most one for each purchase: the unique key prevents a double charge. */
export const charges = pgTable(
  "charges",
  {
    id: uuid("id").primaryKey(),
    purchaseId: uuid("purchase_id")
      .notNull()
      .unique()
      .references(() => purchases.id),
    provider: text("provider").notNull(),
    providerReference: text("provider_reference").notNull().unique(),
    amount: integer("amount").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: chargeStatuses }).notNull(),
    createdAt: time("created_at").notNull(),
    /** When the provider settles it; null: it is settled already (sandbox only). */
    settlesAt: time("settles_at"),
  },
  (t) => [oneOf(t.status, chargeStatuses)],
);

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    source: text("source", { enum: membershipSources }).notNull(),
    status: text("status", { enum: subscriptionStatuses }).notNull(),
    period: text("period", { enum: periods }),
    /** What a renewal costs, in minor units; null for a grant. */
    price: integer("price"),
    currency: text("currency"),
    startedAt: time("started_at").notNull(),
    /** End of the paid or granted time; null: never, or not activated yet. */
    endsAt: time("ends_at"),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
    purchaseId: uuid("purchase_id").references(() => purchases.id),
  },
  (t) => [
    oneOf(t.source, membershipSources),
    oneOf(t.status, subscriptionStatuses),
    oneOf(t.period, periods),
    // "Live" as in `liveStatuses`.
    uniqueIndex("one_live_subscription")
      .on(t.userId)
      .where(sql`${t.status} in ('pending', 'active')`),
  ],
);

/** Purchases by the `Idempotency-Key` of the request that opened them. */
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

export type Product = typeof products.$inferSelect;
export type DiscountCode = typeof discountCodes.$inferSelect;
export type PurchaseRow = typeof purchases.$inferSelect;
export type Charge = typeof charges.$inferSelect;
export type Subscription = typeof subscriptions.$inferSelect;
