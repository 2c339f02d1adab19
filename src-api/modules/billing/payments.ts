import type { Period } from "#shared/api/cart.ts";
import type { Session } from "#api/http/session.ts";
import { memberActor, providerActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Enqueuing, PaymentPortal, TransactionPortal } from "#api/portal.ts";
import { membershipLine, periodEnd, discountAfterPayment, recurringDiscountOf } from "./prices.ts";
import {
  beginsAtOnce,
  cancelPages,
  cancelWaiting,
  findCode,
  findLivePayment,
  groupReference,
  invoiceUnpaid,
  isOrphanedPayment,
  isPayable,
  isProcessing,
  lockInvoice,
  nextReceiptNumber,
  sellerOf,
  updateInvoice,
  updatePayment,
} from "./invoices.ts";
import {
  deliveries,
  type Invoice,
  invoices,
  type Payment,
  type PaymentMethod,
  payments,
  products,
} from "./schema.ts";
import {
  enqueueMembershipMail,
  findMembershipState,
  isFirstPurchase,
  lockLive,
  lockSubscription,
  markPastDue,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { beginRefund } from "./refund.ts";
import { sandboxId, settledResult } from "#api/modules/billing/sandbox/sandbox.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { emitMetric } from "#api/infra/metrics/metric-events.ts";
import { type ChargeResult, type FailureReason, providerOf } from "#api/infra/payment-provider.ts";
import { cardName, findCard } from "./cards.ts";
import { takeBackOrder, takeBackRenewal } from "./late-payments.ts";
import { and, eq, inArray, isNotNull, lte, sql } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import * as z from "zod/mini";
import { insertCredit } from "./credit.ts";
import { trialEnd } from "./trial.ts";

/** Records that a member has changed the plan, for now or for later, or has taken that back. */
export const recordSwitch = (
  tx: Database,
  userId: string,
  details: { plan: Period | null; undone?: true },
  at: Date,
): Promise<void> =>
  recordAct(tx, {
    act: "membership-switched",
    at,
    actor: memberActor(userId),
    subjectId: userId,
    details,
  });

/** Begins the delivery of the extras of a paid invoice, or of some extras in all paid invoices. */
export const openDeliveries = (tx: Database, of: { invoiceId: string } | { skus: string[] }) =>
  tx.execute(sql`
    insert into ${deliveries} ("invoice_id", "sku", "kind", "state", "quantity", "changed_at")
    select ${invoices.id}, ${products.sku}, ${products.deliveredAs},
      case ${products.deliveredAs} when 'file' then 'ready' else 'requested' end,
      sum((line ->> 'quantity')::int), ${invoices.paidAt}
    from ${invoices} cross join jsonb_array_elements(${invoices.lines}) line
      join ${products} on ${products.sku} = line ->> 'sku'
    where ${invoices.status} = 'paid' and ${invoices.reason} = 'checkout'
      and ${products.deliveredAs} is not null
      and ${"skus" in of ? inArray(products.sku, of.skus) : eq(invoices.id, of.invoiceId)}
    group by ${invoices.id}, ${products.sku}
    on conflict do nothing`);

export const receiptMail = defineJob({
  name: "billing.mail-receipt",
  payload: z.object({ purchaseId: z.string() }),
  retry: patientRetries,
});

/** Enqueues the mail that confirms an invoice, in the transaction that settles it. */
export const enqueueReceipt = ({ jobs }: Enqueuing, tx: Database, { id }: Invoice): Promise<void> =>
  jobs.enqueue(tx, receiptMail, { purchaseId: id });

/** Returns a new withdrawal reference: 64 random bits, which nobody can guess in any number of tries. */
const newReference = (): string => groupReference(randomBytes(8).toString("hex"));

/** Writes what a paid invoice gives to the account's credit, or takes of it. */
async function changeCredit(
  tx: Database,
  { id, userId, creditChange, currency }: Invoice,
  now: Date,
): Promise<void> {
  if (creditChange === 0 || userId === null) return;
  await insertCredit(tx, { userId, invoiceId: id, amount: creditChange, currency }, now);
}

function subscriptionWhenPaid(
  subscription: Subscription,
  { reason, lines, periodStart, periodEnd: end }: Invoice,
): Partial<Subscription> {
  const line = membershipLine(lines);
  const { discount } = subscription;
  return {
    status: "active",
    endsAt: end,
    endedAt: null, // a late payment revives it
    onTrial: false,
    discount: discount && line?.discount ? discountAfterPayment(discount) : discount,
    ...(line && { sku: line.sku, price: line.unitPrice.amount, period: line.period ?? null }),
    nextSku: null,
    nextPeriod: null,
    nextPrice: null,
    ...(reason === "switch" && { anchorAt: periodStart }),
  };
}

/** Returns what a subscription becomes when its first period is paid, or begins as a trial. A granted one is free until its end, and bought from then on. */
async function firstPeriod(
  tx: Database,
  { source, status, startedAt, endsAt: grantedUntil }: Subscription,
  { lines, discount, paidOnce }: Invoice,
  { settledAt, period }: { settledAt: Date; period: Period },
) {
  const isGranted = source === "grant" && status === "active" && grantedUntil !== null;
  const periodStart = isGranted && grantedUntil > settledAt ? grantedUntil : settledAt;
  const line = membershipLine(lines);
  const endsAt = line?.trialDays
    ? trialEnd(periodStart, line.trialDays)
    : periodEnd(periodStart, period);
  const code = source === "grant" && discount ? await findCode(tx, discount.code) : undefined;
  const begun = {
    ...(source === "grant" && {
      source: "purchase" as const,
      cancelAtPeriodEnd: paidOnce,
      endedAt: null,
      remindedOf: null,
      sku: line?.sku ?? null,
      period,
      price: line?.unitPrice.amount ?? null,
      currency: line?.unitPrice.currency ?? null,
      discount: code && line ? recurringDiscountOf(code, line) : null,
    }),
    startedAt: isGranted ? startedAt : settledAt,
    // Paid periods are counted from the end of a trial.
    anchorAt: line?.trialDays ? endsAt : periodStart,
    endsAt,
    onTrial: line?.trialDays !== undefined,
    status: "active" as const,
  };
  return { begun, periodStart };
}

/**
 * Begins, prolongs or changes the subscription that an invoice pays, when it is paid. Returns the time that
 * it pays; null when it pays none: an order without a membership, or a charge that was answered when its
 * membership could no longer be had, because the account is gone or has another membership by now.
 */
async function payForSubscription(
  tx: Database,
  invoice: Invoice,
  settledAt: Date,
): Promise<Pick<Invoice, "periodStart" | "periodEnd"> | null> {
  const { subscriptionId, reason, period } = invoice;
  if (!subscriptionId || !period) return null;
  const subscription = await lockSubscription(tx, subscriptionId);
  if (!subscription) return null;
  const isReplaced = subscription.status === "ended" && (await lockLive(tx, subscription.userId));
  if (isReplaced) return null;
  // A debit that was under way when the membership was withdrawn from or paid back is paid back as well.
  if (reason !== "checkout" && subscription.status === "ended" && invoice.status === "pending") {
    const payment = await findLivePayment(tx, invoice.id);
    if (payment && beginsAtOnce(payment)) return null;
  }
  // It has begun already, before its payment was settled; one that was ended since is paid back.
  if (reason === "checkout" && invoice.periodStart) {
    return subscription.status === "ended" ? null : invoice;
  }
  if (reason === "checkout") {
    const at = { settledAt, period };
    const { begun, periodStart } = await firstPeriod(tx, subscription, invoice, at);
    await updateSubscription(tx, subscription.id, begun);
    return { periodStart, periodEnd: begun.endsAt };
  }
  await updateSubscription(tx, subscription.id, subscriptionWhenPaid(subscription, invoice));
  if (reason === "switch") {
    await recordSwitch(tx, subscription.userId, { plan: period }, settledAt);
  }
  return invoice;
}

/** Begins or prolongs the subscription of an invoice whose payment is not settled. Returns the time of a membership that begins. */
async function beginUnsettled(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
): Promise<Partial<Pick<Invoice, "periodStart" | "periodEnd">>> {
  const { subscriptionId, reason, period, periodEnd: endsAt } = invoice;
  if (!subscriptionId || !period || reason === "switch") return {};
  const subscription = await lockSubscription(tx, subscriptionId);
  if (!subscription || subscription.status === "ended") return {};
  if (reason === "renewal") {
    await updateSubscription(tx, subscriptionId, { status: "active", endsAt, onTrial: false });
    return {};
  }
  const settledAt = portal.now();
  const at = { settledAt, period };
  const { begun, periodStart } = await firstPeriod(tx, subscription, invoice, at);
  await updateSubscription(tx, subscriptionId, begun);
  await enqueueWelcome(portal, tx, invoice);
  return { periodStart, periodEnd: begun.endsAt };
}

/** Enqueues the welcome mail after a member's first purchase. */
async function enqueueWelcome(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
): Promise<void> {
  const { id: invoiceId, subscriptionId, reason, userId } = invoice;
  if (!subscriptionId || !userId || reason !== "checkout") return;
  if (!(await isFirstPurchase(tx, { id: subscriptionId, userId }))) return;
  await enqueueMembershipMail(portal, tx, { kind: "welcome", subscriptionId, invoiceId });
}

/** What the books say of a charge that is paid back by itself. */
const orphanedNote = (invoice: Invoice): string =>
  invoice.userId === null
    ? "The charge was confirmed after its account had been deleted."
    : "The charge was confirmed when its membership could no longer be had.";

/**
 * Marks an invoice as paid at `settledAt`, numbers and mails its receipt, welcomes a new member, begins the delivery of its extras,
 * and begins, prolongs or changes the membership that it pays. A charge for a membership that can no longer
 * be had, or for an account that was deleted meanwhile, is paid back by the refund job: whole, and nothing is delivered.
 */
export async function settleInvoice(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
  settledAt: Date,
): Promise<void> {
  const { brand } = portal;
  const paid = await payForSubscription(tx, invoice, settledAt);
  const periodStart = paid?.periodStart ?? null;
  const isOrphaned = invoice.userId === null || isOrphanedPayment({ ...invoice, periodStart });
  if (!isOrphaned) await changeCredit(tx, invoice, settledAt);
  await updateInvoice(tx, invoice.id, {
    status: "paid",
    paidAt: settledAt,
    receiptNumber: await nextReceiptNumber(tx, brand, settledAt),
    withdrawalReference: isOrphaned || invoice.reason === "renewal" ? null : newReference(),
    seller: sellerOf(brand),
    periodStart,
    periodEnd: paid?.periodEnd ?? null,
    nextTryAt: null,
  });
  await cancelPages(portal, tx, invoice);
  if (!isOrphaned && invoice.lines.some(({ kind }) => kind === "extra"))
    await openDeliveries(tx, { invoiceId: invoice.id });
  await enqueueReceipt(portal, tx, invoice);
  if (paid && !invoice.periodStart) await enqueueWelcome(portal, tx, invoice);
  if (!isOrphaned) return;
  const refund = { amount: null, reason: "refund", note: orphanedNote(invoice) } as const;
  await beginRefund(portal, tx, { invoiceId: invoice.id, ...refund, actor: providerActor });
}

/** Days after the end of the paid period on which a renewal that failed is tried again. */
const retryDays = [1, 3, 5, 7];

/** Why a try failed, and whether the next one may succeed: later, or at once with another card. */
type Failure = { reason: FailureReason; retryable: boolean; hasNewCard: boolean };

/** Returns when a renewal that failed is tried again; null: not by itself. */
function nextTry(
  { periodStart }: Invoice,
  { retryable, hasNewCard }: Failure,
  now: Date,
): Date | null {
  if (hasNewCard) return now;
  if (!retryable || !periodStart) return null;
  const days = retryDays.map((day) => new Date(periodStart.getTime() + day * dayMs));
  return days.find((day) => day > now) ?? null;
}

/** The card could not be charged. Access continues while a renewal can be paid; a change of the period is off. */
async function recordFailedCharge(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
  failure: Failure,
): Promise<void> {
  const { id, subscriptionId } = invoice;
  const isRenewal = invoice.reason === "renewal";
  const isRefused = failure.reason !== "confirmation" && failure.reason !== "no-card";
  const isOff = !isRenewal && isRefused;
  if (isOff) await cancelPages(portal, tx, invoice);
  await updateInvoice(tx, id, {
    status: isOff ? "void" : "declined",
    tries: invoice.tries + 1,
    nextTryAt: isRenewal ? nextTry(invoice, failure, portal.now()) : null,
  });
  if (!isRenewal || !subscriptionId || !(await markPastDue(tx, subscriptionId))) return;
  const kind = failure.reason === "confirmation" ? "confirm-renewal" : "renewal-failed";
  await enqueueMembershipMail(portal, tx, { kind, subscriptionId, invoiceId: id });
}

/** Returns whether a user has given another card since a payment was begun. */
async function hasOtherCard(
  tx: Database,
  userId: string | null,
  { cardReference }: Payment,
): Promise<boolean> {
  const card = userId === null ? undefined : await findCard(tx, userId);
  return card !== undefined && card.providerReference !== cardReference;
}

/** A payment that is under way. */
type BegunPayment = Pick<Payment, "id" | "invoiceId">;

/**
 * Records what a provider has answered to a payment, whoever gets the answer first: the charge of a card, a page that was paid, a
 * message of the provider, the reconciliation, or the sandbox's clock. Once it is decided, a later answer changes nothing; returns
 * false then.
 *
 * @param at when the provider took the money
 */
export async function recordPayment(
  portal: TransactionPortal,
  tx: Database,
  { id, invoiceId }: BegunPayment,
  result: ChargeResult,
  at: Date = portal.now(),
): Promise<boolean> {
  const invoice = await lockInvoice(tx, invoiceId);
  const payment = await findLivePayment(tx, invoiceId);
  if (!invoice || payment?.id !== id || payment.status !== "processing") return false;
  const { reference: providerReference } = result;
  const wasUnderWay = payment.providerReference !== null;
  switch (result.status) {
    case "succeeded":
      await updatePayment(tx, id, { status: "succeeded", providerReference });
      await settleInvoice(portal, tx, invoice, at);
      break;
    case "processing": {
      const settlesAt = result.settlesAt === null ? null : new Date(result.settlesAt);
      await updatePayment(tx, id, { providerReference, settlesAt });
      const begins = beginsAtOnce(payment) && !wasUnderWay;
      const begun = begins ? await beginUnsettled(portal, tx, invoice) : {};
      // It can be paid in no other way meanwhile.
      await updateInvoice(tx, invoiceId, { status: "pending", nextTryAt: null, ...begun });
      await cancelPages(portal, tx, invoice);
      break;
    }
    case "requires_action": {
      await updatePayment(tx, id, { status: "requires_action", providerReference });
      const hasNewCard = await hasOtherCard(tx, invoice.userId, payment);
      if (hasNewCard) await cancelWaiting(portal, tx, { ...payment, providerReference });
      const failure = { reason: "confirmation", retryable: false, hasNewCard } as const;
      await recordFailedCharge(portal, tx, invoice, failure);
      break;
    }
    case "failed": {
      await updatePayment(tx, id, { status: "failed", failure: result.reason, providerReference });
      if (wasUnderWay && invoice.reason !== "renewal") {
        await takeBackOrder(portal, tx, invoice);
        break;
      }
      const isOwed = !wasUnderWay || (await takeBackRenewal(portal, tx, invoice));
      if (!isOwed) break;
      const hasNewCard = await hasOtherCard(tx, invoice.userId, payment);
      await recordFailedCharge(portal, tx, invoice, { ...result, hasNewCard });
    }
  }
  return true;
}

/** Records that a card was declined on a page. The invoice can be paid with another one, unless it was paid meanwhile. */
export const recordDeclined = (database: Database, invoiceId: string) =>
  database
    .update(invoices)
    .set({ status: "declined" })
    .where(and(eq(invoices.id, invoiceId), invoiceUnpaid));

/** A payment that the sandbox has settled by now. */
type DuePayment = BegunPayment & { reference: string; settlesAt: Date };

/** Returns payments whose time to settle has come: a user's, or anybody's. */
const findDuePayments = (database: Database, now: Date, userId?: string): Promise<DuePayment[]> =>
  database
    .select({
      id: payments.id,
      invoiceId: payments.invoiceId,
      reference: sql<string>`${payments.providerReference}`,
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

/**
 * Settles the sandbox payments whose time has come, where the sandbox takes payments: a user's, or anybody's. Every request that reads the
 * state of invoices or of the membership calls this first. Returns the number of settled payments. One that
 * cannot be settled does not stop the others; it rejects at the end then.
 */
export async function settleDuePayments(portal: PaymentPortal, userId?: string): Promise<number> {
  if (portal.payments.current.id !== sandboxId) return 0;
  let settled = 0;
  const errors: unknown[] = [];
  for (const payment of await findDuePayments(portal.database, portal.now(), userId)) {
    try {
      const { reference, settlesAt } = payment;
      const isRecorded = await portal.database.transaction((tx) =>
        recordPayment(portal, tx, payment, settledResult(reference), settlesAt),
      );
      if (isRecorded) settled += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some payments could not be settled.");
  return settled;
}

/** Settles due payments first: a pending membership may have become active. */
export async function settleAndReloadSession(
  portal: PaymentPortal,
  session: Session,
): Promise<Session> {
  if (!session.subscriptionPending) return session;
  await settleDuePayments(portal, session.userId);
  const { database, now } = portal;
  return { ...session, ...(await findMembershipState(database, session.userId, now())) };
}

/** Time after which a charge that was begun counts as lost: it is then repeated with the same key. */
export const chargeLeaseMs = 10 * minuteMs;

/** Writes a payment of an invoice, before its provider has answered; `recordPayment` follows. */
export async function insertPayment(
  tx: Database,
  { id: invoiceId, total: amount, currency }: Invoice,
  by: Pick<Payment, "provider" | "way" | "card" | "cardReference" | "cardCustomer">,
  now: Date,
): Promise<Payment> {
  const payment: Payment = {
    ...by,
    id: randomUUID(),
    invoiceId,
    providerReference: null,
    amount,
    currency,
    status: "processing",
    failure: null,
    createdAt: now,
    settlesAt: null,
  };
  await tx.insert(payments).values(payment);
  return payment;
}

/** Returns the card on file, unless nobody can charge it any more. */
async function findChargeable(
  { payments: providers }: Pick<TransactionPortal, "payments">,
  tx: Database,
  userId: string,
): Promise<PaymentMethod | undefined> {
  const card = await findCard(tx, userId);
  return card && providers.byId.has(card.provider) ? card : undefined;
}

/** Returns whether a payment was begun, and its provider's answer is not known. */
export const isUnanswered = ({ status, providerReference }: Payment): boolean =>
  status === "processing" && providerReference === null;

/** Returns the payment to charge, written before the provider is called; null for none. Unknown answers are asked again. */
export async function beginCharge(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
): Promise<Payment | null> {
  const now = portal.now();
  const { id, total } = invoice;
  const lease = { nextTryAt: new Date(now.getTime() + chargeLeaseMs) };
  const live = await findLivePayment(tx, id);
  if (live && isUnanswered(live)) {
    await updateInvoice(tx, id, lease);
    return live;
  }
  if (live || !isPayable(invoice, now)) {
    await updateInvoice(tx, id, { nextTryAt: null });
    return null;
  }
  if (total === 0) {
    await settleInvoice(portal, tx, invoice, now);
    return null;
  }
  const card = await findChargeable(portal, tx, invoice.userId);
  if (!card) {
    const failure = { reason: "no-card", retryable: false, hasNewCard: false } as const;
    await recordFailedCharge(portal, tx, invoice, failure);
    return null;
  }
  await updateInvoice(tx, id, lease);
  const { provider, providerReference: cardReference, providerCustomer: cardCustomer } = card;
  const by = { provider, way: card.kind, card: cardName(card), cardReference, cardCustomer };
  return insertPayment(tx, invoice, by, now);
}

/** Charges a payment and stores the answer. Without one it rejects: a later run repeats it with the same key. */
export async function charge(portal: PaymentPortal, payment: Payment): Promise<ChargeResult> {
  const { id, invoiceId, amount, currency, way, cardReference, cardCustomer, createdAt } = payment;
  const charging = providerOf(portal, payment).charge({
    invoiceId,
    amount,
    currency,
    card: { kind: way, reference: cardReference ?? "", customer: cardCustomer },
    idempotencyKey: id,
    begunAt: createdAt,
  });
  charging.then(
    ({ status }) => emitMetric("charge", status),
    () => emitMetric("charge", "unknown"),
  );
  const result = await charging;
  await portal.database.transaction((tx) => recordPayment(portal, tx, payment, result));
  return result;
}
