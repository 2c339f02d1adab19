import { sql } from "drizzle-orm";
import {
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
import type { Receipt } from "../../../../src-shared/api/receipts.ts";
import { languages } from "../../../../src-shared/languages.ts";
import { oneOf, time } from "../../../infra/database/columns.ts";
import { users } from "../../accounts/schema.ts";
import {
  creditNoteReasons,
  failureReasons,
  paymentStatuses,
  refundStatuses,
} from "../closed-sets.ts";
import { invoices } from "../schema.ts";
import type { ChargeResult } from "./provider.ts";

/**
 * Tries to collect an invoice. At most one lives, which prevents a double charge. One that is processing
 * and has no reference was written before the provider was called, and its answer is not known yet.
 */
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

/**
 * Pages on which invoices can be paid, until their provider has said what became of them: an invoice that cannot be paid
 * any more may still have one.
 */
export const paymentPages = pgTable(
  "payment_pages",
  {
    provider: text("provider").notNull(),
    reference: text("reference").notNull(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id, { onDelete: "cascade" }),
    openedAt: time("opened_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.reference] }),
    index("payment_pages_invoice").on(t.invoiceId),
  ],
);

/** Cards that renewals are charged to, a user's newest one. Their numbers are known to the providers only. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    providerReference: text("provider_reference").notNull(),
    /** The provider's name for the user; null where it has none. */
    providerCustomer: text("provider_customer"),
    brand: text("brand").notNull(),
    last4: text("last4").notNull(),
    expMonth: integer("exp_month").notNull(),
    expYear: integer("exp_year").notNull(),
    /** When its owner gave it. */
    createdAt: time("created_at").notNull(),
    /** When the user was told that the card is about to expire. */
    remindedAt: time("reminded_at"),
  },
  (t) => [
    index("payment_methods_user").on(t.userId),
    index("payment_methods_expiring")
      .on(t.expYear, t.expMonth)
      .where(sql`${t.remindedAt} is null`),
  ],
);

/** Pages on which users give another card. Each works once; its id is the secret. */
export const cardSetups = pgTable("card_setups", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  provider: text("provider").notNull(),
  /** The provider's name for the page; null where it has none. */
  providerReference: text("provider_reference").unique(),
  createdAt: time("created_at").notNull(),
});

/** What a refund pays back of the line with a SKU, in minor units. */
export type RefundedPart = { sku: string; amount: number };

/** Money that was paid back, or is owed back. The numbers are a series of their own. */
export const creditNotes = pgTable(
  "credit_notes",
  {
    /** Also the idempotency key of the refund. */
    id: uuid("id").primaryKey(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    number: text("number").notNull().unique(),
    amount: integer("amount").notNull(),
    currency: text("currency").notNull(),
    /** What it pays back of each line; empty in notes from before they named lines. */
    lines: jsonb("lines").$type<RefundedPart[]>().notNull().default([]),
    taxes: jsonb("taxes").$type<Receipt["taxes"]>().notNull(),
    reason: text("reason", { enum: creditNoteReasons }).notNull(),
    /** What the admin wrote; empty for a withdrawal. */
    note: text("note").notNull(),
    status: text("status", { enum: refundStatuses }).notNull(),
    providerReference: text("provider_reference").unique(),
    createdAt: time("created_at").notNull(),
    /** When the refund is tried again; null once its answer is known. */
    nextTryAt: time("next_try_at"),
  },
  (t) => [
    index("credit_notes_invoice").on(t.invoiceId),
    // The credit notes of a month.
    index("credit_notes_created").on(t.createdAt),
    index("credit_notes_next_try")
      .on(t.nextTryAt)
      .where(sql`${t.nextTryAt} is not null`),
    index("credit_notes_unsettled")
      .on(t.status, t.createdAt)
      .where(sql`${t.status} <> 'succeeded'`),
    oneOf(t.reason, creditNoteReasons),
    oneOf(t.status, refundStatuses),
    check("credit_notes_positive", sql`${t.amount} > 0`),
  ],
);

/** Credit of accounts: what was left over (positive), and what invoices took of it (negative). */
export const creditEntries = pgTable(
  "credit_entries",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    amount: integer("amount").notNull(),
    currency: text("currency").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("credit_entries_user").on(t.userId),
    index("credit_entries_invoice").on(t.invoiceId),
    check("credit_entries_not_zero", sql`${t.amount} <> 0`),
  ],
);

/** Messages of the providers, by which a repeated one is known. */
export const providerEvents = pgTable(
  "provider_events",
  {
    provider: text("provider").notNull(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    receivedAt: time("received_at").notNull(),
    /** Null until its effect is stored. */
    processedAt: time("processed_at"),
    /** The invoice whose payment is disputed; null for other events. */
    invoiceId: uuid("invoice_id").references(() => invoices.id),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.id] }),
    index("provider_events_disputes")
      .on(t.receivedAt)
      .where(sql`${t.type} = 'charge.dispute.created'`),
  ],
);

/**
 * The books of the sandbox, as a provider keeps them: its answer to each charge and refund by idempotency
 * key. A repeated call gets the same answer, and moves nothing again.
 */
export const sandboxCalls = pgTable("sandbox_calls", {
  key: text("key").primaryKey(),
  /** Positive for a charge, negative for a refund, whatever became of it. */
  amount: integer("amount").notNull(),
  answer: jsonb("answer").$type<ChargeResult>().notNull(),
  createdAt: time("created_at").notNull(),
});

/** Withdrawals from contracts as they were declared, whether or not they name a contract. */
export const withdrawals = pgTable(
  "withdrawals",
  {
    id: uuid("id").primaryKey(),
    /** The contract that it ended; null before that, and when none that can be withdrawn from was named. */
    invoiceId: uuid("invoice_id")
      .unique()
      .references(() => invoices.id),
    /** The contract that its buyer is asked about, because the declaration proves nothing; null for others. */
    claimedInvoiceId: uuid("claimed_invoice_id").references(() => invoices.id),
    name: text("name").notNull(),
    email: text("email").notNull(),
    contract: text("contract").notNull(),
    language: text("language", { enum: languages }).notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [oneOf(t.language, languages)],
);

export type Payment = typeof payments.$inferSelect;
export type PaymentMethod = typeof paymentMethods.$inferSelect;
export type CreditNote = typeof creditNotes.$inferSelect;
