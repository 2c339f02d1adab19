import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Receipt } from "#shared/api/receipts.ts";
import { languages } from "#shared/languages.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { creditNoteReasons, invoices, refundStatuses } from "../schema.ts";

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

export type CreditNote = typeof creditNotes.$inferSelect;
export type Withdrawal = typeof withdrawals.$inferSelect;
