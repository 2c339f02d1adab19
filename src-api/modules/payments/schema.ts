import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { oneOf, time } from "../../infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { invoices } from "../ledger/schema.ts";
import { disputeStatuses, type ChargeResult } from "../../infra/payment-provider.ts";

/** Pages on which invoices can be paid, until their provider has said what became of them. */
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
  },
  (t) => [primaryKey({ columns: [t.provider, t.id] })],
);

/** Payments that buyers dispute at their banks. */
export const disputes = pgTable(
  "disputes",
  {
    provider: text("provider").notNull(),
    reference: text("reference").notNull(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    status: text("status", { enum: disputeStatuses }).notNull(),
    /** That it was lost has ended the membership. */
    endedMembership: boolean("ended_membership").notNull().default(false),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.reference] }),
    index("disputes_invoice").on(t.invoiceId),
    index("disputes_open")
      .on(t.createdAt)
      .where(sql`${t.status} = 'open'`),
    oneOf(t.status, disputeStatuses),
  ],
);

/** The sandbox's answers by idempotency key. A repeated call gets the same one, and moves nothing again. */
export const sandboxCalls = pgTable("sandbox_calls", {
  key: text("key").primaryKey(),
  /** Positive for a charge, negative for a refund, whatever became of it. */
  amount: integer("amount").notNull(),
  answer: jsonb("answer").$type<ChargeResult>().notNull(),
  createdAt: time("created_at").notNull(),
});

export type PaymentMethod = typeof paymentMethods.$inferSelect;
