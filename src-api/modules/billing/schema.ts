import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { invoiceReasons, type Discount, type Quote } from "../../../src-shared/api/billing.ts";
import type { Receipt } from "../../../src-shared/api/receipts.ts";
import { deliveryKinds } from "../../../src-shared/api/deliveries.ts";
import { periods, productKinds } from "../../../src-shared/api/cart.ts";
import { users } from "../accounts/schema.ts";
import { oneOf, time, type Localised } from "../../infra/database/columns.ts";
import { discountKinds, invoiceOrigins, invoiceStatuses } from "./closed-sets.ts";
import { subscriptions } from "../membership/schema.ts";

export const products = pgTable(
  "products",
  {
    sku: text("sku").primaryKey(),
    kind: text("kind", { enum: productKinds }).notNull(),
    period: text("period", { enum: periods }),
    name: jsonb("name").$type<Localised>().notNull(),
    summary: jsonb("summary").$type<Localised>().notNull(),
    delivery: jsonb("delivery").$type<Localised>().notNull(),
    /** How it is delivered; null for a membership. */
    deliveredAs: text("delivered_as", { enum: deliveryKinds }),
    /** Names of the file in each language, in `resources/brand/extras`; null unless a file is delivered. */
    file: jsonb("file").$type<Localised>(),
    motif: text("motif").notNull(),
    /** Minor units. */
    price: integer("price").notNull(),
    currency: text("currency").notNull(),
    /** Tax that the price contains, in hundredths of a per cent: 2300 is 23 %. */
    taxRate: integer("tax_rate").notNull().default(0),
    position: integer("position").notNull(),
    onSale: boolean("on_sale").notNull(),
  },
  (t) => [
    oneOf(t.kind, productKinds),
    oneOf(t.period, periods),
    oneOf(t.deliveredAs, deliveryKinds),
  ],
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
    /** Number of payments of a membership that it lowers, from the first one; null: all. */
    periods: integer("periods").default(1),
    /** Most uses in total and by one user; null: no limit. Uses are counted from `invoices`. */
    maxRedemptions: integer("max_redemptions"),
    maxPerUser: integer("max_per_user"),
  },
  (t) => [oneOf(t.kind, discountKinds)],
);

/**
 * What is to be paid and what became of it: orders, renewals, switches. Prices, names, taxes, buyer and
 * terms are those that were agreed to, never recomputed.
 */
export const invoices = pgTable(
  "invoices",
  {
    id: uuid("id").primaryKey(),
    /** Null once the account is deleted: receipts are kept as the law requires. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    reason: text("reason", { enum: invoiceReasons }).notNull().default("checkout"),
    status: text("status", { enum: invoiceStatuses }).notNull(),
    /** The subscription that it begins, renews or switches. */
    subscriptionId: uuid("subscription_id").references(() => subscriptions.id, {
      onDelete: "set null",
    }),
    /** The time of the subscription that it pays; null while that is not known. */
    periodStart: time("period_start"),
    periodEnd: time("period_end"),
    /** End of that time with the free days that admins added; null: none. The receipt keeps `periodEnd`. */
    extendedUntil: time("extended_until"),
    lines: jsonb("lines").$type<Quote["lines"]>().notNull(),
    discount: jsonb("discount").$type<Discount | null>(),
    /** Paid by credit: what earlier payments had paid for time that was not used. Minor units. */
    credit: integer("credit").notNull().default(0),
    /** What goes to the account's credit when the invoice is paid; negative: what it takes of that. */
    creditChange: integer("credit_change").notNull().default(0),
    total: integer("total").notNull(),
    /** The taxes contained in what was sold, by rate. */
    taxes: jsonb("taxes").$type<Receipt["taxes"]>().notNull().default([]),
    currency: text("currency").notNull(),
    period: text("period", { enum: periods }),
    termsVersion: text("terms_version").notNull(),
    origin: text("origin", { enum: invoiceOrigins }).notNull(),
    provider: text("provider").notNull(),
    providerReference: text("provider_reference"),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    /** As it was when the invoice was paid; null before. */
    seller: jsonb("seller").$type<Receipt["seller"]>(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    paidAt: time("paid_at"),
    receiptNumber: text("receipt_number").unique(),
    /** Random; proves that whoever names it has the receipt. Null before the payment, and for renewals. */
    withdrawalReference: text("withdrawal_reference").unique(),
    /** When the card on file is charged next; while a charge is under way, when that counts as lost. */
    nextTryAt: time("next_try_at"),
    /** Number of charges of the card on file that have failed. */
    tries: integer("tries").notNull().default(0),
  },
  (t) => [
    index("invoices_user").on(t.userId, t.createdAt),
    index("invoices_next_try")
      .on(t.nextTryAt)
      .where(sql`${t.nextTryAt} is not null`),
    uniqueIndex("one_invoice_per_period")
      .on(t.subscriptionId, t.periodStart)
      .where(sql`${t.status} <> 'void'`),
    // Renewals that nobody tries any more, until they are given up.
    index("invoices_declined_renewals")
      .on(t.userId)
      .where(sql`${t.status} = 'declined' and ${t.reason} = 'renewal' and ${t.nextTryAt} is null`),
    // Renewals that are given up once they have expired.
    index("invoices_unpaid_renewals")
      .on(t.expiresAt)
      .where(sql`${t.status} in ('open', 'declined') and ${t.reason} = 'renewal'`),
    // The receipts of a month.
    index("invoices_paid")
      .on(t.paidAt)
      .where(sql`${t.receiptNumber} is not null`),
    index("invoices_pending_renewals")
      .on(t.subscriptionId)
      .where(sql`${t.status} = 'pending' and ${t.reason} = 'renewal'`),
    oneOf(t.reason, invoiceReasons),
    oneOf(t.status, invoiceStatuses),
    oneOf(t.period, periods),
    oneOf(t.origin, invoiceOrigins),
    index("invoices_discount_code").on(sql`(${t.discount} ->> 'code')`),
    check("invoices_not_negative", sql`${t.total} >= 0 and ${t.credit} >= 0 and ${t.tries} >= 0`),
    check("invoices_paid", sql`${t.status} <> 'paid' or ${t.paidAt} is not null`),
  ],
);

/** The last number given out of each series; they have no gaps. */
export const numberSeries = pgTable("number_series", {
  series: text("series").primaryKey(),
  last: integer("last").notNull(),
});

/** Invoices by the `Idempotency-Key` of the request that opened them. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

export type Product = typeof products.$inferSelect;
export type DiscountCode = typeof discountCodes.$inferSelect;
export type Invoice = typeof invoices.$inferSelect;
