import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, gt, inArray, isNotNull, not, sql } from "#api/infra/database/drizzle.ts";
import { lockUser, users } from "#api/modules/accounts/module.ts";
import {
  closedStatuses,
  type DiscountCode,
  discountCodes,
  type Invoice,
  invoices,
  livePaymentStatuses,
  numberSeries,
  paidStatuses,
  type Payment,
  paymentPages,
  payments,
  providerEvents,
  unpaidStatuses,
} from "./schema.ts";
import type { Brand } from "#shared/brand.ts";
import type { Receipt } from "#shared/api/receipts.ts";
import { businessDay } from "#api/infra/written-time.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Enqueuing, PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import {
  endedFields,
  grantMembership,
  liveStatuses,
  lockSubscription,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { providerOf } from "#api/infra/payment-provider.ts";
import { ApiError } from "#api/infra/api-error.ts";
import * as z from "zod/mini";

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

/** SQL condition: the payment was taken, settled or not. */
export const invoicePaid = inArray(invoices.status, paidStatuses);

/** SQL condition: the invoice is neither paid nor given up, as in the indexes on such invoices. `isUnpaid` in TypeScript. */
export const invoiceUnpaid = sql`${invoices.status} in (${sql.raw(unpaidStatuses.map((status) => `'${status}'`).join(", "))})`;

/** SQL condition: the invoice can be paid now. `isPayable` in TypeScript. */
export const invoicePayable = (now: Date) =>
  sql`(${invoiceUnpaid} and ${invoices.userId} is not null and ${gt(invoices.expiresAt, now)})`;

export async function findInvoice(database: Database, id: string): Promise<Invoice | undefined> {
  const [row] = await database.select().from(invoices).where(eq(invoices.id, id));
  return row;
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

/** Returns an invoice, locked until the transaction ends, after its buyer. */
export async function lockInvoice(tx: Database, id: string): Promise<Invoice | undefined> {
  const buyerId = (await findInvoice(tx, id))?.userId;
  if (buyerId) await lockUser(tx, buyerId);
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for("update");
  return row;
}

export async function findCode(
  database: Database,
  code: string,
): Promise<DiscountCode | undefined> {
  const [row] = await database.select().from(discountCodes).where(eq(discountCodes.code, code));
  return row;
}

/**
 * Returns the code, locked until the transaction ends: orders with it, and their payments, run one after
 * the other. Lock the code before an invoice.
 */
export async function lockCode(tx: Database, code: string): Promise<DiscountCode | undefined> {
  const [row] = await tx
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.code, code))
    .for("update");
  return row;
}

export const insertInvoice = (tx: Database, row: Invoice) => tx.insert(invoices).values(row);

export const updateInvoice = (
  database: Database,
  id: string,
  changes: Partial<Omit<Invoice, "id" | "userId" | "lines" | "total">>,
) => database.update(invoices).set(changes).where(eq(invoices.id, id));

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
export async function findOpenRenewal(
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

/** Returns the subscription's switches that were begun and are not paid, or not settled. */
const findOpenSwitches = (database: Database, subscriptionId: string): Promise<Invoice[]> =>
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
async function nextNumber(tx: Database, series: "receipt" | "credit-note"): Promise<number> {
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

/** Groups the 16 hexadecimal digits of a reference: "7F3A-92C1-0B4E-55D0". */
export const groupReference = (digits: string): string =>
  digits.toUpperCase().replaceAll(/(.{4})(?!$)/g, "$1-");

type Numbering = Pick<Brand, "receiptPrefix" | "timeZone">;

/** Formats the number of a document, such as "RS-2026-000123", with the seller's year; the series does not restart with it. */
const documentNumber = (prefix: string, number: number, day: string): string =>
  `${prefix}-${day.slice(0, 4)}-${String(number).padStart(6, "0")}`;

/** Formats the number of a receipt, such as "RS-2026-000123". */
export const receiptNumber = (
  { receiptPrefix, timeZone }: Numbering,
  number: number,
  chargedAt: Date,
): string => documentNumber(receiptPrefix, number, businessDay(chargedAt, timeZone));

export const nextReceiptNumber = async (
  tx: Database,
  brand: Numbering,
  chargedAt: Date,
): Promise<string> => receiptNumber(brand, await nextNumber(tx, "receipt"), chargedAt);

/** Takes the next number of a credit note, such as "RS-C-2026-000123". */
export const nextCreditNoteNumber = async (
  tx: Database,
  { receiptPrefix, timeZone }: Numbering,
  issuedAt: Date,
): Promise<string> =>
  documentNumber(
    `${receiptPrefix}-C`,
    await nextNumber(tx, "credit-note"),
    businessDay(issuedAt, timeZone),
  );

export const sellerOf = (brand: Brand): Receipt["seller"] => ({
  name: brand.owner,
  address: brand.address,
  ...(brand.country && { country: brand.country }),
  email: brand.contactEmail,
  ...(brand.taxId && { taxId: brand.taxId }),
});

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
export const isProcessing = sql`${payments.status} = 'processing'`;

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

type InStatus = Pick<Invoice, "status">;

/** Returns whether the payment was taken, settled or not. `invoicePaid` in SQL. */
export const isPaid = ({ status }: InStatus): boolean => paidStatuses.some((one) => one === status);

/** Returns whether an invoice is neither paid nor given up. `invoiceUnpaid` in SQL. */
export const isUnpaid = ({ status }: InStatus): boolean =>
  unpaidStatuses.some((one) => one === status);

/** Returns whether an invoice can be paid now, for the first time or again with another card. `invoicePayable` in SQL. */
export const isPayable = <Found extends Pick<Invoice, "status" | "expiresAt" | "userId">>(
  invoice: Found,
  now: Date,
): invoice is Found & { userId: string } =>
  isUnpaid(invoice) && invoice.userId !== null && invoice.expiresAt > now;

/** Returns whether a paid invoice is for a membership that could no longer be had: all of it is paid back. */
export const isOrphanedPayment = ({
  period,
  periodStart,
}: Pick<Invoice, "period" | "periodStart">) => period !== null && periodStart === null;

/** Returns the end of the membership that an invoice pays: the end of its period, or later by free days of an admin. */
export const runsUntil = ({
  periodEnd,
  extendedUntil,
}: Pick<Invoice, "periodEnd" | "extendedUntil">): Date | null => extendedUntil ?? periodEnd;

/** Returns the discount that an invoice shows: what takes nothing off, as in a trial, lowers later charges only. */
export const shownDiscount = ({ discount }: Pick<Invoice, "discount">): Invoice["discount"] =>
  discount && discount.amount.amount > 0 ? discount : null;

/** Returns the name of the line with a SKU, in the language it was bought in. */
export const lineName = ({ lines }: Pick<Invoice, "lines">, sku: string): string =>
  lines.find((line) => line.sku === sku)?.name ?? sku;

export type PaymentPage = typeof paymentPages.$inferSelect;

export const findPages = (database: Database, invoiceIds: string[]): Promise<PaymentPage[]> =>
  database.select().from(paymentPages).where(inArray(paymentPages.invoiceId, invoiceIds));

const cancelJob = defineJob({
  name: "billing.cancel-payment",
  payload: z.object({ provider: z.string(), reference: z.string() }),
  retry: patientRetries,
});

/** Fails a payment that awaits customer action, and cancels it at the provider after the commit. */
export async function cancelWaiting(
  { jobs }: Enqueuing,
  tx: Database,
  { id, provider, providerReference: reference }: Payment,
): Promise<void> {
  await updatePayment(tx, id, { status: "failed", failure: "confirmation" });
  if (reference) await jobs.enqueue(tx, cancelJob, { provider, reference });
}

/** Closes an invoice's pages at their providers once this is committed. What was paid there is paid back later. */
export async function cancelPages(
  { jobs, payments: providers }: Pick<PaymentPortal, "jobs" | "payments">,
  tx: Database,
  { id }: Pick<Invoice, "id">,
): Promise<void> {
  for (const { provider, reference } of await findPages(tx, [id])) {
    if (providers.byId.has(provider)) await jobs.enqueue(tx, cancelJob, { provider, reference });
  }
}

export const handleCancelledPayments = (portal: Portal): void =>
  portal.jobs.handle(cancelJob, ({ provider, reference }) =>
    providerOf(portal, { provider }).cancel(reference),
  );

/** Voids an unpaid invoice. False, with nothing changed, while a payment is under way. Lock the buyer first. */
export async function voidUnpaid(
  portal: TransactionPortal,
  tx: Database,
  { id }: Pick<Invoice, "id">,
): Promise<boolean> {
  const live = await findLivePayment(tx, id);
  if (live?.status === "processing") return false;
  if (live) await cancelWaiting(portal, tx, live);
  await cancelPages(portal, tx, { id });
  await updateInvoice(tx, id, { status: "void", nextTryAt: null });
  return true;
}

/** Voids a subscription's unpaid changes. Returns the one whose payment is under way, which stays. */
export async function voidSwitches(
  portal: TransactionPortal,
  tx: Database,
  subscriptionId: string,
): Promise<Invoice | null> {
  let underWay: Invoice | null = null;
  for (const invoice of await findOpenSwitches(tx, subscriptionId)) {
    if (!(await voidUnpaid(portal, tx, invoice))) underWay = invoice;
  }
  return underWay;
}

/** Calls off a membership's unpaid changes. Throws `conflict` while one is being charged. */
export async function callOffSwitches(
  portal: TransactionPortal,
  tx: Database,
  { id }: Pick<Subscription, "id">,
): Promise<void> {
  if (await voidSwitches(portal, tx, id)) throw new ApiError("conflict");
}

/** Returns whether a membership begins, or goes on, before such a payment is settled: cards are settled at once, or nearly. */
export const beginsAtOnce = ({ way }: Pick<Payment, "way">): boolean => way !== "card";

/** Returns whether an invoice is paid by a debit that the bank has not decided. */
async function isDebited(tx: Database, { id }: Pick<Invoice, "id">): Promise<boolean> {
  const payment = await findLivePayment(tx, id);
  return payment !== undefined && payment.providerReference !== null && beginsAtOnce(payment);
}

/**
 * Ends a membership now whose present period an invoice paid: nothing more is charged. Memberships that have
 * been renewed or changed since then go on. A debit that is under way is paid back once the bank has paid it. Throws `conflict`
 * while a card is being charged for a renewal or a change.
 */
export async function endPaidMembership(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
): Promise<void> {
  const { subscriptionId } = invoice;
  const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
  if (!subscription || !liveStatuses.some((status) => status === subscription.status)) return;
  const { id, endsAt } = subscription;
  const paidUntil = runsUntil(invoice)?.getTime();
  const renewal = await findOpenRenewal(tx, id);
  // A debit for the next period has prolonged it already.
  const isProlonged = renewal?.status === "pending" && renewal.periodStart?.getTime() === paidUntil;
  if (!endsAt || (endsAt.getTime() !== paidUntil && !isProlonged)) return;
  if (renewal && !(await voidUnpaid(portal, tx, renewal)) && !(await isDebited(tx, renewal))) {
    throw new ApiError("conflict");
  }
  const underWay = await voidSwitches(portal, tx, id);
  if (underWay && !(await isDebited(tx, underWay))) throw new ApiError("conflict");
  const now = portal.now();
  await updateSubscription(tx, id, {
    ...endedFields(now),
    endsAt: endsAt < now ? endsAt : now,
    nextSku: null,
    nextPeriod: null,
    nextPrice: null,
  });
  // What was bought during a granted membership has not begun: the granted time is back.
  const { periodStart } = invoice;
  if (periodStart && periodStart > now) {
    await grantMembership(portal, tx, subscription.userId, periodStart);
  }
}

type EventKey = { provider: string; id: string };

const isEvent = ({ provider, id }: EventKey) =>
  and(eq(providerEvents.provider, provider), eq(providerEvents.id, id));

/** Returns whether the effect of an event was stored. */
export async function isRecorded(database: Database, event: EventKey): Promise<boolean> {
  return (await database.$count(providerEvents, isEvent(event))) > 0;
}

/** Records that the effect of an event is stored. False when that was recorded before. */
export async function recordEvent(
  tx: Database,
  event: EventKey & { type: string },
  now: Date,
): Promise<boolean> {
  const recorded = await tx
    .insert(providerEvents)
    .values({ ...event, receivedAt: now })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id });
  return recorded.length > 0;
}

/** Forgets an event, as if it had not been. False when it was not recorded. */
export async function forgetEvent(tx: Database, event: EventKey): Promise<boolean> {
  const forgotten = await tx
    .delete(providerEvents)
    .where(isEvent(event))
    .returning({ id: providerEvents.id });
  return forgotten.length > 0;
}

/** Returns whether somebody has bought something, or begun to, under a version of the terms. */
export const isVersionBought = async (database: Database, termsVersion: string): Promise<boolean> =>
  (await database.$count(invoices, eq(invoices.termsVersion, termsVersion))) > 0;
