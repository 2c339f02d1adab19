import type { Period } from "#shared/api/cart.ts";
import type { Session } from "../../http/session.ts";
import { memberActor, providerActor, recordAct } from "../../infra/audit/record-act.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { PaymentPortal } from "../../portal.ts";
import { membershipLine, periodEnd, spent } from "../catalogue/module.ts";
import {
  changeCredit,
  enqueueReceipt,
  findDuePayments,
  isOrphanedPayment,
  lockInvoice,
  markSettled,
  newReference,
  nextNumber,
  openDeliveries,
  receiptNumber,
  receiptSeries,
  sellerOf,
  updateInvoice,
  type DuePayment,
  type Invoice,
} from "../ledger/module.ts";
import {
  enqueueMembershipMail,
  findStanding,
  isFirstPurchase,
  lockLive,
  lockSubscription,
  updateSubscription,
  type Subscription,
} from "../membership/module.ts";
import { cancelPages } from "./cancel-unpaid.ts";
import { beginRefund } from "./refunds/begin-refund.ts";
import { sandboxId } from "./sandbox/sandbox-links.ts";

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

function paidChanges(
  subscription: Subscription,
  { reason, lines, periodStart, periodEnd: end }: Invoice,
): Partial<Subscription> {
  const line = membershipLine(lines);
  const { discount } = subscription;
  return {
    status: "active",
    endsAt: end,
    endedAt: null, // a late payment revives it
    discount: discount && line?.discount ? spent(discount) : discount,
    ...(line && { sku: line.sku, price: line.unitPrice.amount, period: line.period ?? null }),
    nextSku: null,
    nextPeriod: null,
    nextPrice: null,
    ...(reason === "switch" && { anchorAt: periodStart }),
  };
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
  if (reason === "checkout") {
    const [periodStart, endsAt] = [settledAt, periodEnd(settledAt, period)];
    const begun = { startedAt: settledAt, anchorAt: settledAt, endsAt, status: "active" as const };
    await updateSubscription(tx, subscription.id, begun);
    return { periodStart, periodEnd: endsAt };
  }
  const isReplaced = subscription.status === "ended" && (await lockLive(tx, subscription.userId));
  if (isReplaced) return null;
  await updateSubscription(tx, subscription.id, paidChanges(subscription, invoice));
  if (reason === "switch") {
    await recordSwitch(tx, subscription.userId, { plan: period }, settledAt);
  }
  return invoice;
}

/** Enqueues the welcome mail after a member's first purchase. */
async function welcome(portal: PaymentPortal, tx: Database, invoice: Invoice): Promise<void> {
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
  tx: Database,
  invoice: Invoice,
  { settledAt, portal }: { settledAt: Date; portal: PaymentPortal },
): Promise<void> {
  const { brand } = portal;
  const paid = await payForSubscription(tx, invoice, settledAt);
  const periodStart = paid?.periodStart ?? null;
  const isOrphaned = invoice.userId === null || isOrphanedPayment({ ...invoice, periodStart });
  if (!isOrphaned) await changeCredit(tx, invoice, settledAt);
  const number = await nextNumber(tx, receiptSeries);
  await updateInvoice(tx, invoice.id, {
    status: "paid",
    paidAt: settledAt,
    receiptNumber: receiptNumber(brand, number, settledAt),
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
  if (paid) await welcome(portal, tx, invoice);
  if (!isOrphaned) return;
  const refund = { amount: null, reason: "refund", note: orphanedNote(invoice) } as const;
  await beginRefund(tx, { invoiceId: invoice.id, ...refund, actor: providerActor }, portal);
}

/** Marks an invoice as paid and not settled: it can be paid in no other way meanwhile. */
export async function markPending(
  tx: Database,
  invoiceId: string,
  portal: PaymentPortal,
): Promise<void> {
  await updateInvoice(tx, invoiceId, { status: "pending", nextTryAt: null });
  await cancelPages(portal, tx, { id: invoiceId });
}

/** Settles a payment once. Returns false when a concurrent call was faster. */
async function settlePayment(
  tx: Database,
  payment: DuePayment,
  portal: PaymentPortal,
): Promise<boolean> {
  const invoice = await lockInvoice(tx, payment.invoiceId);
  const mine = await markSettled(tx, payment.id);
  if (!invoice || !mine) return false;
  await settleInvoice(tx, invoice, { settledAt: payment.settlesAt, portal });
  return true;
}

/**
 * Settles the sandbox payments whose time has come, where the sandbox takes payments: a user's, or anybody's. Every request that reads the
 * state of invoices or of the membership calls this first. Returns the number of settled payments. One that
 * cannot be settled keeps no others waiting; it rejects at the end then.
 */
export async function settleDuePayments(portal: PaymentPortal, userId?: string): Promise<number> {
  if (portal.payments.current.id !== sandboxId) return 0;
  let settled = 0;
  const errors: unknown[] = [];
  for (const payment of await findDuePayments(portal.database, portal.now(), userId)) {
    try {
      const mine = await portal.database.transaction((tx) => settlePayment(tx, payment, portal));
      if (mine) settled += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some payments could not be settled.");
  return settled;
}

/** Settles due payments first: a pending membership may have become active. */
export async function settledSession(portal: PaymentPortal, session: Session): Promise<Session> {
  if (!session.subscriptionPending) return session;
  await settleDuePayments(portal, session.userId);
  const { database, now } = portal;
  return { ...session, ...(await findStanding(database, session.userId, now())) };
}
