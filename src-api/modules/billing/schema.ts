import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { periods, productKinds } from "#shared/api/cart.ts";
import { deliveryKinds, deliveryStates } from "#shared/api/deliveries.ts";
import { productOrigins } from "#shared/api/extras.ts";
import type { BuyerDetails } from "#shared/api/buyer-details.ts";
import {
  type Localised,
  isLanguageCode,
  oneOf,
  revision,
  time,
} from "#api/infra/database/columns.ts";
import { sql } from "drizzle-orm";
import {
  checkoutOrigins,
  type Discount,
  invoiceReasons,
  type Purchase,
  type Quote,
} from "#shared/api/billing.ts";
import { leavingReasons, stayOffers } from "#shared/api/leaving.ts";
import type { Receipt } from "#shared/api/receipts.ts";
import {
  type ChargeResult,
  disputeStatuses,
  failureReasons,
  foreignStatuses,
} from "#api/infra/payment-provider.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { languages } from "#shared/languages.ts";
import { storableWays, waysToPay } from "#shared/ways-to-pay.ts";

export const discountKinds = ["percent", "amount"] as const;

export const products = pgTable(
  "products",
  {
    sku: text("sku").primaryKey(),
    /** The start of the portal brings only those of the brand in line with its catalogue file. */
    origin: text("origin", { enum: productOrigins }).notNull().default("brand"),
    kind: text("kind", { enum: productKinds }).notNull(),
    period: text("period", { enum: periods }),
    name: jsonb("name").$type<Localised>().notNull(),
    summary: jsonb("summary").$type<Localised>().notNull(),
    delivery: jsonb("delivery").$type<Localised>().notNull(),
    /** How it is delivered; null for a membership. */
    deliveredAs: text("delivered_as", { enum: deliveryKinds }),
    /** Names of the file in each language; null unless a file is delivered, or was before. */
    file: jsonb("file").$type<Localised>(),
    /** The same files in the storage of media; null: they are in `extras` of the brand. */
    storedFile: jsonb("stored_file").$type<Localised>(),
    motif: text("motif").notNull(),
    /** Minor units. */
    price: integer("price").notNull(),
    currency: text("currency").notNull(),
    /** Tax that the price contains, in hundredths of a per cent: 2300 is 23 %. */
    taxRate: integer("tax_rate").notNull().default(0),
    /** The same for buyers of some countries (ISO 3166); everybody else pays the price with `taxRate`. */
    taxRates: jsonb("tax_rates").$type<Record<string, number>>().notNull().default({}),
    /** Days that are free before the first charge of a membership; null: it has no trial. */
    trialDays: integer("trial_days"),
    position: integer("position").notNull(),
    onSale: boolean("on_sale").notNull(),
    revision: revision(),
  },
  (t) => [
    oneOf(t.origin, productOrigins),
    oneOf(t.kind, productKinds),
    oneOf(t.period, periods),
    oneOf(t.deliveredAs, deliveryKinds),
    check("products_trial", sql`${t.trialDays} is null or ${t.kind} = 'membership'`),
  ],
);

/** Trials that were used, to give each person one. Rows outlive the accounts. */
export const usedTrials = pgTable(
  "used_trials",
  {
    /** Hash of the normalised e-mail address. */
    addressHash: text("address_hash").primaryKey(),
    provider: text("provider").notNull(),
    /** The provider's fingerprint of the card; null where it has none, or the trial was refused because another address had used the card. */
    cardFingerprint: text("card_fingerprint"),
    usedAt: time("used_at").notNull(),
  },
  (t) => [unique("used_trials_card").on(t.provider, t.cardFingerprint)],
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

export type Product = typeof products.$inferSelect;

export type NewProduct = Omit<Product, "revision">;

export type DiscountCode = typeof discountCodes.$inferSelect;

/*
 * The values allowed in closed columns of the ledger's tables, besides those that the API's contract
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

/** To be paid, for the first time or again with another card. */
export const unpaidStatuses = ["open", "declined"] as const;

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
    /** Null once the account is deleted: receipts are retained as the law requires. */
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
    /** Of a membership: bought for one period, it does not renew. */
    paidOnce: boolean("paid_once").notNull().default(false),
    origin: text("origin", { enum: invoiceOrigins }).notNull(),
    provider: text("provider").notNull(),
    providerReference: text("provider_reference"),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    /** What the buyer wanted on the receipt when the invoice was opened; null: nothing besides name and e-mail. */
    buyer: jsonb("buyer").$type<BuyerDetails>(),
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

/** What users want on their receipts: for those to come. Each invoice has its own copy. */
export const buyerDetails = pgTable("buyer_details", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** A person or a company; empty: the name of the account. */
  name: text("name").notNull(),
  address: text("address").notNull(),
  /** ISO 3166; decides on the tax rate. */
  country: text("country").notNull(),
  taxNumber: text("tax_number").notNull(),
  updatedAt: time("updated_at").notNull(),
});

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
    way: text("way", { enum: waysToPay }).notNull().default("card"),
    /** The card or account that was charged, as it is shown: "Visa 4242", "SEPA ··3000". */
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
    oneOf(t.way, waysToPay),
    oneOf(t.failure, failureReasons),
    check("payments_positive", sql`${t.amount} > 0`),
  ],
);

export type Invoice = typeof invoices.$inferSelect;

export type Payment = typeof payments.$inferSelect;

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
    /** What it pays back of each line. */
    lines: jsonb("lines").$type<RefundedPart[]>().notNull(),
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
    /** The note that took the credit, because the same money was paid out, or gave it back; null for other entries. */
    creditNoteId: uuid("credit_note_id").references(() => creditNotes.id),
    amount: integer("amount").notNull(),
    currency: text("currency").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("credit_entries_user").on(t.userId),
    index("credit_entries_invoice").on(t.invoiceId),
    index("credit_entries_note")
      .on(t.creditNoteId)
      .where(sql`${t.creditNoteId} is not null`),
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
  (t) => [isLanguageCode(t.language)],
);

export type CreditNote = typeof creditNotes.$inferSelect;

export type Withdrawal = typeof withdrawals.$inferSelect;

/** The extras of paid invoices, and what has become of them. */
export const deliveries = pgTable(
  "deliveries",
  {
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id, { onDelete: "cascade" }),
    sku: text("sku").notNull(),
    kind: text("kind", { enum: deliveryKinds }).notNull(),
    state: text("state", { enum: deliveryStates }).notNull(),
    quantity: integer("quantity").notNull(),
    /** Number of appointments or reports that are done. */
    completed: integer("completed").notNull().default(0),
    /** The time that was agreed on; it stays when it is over. */
    scheduledFor: time("scheduled_for"),
    changedAt: time("changed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.sku] }),
    oneOf(t.kind, deliveryKinds),
    oneOf(t.state, deliveryStates),
    check("deliveries_scheduled", sql`${t.state} <> 'scheduled' or ${t.scheduledFor} is not null`),
    check("deliveries_completed", sql`${t.completed} between 0 and ${t.quantity}`),
  ],
);

export type DeliveryRow = typeof deliveries.$inferSelect;

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

/** Cards and accounts that renewals are charged to, a user's newest one. Their numbers are known to the providers only. */
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
    kind: text("kind", { enum: storableWays }).notNull().default("card"),
    /** Cards have a brand and an end, cards and bank accounts have last digits. */
    brand: text("brand"),
    last4: text("last4"),
    expMonth: integer("exp_month"),
    expYear: integer("exp_year"),
    /** When its owner gave it. */
    createdAt: time("created_at").notNull(),
    /** When the user was notified that the card is about to expire. */
    remindedAt: time("reminded_at"),
  },
  (t) => [
    index("payment_methods_user").on(t.userId),
    index("payment_methods_expiring")
      .on(t.expYear, t.expMonth)
      .where(sql`${t.remindedAt} is null`),
    oneOf(t.kind, storableWays),
    check(
      "payment_methods_card",
      sql`${t.kind} <> 'card' or num_nulls(${t.brand}, ${t.last4}, ${t.expMonth}, ${t.expYear}) = 0`,
    ),
  ],
);

/** The customers of a former site at the payment provider, one per imported member. */
export const foreignCustomers = pgTable(
  "foreign_customers",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    customer: text("customer").notNull(),
    /** When the provider was last asked for the customer's cards and subscriptions. */
    checkedAt: time("checked_at").notNull(),
  },
  (t) => [unique("foreign_customers_customer").on(t.provider, t.customer)],
);

/** Subscriptions that a former site made at the provider, which charges them until they are ended there. */
export const foreignSubscriptions = pgTable(
  "foreign_subscriptions",
  {
    provider: text("provider").notNull(),
    reference: text("reference").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** alive: the provider charges it; ending: it ends at `periodEnd` without another charge. */
    status: text("status", { enum: foreignStatuses }).notNull(),
    /** End of the period that was paid at the provider. */
    periodEnd: time("period_end"),
    /** When the portal began to take it over, that is, to have the provider end it. */
    takenOverAt: time("taken_over_at"),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.reference] }),
    oneOf(t.status, foreignStatuses),
    index("foreign_subscriptions_user").on(t.userId),
    index("foreign_subscriptions_alive")
      .on(t.userId)
      .where(sql`${t.status} = 'alive'`),
  ],
);

/** Runs in which an admin takes over all subscriptions of a former site. */
export const takeOvers = pgTable("take_overs", {
  id: uuid("id").primaryKey(),
  startedAt: time("started_at").notNull(),
  /** Null while it runs. */
  finishedAt: time("finished_at"),
  /** Number of members who could not be taken over in it. */
  failed: integer("failed").notNull(),
});

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

/** What is done once: messages of the providers, and what followed of them, by which a repetition is known. */
export const providerEvents = pgTable(
  "provider_events",
  {
    provider: text("provider").notNull(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    receivedAt: time("received_at").notNull(),
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

/** Why members have cancelled, or which offer they have taken instead: the latest answer for each membership. */
export const cancellationReasons = pgTable(
  "cancellation_reasons",
  {
    id: uuid("id").primaryKey(),
    /** Null once the account is deleted; the text goes then as well. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** Null for who was only charged at a former site, and once the account is deleted. */
    subscriptionId: uuid("subscription_id").references(() => subscriptions.id, {
      onDelete: "set null",
    }),
    /** The plan that was cancelled; null where it is not known. */
    sku: text("sku"),
    /** Null: none was chosen. */
    reason: text("reason", { enum: leavingReasons }),
    text: text("text"),
    /** Null: the membership was cancelled. */
    offerTaken: text("offer_taken", { enum: stayOffers }),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    oneOf(t.reason, leavingReasons),
    oneOf(t.offerTaken, stayOffers),
    index("cancellation_reasons_user").on(t.userId),
    index("cancellation_reasons_subscription").on(t.subscriptionId),
    index("cancellation_reasons_created").on(t.createdAt),
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
