import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  checkoutOrigins,
  invoiceReasons,
  type Discount,
  type Purchase,
  type Quote,
} from "#shared/api/billing.ts";
import { periods } from "#shared/api/cart.ts";
import type { Receipt } from "#shared/api/receipts.ts";
import { oneOf, time } from "../../infra/database/columns.ts";
import { failureReasons } from "../../infra/payment-provider.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { subscriptions } from "../membership/schema.ts";

/*
 * The values that closed columns of the ledger's tables may hold, besides those that the API's contract
 * lists. Types and CHECK constraints derive from these lists.
 */

/** Pages on which a payment can start: the payment page returns there when it is left. */
const invoiceOrigins = [...checkoutOrigins, "subscription"] as const;

/** "expired" is not stored: it follows from the clock. */
export const invoiceStatuses = [
  "open",
  "pending",
  "paid",
  "declined",
  "void",
  "uncollectible",
] as const satisfies readonly Purchase["status"][];

/** Taken by the provider, settled or not. */
export const paidStatuses = ["pending", "paid"] as const;

/** To be paid, for the first time or again with another card, until the invoice expires. */
export const payableStatuses = ["open", "declined"] as const;

/** Neither paid nor to be paid any more, or paid: nothing is open. */
export const closedStatuses = ["paid", "void", "uncollectible"] as const;

const paymentStatuses = ["requires_action", "processing", "succeeded", "failed"] as const;

/** An invoice has at most one payment with such a status (unique index `one_live_payment`). */
export const livePaymentStatuses = ["requires_action", "processing", "succeeded"] as const;

export const creditNoteReasons = ["refund", "withdrawal"] as const;
export const refundStatuses = ["processing", "succeeded", "failed"] as const;

/** What is to be paid, and became of it. Prices, names and terms are as agreed to, never recomputed. */
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
    // What admins sort orders by, besides the payment.
    index("invoices_buyer")
      .on(sql`person_search_text(${t.buyerName}, '', null)`, t.receiptNumber)
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

/** Tries to collect an invoice. At most one lives; without a reference its answer is not known yet. */
export const payments = pgTable(
  "payments",
  {
    /** Also the idempotency key of the charge. */
    id: uuid("id").primaryKey(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    provider: text("provider").notNull(),
    providerReference: text("provider_reference").unique(),
    amount: integer("amount").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: paymentStatuses }).notNull(),
    failure: text("failure", { enum: failureReasons }),
    /** The card that was charged, as it is shown: "Visa 4242". */
    card: text("card"),
    /** The card on file that is charged, as its provider knows it; null for a payment on a page. */
    cardReference: text("card_reference"),
    cardCustomer: text("card_customer"),
    createdAt: time("created_at").notNull(),
    /** When the provider settles it, where that is known (sandbox only). */
    settlesAt: time("settles_at"),
  },
  (t) => [
    index("payments_invoice").on(t.invoiceId),
    index("payments_processing")
      .on(t.createdAt)
      .where(sql`${t.status} = 'processing'`),
    // "Live" as in `livePaymentStatuses`.
    uniqueIndex("one_live_payment")
      .on(t.invoiceId)
      .where(sql`${t.status} in ('requires_action', 'processing', 'succeeded')`),
    oneOf(t.status, paymentStatuses),
    oneOf(t.failure, failureReasons),
    check("payments_positive", sql`${t.amount} > 0`),
  ],
);

export type Invoice = typeof invoices.$inferSelect;
export type Payment = typeof payments.$inferSelect;
