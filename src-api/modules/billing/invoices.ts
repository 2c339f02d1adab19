import { defaultLanguage, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  sql,
} from "#api/infra/database/drizzle.ts";
import { lockUser, users } from "#api/modules/accounts/module.ts";
import {
  closedStatuses,
  type CreditNote,
  type Invoice,
  invoices,
  livePaymentStatuses,
  numberSeries,
  paidStatuses,
  payableStatuses,
  type Payment,
  payments,
} from "./schema.ts";
import type { Purchase } from "#shared/api/billing.ts";
import { dayMs } from "#shared/durations.ts";
import { findCreditNotes, findWithdrawnAt } from "./corrections.ts";

type BuyerContact = { name: string; email: string; language: Language };

export async function findBuyer(
  database: Database,
  userId: string,
): Promise<BuyerContact | undefined> {
  const [buyer] = await database
    .select({
      name: users.name,
      email: sql<string>`coalesce(${users.email}, ${users.unprovenEmail}, '')`,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, userId));
  return buyer;
}

/** Returns whom mails about an invoice go to: the account's address, or the invoice's once that is deleted. */
export async function findRecipient(
  database: Database,
  { userId, buyerEmail }: Pick<Invoice, "userId" | "buyerEmail">,
): Promise<{ to: string; language: Language }> {
  const buyer = userId === null ? undefined : await findBuyer(database, userId);
  return { to: buyer?.email || buyerEmail, language: buyer?.language ?? defaultLanguage };
}

/** SQL condition: the payment was taken, settled or not. */
export const wasPaid = inArray(invoices.status, paidStatuses);

/** SQL condition: the invoice can be paid now. */
export const canBePaid = (now: Date) =>
  and(
    inArray(invoices.status, payableStatuses),
    isNotNull(invoices.userId),
    gt(invoices.expiresAt, now),
  );

export async function findInvoice(database: Database, id: string): Promise<Invoice | undefined> {
  const [row] = await database.select().from(invoices).where(eq(invoices.id, id));
  return row;
}

/** Returns whether anything was ever paid. */
export async function hasSold(database: Database): Promise<boolean> {
  const found = await database.select({ id: invoices.id }).from(invoices).where(wasPaid).limit(1);
  return found.length > 0;
}

export async function findInvoiceByReceipt(
  database: Database,
  receiptNumber: string,
): Promise<Invoice | undefined> {
  const [row] = await database
    .select()
    .from(invoices)
    .where(eq(invoices.receiptNumber, receiptNumber));
  return row;
}

/** Returns the user's invoices, newest first, without orders that were never paid. */
export const findInvoices = (database: Database, userId: string): Promise<Invoice[]> =>
  database
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), sql`(${wasPaid} or ${invoices.reason} = 'renewal')`))
    .orderBy(desc(invoices.createdAt), desc(invoices.id));

/** Returns an invoice, locked until the transaction ends, after its buyer. */
export async function lockInvoice(tx: Database, id: string): Promise<Invoice | undefined> {
  const buyerId = (await findInvoice(tx, id))?.userId;
  if (buyerId) await lockUser(tx, buyerId);
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for("update");
  return row;
}

export const insertInvoice = (tx: Database, row: Invoice) => tx.insert(invoices).values(row);

export const updateInvoice = (
  database: Database,
  id: string,
  changes: Partial<Omit<Invoice, "id" | "userId" | "lines" | "total">>,
) => database.update(invoices).set(changes).where(eq(invoices.id, id));

/** Marks an invoice as declined unless it was paid meanwhile. */
export const declineUnpaid = (database: Database, id: string) =>
  database
    .update(invoices)
    .set({ status: "declined" })
    .where(and(eq(invoices.id, id), inArray(invoices.status, payableStatuses)));

/** Which invoices to return: at most `limit`, those that follow `after` in the order of their ids. */
type Page = { now: Date; after: string | null; limit: number };

const follows = ({ after }: Page) => (after === null ? undefined : gt(invoices.id, after));

/** Returns invoices whose time has come to charge the card on file. */
export const findDueTries = (database: Database, page: Page): Promise<Pick<Invoice, "id">[]> =>
  database
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(lte(invoices.nextTryAt, page.now), follows(page)))
    .orderBy(invoices.id)
    .limit(page.limit);

/** Returns the paid invoices of subscriptions' latest periods, by subscription. */
export async function findLastPaidOf(
  database: Database,
  subscriptionIds: string[],
): Promise<Map<string, Invoice>> {
  const rows = await database
    .selectDistinctOn([invoices.subscriptionId])
    .from(invoices)
    .where(
      and(
        inArray(invoices.subscriptionId, subscriptionIds),
        eq(invoices.status, "paid"),
        isNotNull(invoices.periodStart),
      ),
    )
    .orderBy(invoices.subscriptionId, desc(invoices.periodStart));
  return new Map(rows.map((row) => [row.subscriptionId ?? "", row]));
}

/** Returns the paid invoice of a subscription's latest period. */
export const findLastPaid = async (
  database: Database,
  subscriptionId: string,
): Promise<Invoice | undefined> =>
  (await findLastPaidOf(database, [subscriptionId])).get(subscriptionId);

/** Returns the subscription's renewal that is not paid, or undefined. */
export async function findUnpaidRenewal(
  database: Database,
  subscriptionId: string,
): Promise<Invoice | undefined> {
  const [row] = await database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.reason, "renewal"),
        not(inArray(invoices.status, closedStatuses)),
      ),
    )
    .orderBy(desc(invoices.periodStart))
    .limit(1);
  return row;
}

/** SQL condition: the invoice is to be paid, without parameters, as in the indexes on such invoices. */
const isUnpaid = sql`${invoices.status} in ('open', 'declined')`;

/** Returns unpaid renewals that have expired: they are given up. */
export const findExpiredRenewals = (
  database: Database,
  page: Page,
): Promise<Pick<Invoice, "id">[]> =>
  database
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        isUnpaid,
        sql`${invoices.reason} = 'renewal'`,
        lte(invoices.expiresAt, page.now),
        follows(page),
      ),
    )
    .orderBy(invoices.id)
    .limit(page.limit);

/** Returns the invoices that a user has not paid and could pay, expired ones included. */
export const findPayable = (database: Database, userId: string): Promise<Pick<Invoice, "id">[]> =>
  database
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), inArray(invoices.status, payableStatuses)));

/** Returns the other orders of a membership that the buyer of an order has open. */
export async function findOpenMemberships(
  database: Database,
  { id, userId }: Invoice,
): Promise<Invoice[]> {
  if (userId === null) return [];
  return database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.userId, userId),
        ne(invoices.id, id),
        eq(invoices.reason, "checkout"),
        isNotNull(invoices.period),
        inArray(invoices.status, payableStatuses),
      ),
    );
}

/** Returns the subscription's switches that were begun and are not paid, or not settled. */
export const findOpenSwitches = (database: Database, subscriptionId: string): Promise<Invoice[]> =>
  database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.reason, "switch"),
        not(inArray(invoices.status, closedStatuses)),
      ),
    );

/** Takes the next number of a series. Numbers have no gaps: a transaction that fails gives its number back. */
export async function nextNumber(tx: Database, series: string): Promise<number> {
  const [row] = await tx
    .insert(numberSeries)
    .values({ series, last: 1 })
    .onConflictDoUpdate({
      target: numberSeries.series,
      set: { last: sql`${numberSeries.last} + 1` },
    })
    .returning({ last: numberSeries.last });
  if (!row) throw new Error(`The series ${series} gave no number.`);
  return row.last;
}

/** Inserts a payment. False when the invoice has a live one: the unique index decides. */
export async function insertPayment(tx: Database, row: Payment): Promise<boolean> {
  const inserted = await tx
    .insert(payments)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: payments.id });
  return inserted.length > 0;
}

export const updatePayment = (
  tx: Database,
  id: string,
  changes: Partial<Pick<Payment, "status" | "failure" | "providerReference" | "settlesAt">>,
) => tx.update(payments).set(changes).where(eq(payments.id, id));

/** Returns the payment of an invoice that succeeded, is under way, or waits for its buyer. */
export async function findLivePayment(
  database: Database,
  invoiceId: string,
): Promise<Payment | undefined> {
  const [row] = await database
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), inArray(payments.status, livePaymentStatuses)));
  return row;
}

export async function findPayment(database: Database, id: string): Promise<Payment | undefined> {
  const [row] = await database.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function findPaymentByReference(
  database: Database,
  { provider, reference }: { provider: string; reference: string },
): Promise<Payment | undefined> {
  const [row] = await database
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerReference, reference)));
  return row;
}

/** SQL condition, without parameters, as in the index `payments_processing`. */
const isProcessing = sql`${payments.status} = 'processing'`;

/** Returns payments that have been processing since `until` or longer, with no known time to settle. */
export const findUndecided = (database: Database, until: Date): Promise<Payment[]> =>
  database
    .select()
    .from(payments)
    .where(
      and(
        isProcessing,
        isNotNull(payments.providerReference),
        isNull(payments.settlesAt),
        lte(payments.createdAt, until),
      ),
    );

/** Returns the latest try to collect an invoice. */
export async function findLastPayment(
  database: Database,
  invoiceId: string,
): Promise<Payment | undefined> {
  const [row] = await database
    .select()
    .from(payments)
    .where(eq(payments.invoiceId, invoiceId))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return row;
}

/** A payment that the provider has settled by now. */
export type DuePayment = Pick<Payment, "id" | "invoiceId"> & { settlesAt: Date };

/** Returns payments whose time to settle has come: a user's, or anybody's. */
export const findDuePayments = (
  database: Database,
  now: Date,
  userId?: string,
): Promise<DuePayment[]> =>
  database
    .select({
      id: payments.id,
      invoiceId: payments.invoiceId,
      settlesAt: sql<Date>`${payments.settlesAt}`.mapWith(payments.settlesAt),
    })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      and(
        userId === undefined ? undefined : eq(invoices.userId, userId),
        isProcessing,
        isNotNull(payments.settlesAt),
        lte(payments.settlesAt, now),
      ),
    );

/** Marks a payment as succeeded. Returns false when another process did so before. */
export async function markSettled(tx: Database, id: string): Promise<boolean> {
  const settled = await tx
    .update(payments)
    .set({ status: "succeeded" })
    .where(and(eq(payments.id, id), eq(payments.status, "processing")))
    .returning({ id: payments.id });
  return settled.length > 0;
}

/** What became of an invoice after it was paid. */
type Corrections = { creditNotes: Purchase["creditNotes"]; withdrawnAt: Date | null };

type Payable = Pick<Invoice, "status" | "expiresAt">;

/** How long an invoice can be paid. */
export const checkoutLifeMs = dayMs;

/** Returns the latest opening time of invoices that have expired. */
export const lastExpired = (now: Date): Date => new Date(now.getTime() - checkoutLifeMs);

const includes = (statuses: readonly string[], { status }: { status: string }) =>
  statuses.includes(status);

/** Returns the status now: an invoice that was not paid in time has expired. */
export const invoiceStatus = (invoice: Payable, now: Date): Purchase["status"] =>
  includes(payableStatuses, invoice) && invoice.expiresAt <= now ? "expired" : invoice.status;

/** Returns whether an invoice can be paid now, for the first time or again with another card. */
export const isPayable = (invoice: Payable, now: Date): boolean =>
  includes(payableStatuses, invoice) && invoice.expiresAt > now;

/** Returns whether the payment was taken, settled or not. */
export const isPaid = (invoice: Payable): boolean => includes(paidStatuses, invoice);

/** Returns whether a paid invoice is for a membership that could no longer be had: all of it is paid back. */
export const isOrphanedPayment = ({
  period,
  periodStart,
}: Pick<Invoice, "period" | "periodStart">) => period !== null && periodStart === null;

/** Returns until when the membership runs by an invoice: to the end of what it pays, or longer by free days of an admin. */
export const runsUntil = ({
  periodEnd,
  extendedUntil,
}: Pick<Invoice, "periodEnd" | "extendedUntil">): Date | null => extendedUntil ?? periodEnd;

/** Returns the time of a membership that an invoice pays, as its receipt says; null where there is none. */
export const coverOf = ({
  periodStart,
  periodEnd,
}: Pick<Invoice, "periodStart" | "periodEnd">): Purchase["covers"] =>
  periodStart && periodEnd
    ? { from: periodStart.toISOString(), until: periodEnd.toISOString() }
    : null;

/** Returns the name of the line with a SKU, in the language it was bought in. */
export const lineName = ({ lines }: Pick<Invoice, "lines">, sku: string): string =>
  lines.find((line) => line.sku === sku)?.name ?? sku;

/** Returns an invoice as its buyer sees it; names are in the language it was bought in. */
export function presentPurchase(
  row: Invoice,
  {
    now,
    paymentUrl,
    creditNotes,
    withdrawnAt,
  }: { now: Date; paymentUrl: string | null } & Corrections,
): Purchase {
  return {
    id: row.id,
    reason: row.reason,
    status: invoiceStatus(row, now),
    lines: row.lines,
    discount: row.discount,
    credit: { amount: row.credit, currency: row.currency },
    total: { amount: row.total, currency: row.currency },
    covers: coverOf(row),
    creditNotes,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    receiptNumber: row.receiptNumber,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    paymentUrl,
  };
}

/** Returns what a credit note pays back of each line, by the line's name. */
export const paidBackOf = (
  { lines, currency }: Pick<CreditNote, "lines" | "currency">,
  invoice: Pick<Invoice, "lines">,
): { name: string; amount: { amount: number; currency: string } }[] =>
  lines.map(({ sku, amount }) => ({ name: lineName(invoice, sku), amount: { amount, currency } }));

function summaryOf(
  note: CreditNote,
  invoice: Pick<Invoice, "lines">,
): Purchase["creditNotes"][number] {
  const { id, number, amount, currency, createdAt } = note;
  return {
    id,
    number,
    amount: { amount, currency },
    issuedAt: createdAt.toISOString(),
    lines: paidBackOf(note, invoice),
  };
}

/** What a new invoice has. */
export const noCorrections: Corrections = { creditNotes: [], withdrawnAt: null };

export async function findCorrections(
  database: Database,
  rows: readonly Invoice[],
): Promise<(invoice: Invoice) => Corrections> {
  const ids = rows.map(({ id }) => id);
  const notes = await findCreditNotes(database, ids);
  const withdrawnAt = await findWithdrawnAt(database, ids);
  return (invoice) => ({
    creditNotes: notes
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map((note) => summaryOf(note, invoice)),
    withdrawnAt: withdrawnAt.get(invoice.id) ?? null,
  });
}
