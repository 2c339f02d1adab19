import type { Member, MemberInvoice } from "#shared/api/members.ts";
import { isUnpaidHere, presentForeign, stopForeign } from "./foreign-customers.ts";
import { isUnsettled } from "./late-payments.ts";
import { enqueueReceipt } from "./payments.ts";
import { presentMembership } from "./membership.ts";
import { findInvoices, presentPurchases } from "./purchases.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { type PaidLine, remainingOf, returnCredit } from "./credit.ts";
import type { CreditNote, Invoice } from "./schema.ts";
import {
  endedFields,
  enqueueMembershipMail,
  findBought,
  liveMembership,
  lockSubscription,
  revokeGrant,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import type { PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import { findPaidPeriod, type PaidPeriod } from "./switch.ts";
import { beginRefund, findMissingProvider, findRefundable, type RefundRequest } from "./refund.ts";
import {
  callOffSwitches,
  endPaidMembership,
  findInvoice,
  findLastPaid,
  findOpenRenewal,
  lineName,
  runsUntil,
  updateInvoice,
  voidUnpaid,
} from "./invoices.ts";

/**
 * What ending a membership now means, in minor units; extras of the same order do not count. `charged`: for the
 * present period; `all` and `unused`: what of it can be paid back, everything or the days that are left; `credit`:
 * what goes back to the account's credit for those days, since credit had paid it.
 */
type Ending = {
  invoiceId: string;
  currency: string;
  charged: number;
  all: number;
  unused: number;
  credit: number;
};

/** Divides the unused rest of a period into what is paid back and what goes back to the account's credit. */
function divideUnused({ membership, unused }: { membership: PaidLine; unused: number }) {
  const money = Math.min(membership.refundable, unused);
  return { money, credit: unused - money };
}

/** Returns the amounts involved in ending the bought membership that is in force; null without one. */
export async function previewEnd(
  { database, now }: Pick<PaymentPortal, "database" | "now">,
  userId: string,
): Promise<Ending | null> {
  const bought = await findBought(database, userId, now());
  const present = bought && (await findPaidPeriod(database, bought, now()));
  if (!present) return null;
  const { id: invoiceId, currency } = present.invoice;
  const { charged, refundable: all } = present.membership;
  const { money: unused, credit } = divideUnused(present);
  return { invoiceId, currency, charged, all, unused, credit };
}

/** What is paid back when a membership ends: minor units, the reason, and who does it. */
type EndRefund = { amount: number; note: string; actor: Actor };

/** Writes the refund of a part of what was paid, before the membership ends. Throws `conflict` for more than is left. */
async function refundPart(
  portal: TransactionPortal,
  tx: Database,
  present: PaidPeriod,
  { amount, note, actor }: EndRefund,
): Promise<CreditNote | null> {
  if (amount === 0) return null;
  const { id: invoiceId } = present.invoice;
  const { sku } = present.membership;
  const unused = divideUnused(present);
  // All money may be no more than that of the unused days: credit has paid the rest.
  const creditBack = amount > unused.money ? undefined : unused.credit;
  const request = { invoiceId, sku, amount, creditBack, reason: "refund", note, actor } as const;
  const begun = await beginRefund(portal, tx, request);
  if (begun.outcome !== "begun") throw new ApiError("conflict");
  return begun.creditNote;
}

/**
 * Ends a membership now, bought or granted, and mails that to the member. What credit had paid for the days that are left
 * goes back to the account. Returns the credit note of what is to be paid back, which `payBack` sends. Throws
 * `no-subscription`, `payments-unavailable`, and `conflict` while a payment is under way, or when that much cannot be paid back.
 */
export async function endNow(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  refund: EndRefund,
): Promise<CreditNote | null> {
  const now = portal.now();
  await lockUser(tx, userId);
  const live = await liveMembership(tx, userId, now);
  if (!live || live.status === "pending") throw new ApiError("no-subscription");
  if (live.source === "grant") {
    if (refund.amount > 0) throw new ApiError("conflict");
    await revokeGrant(portal, tx, userId);
    return null;
  }
  await stopForeign(portal, tx, userId);
  const present = await findPaidPeriod(tx, live, now);
  if (!present && (await isUnpaidHere(tx, live)) && refund.amount === 0) {
    const renewal = await findOpenRenewal(tx, live.id);
    if (renewal && !(await voidUnpaid(portal, tx, renewal))) throw new ApiError("conflict");
    await callOffSwitches(portal, tx, live);
    await updateSubscription(tx, live.id, { ...endedFields(now), endsAt: now });
    const mail = { kind: "membership-ended", subscriptionId: live.id, invoiceId: null } as const;
    await enqueueMembershipMail(portal, tx, mail);
    return null;
  }
  if (!present) throw new ApiError("conflict");
  if (refund.amount > 0) await requireProvider(portal, tx, present.invoice.id);
  const creditNote = await refundPart(portal, tx, present, refund);
  // A refund of all money has given the credit back.
  const isWhole = creditNote !== null && refund.amount === present.membership.refundable;
  if (!isWhole) await returnCredit(tx, present.invoice, divideUnused(present).credit, now);
  await endPaidMembership(portal, tx, present.invoice);
  await revokeGrant(portal, tx, userId, { isMailed: false });
  if ((await lockSubscription(tx, live.id))?.status !== "ended") throw new ApiError("conflict");
  const mail = { kind: "membership-ended", subscriptionId: live.id, invoiceId: null } as const;
  if (!creditNote) await enqueueMembershipMail(portal, tx, mail);
  return creditNote;
}

/** A subscription's end, and the day that its periods are counted from. */
type End = { endsAt: Date; anchorAt: Date | null };

/** Returns the membership that runs until a time ahead, locked. Throws `no-subscription`, `conflict` if unpaid. */
async function lockRunning(
  tx: Database,
  userId: string,
  now: Date,
): Promise<Subscription & { endsAt: Date }> {
  await lockUser(tx, userId);
  const live = await liveMembership(tx, userId, now);
  if (!live?.endsAt || live.status === "pending") throw new ApiError("no-subscription");
  const { endsAt } = live;
  if (live.status === "past_due" || endsAt <= now) throw new ApiError("conflict");
  if (await isUnsettled(tx, live)) throw new ApiError("conflict");
  return { ...live, endsAt };
}

/** Moves the end of the period and the next charge. Throws `conflict` while a change is being charged. */
async function moveEnd(
  portal: TransactionPortal,
  tx: Database,
  subscription: Subscription & { endsAt: Date },
  { endsAt, anchorAt }: End,
): Promise<void> {
  const { id, source } = subscription;
  await updateSubscription(tx, id, { endsAt, anchorAt });
  if (source !== "purchase") return;
  await callOffSwitches(portal, tx, subscription);
  const invoice = await findLastPaid(tx, id);
  if (!invoice || runsUntil(invoice)?.getTime() !== subscription.endsAt.getTime()) return;
  const isAsPaid = invoice.periodEnd?.getTime() === endsAt.getTime();
  await updateInvoice(tx, invoice.id, { extendedUntil: isAsPaid ? null : endsAt });
}

/** Returns the same hour of the seller's clock a number of days later: what ends at midnight goes on to do so. */
function daysLater(time: Date, days: number, timeZone: string): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(at.add({ days }).epochMilliseconds);
}

/** Adds days to the present period for free. Returns its ends. Throws `no-subscription`, `conflict`. */
export async function extendMembership(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  days: number,
): Promise<{ before: End; endsAt: Date }> {
  const running = await lockRunning(tx, userId, portal.now());
  const endsAt = daysLater(running.endsAt, days, portal.brand.timeZone);
  const isBought = running.source === "purchase";
  await moveEnd(portal, tx, running, { endsAt, anchorAt: isBought ? endsAt : running.anchorAt });
  return { before: { endsAt: running.endsAt, anchorAt: running.anchorAt }, endsAt };
}

/** Takes an extension back. Throws `conflict` when the end was moved since, or would be over by now. */
export async function undoExtension(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  { before, endsAt }: { before: End; endsAt: Date },
): Promise<void> {
  const running = await lockRunning(tx, userId, portal.now());
  const isUnchanged = running.endsAt.getTime() === endsAt.getTime();
  if (!isUnchanged || before.endsAt <= portal.now()) throw new ApiError("conflict");
  await moveEnd(portal, tx, running, before);
}

async function presentInvoices(
  portal: Pick<Portal, "database" | "now">,
  userId: string,
  present: string | undefined,
): Promise<MemberInvoice[]> {
  const { database } = portal;
  const rows = await findInvoices(database, userId);
  const purchases = await presentPurchases(portal, rows);
  return Promise.all(
    rows.map(async (row, index) => {
      const { currency } = row;
      const purchase = purchases[index];
      if (!purchase) throw new Error("An invoice was not presented.");
      const paid = await findRefundable(database, row);
      const paysPresent = row.id === present;
      return {
        purchase,
        refundable: { amount: remainingOf(paid), currency },
        refundableLines: paid
          .filter(({ refundable }) => refundable > 0)
          .map(({ sku, kind, refundable }) => ({
            sku,
            name: lineName(row, sku),
            refundable: { amount: refundable, currency },
            paysPresent: paysPresent && kind === "membership",
          })),
        paysPresent,
      };
    }),
  );
}

/** Returns a member's payments for admins: the membership, the amounts involved in ending it now, and the invoices. */
export async function presentMemberPayments(
  portal: Pick<Portal, "brand" | "database" | "now">,
  userId: string,
): Promise<Pick<Member, "membership" | "foreign" | "ending" | "invoices">> {
  const ending = await previewEnd(portal, userId);
  const foreign = await presentForeign(portal.database, userId);
  return {
    ...(foreign && { foreign }),
    membership: await presentMembership(portal, userId),
    ending: ending && {
      charged: { amount: ending.charged, currency: ending.currency },
      all: { amount: ending.all, currency: ending.currency },
      unused: { amount: ending.unused, currency: ending.currency },
      credit: { amount: ending.credit, currency: ending.currency },
    },
    invoices: await presentInvoices(portal, userId, ending?.invoiceId),
  };
}

/** Returns an invoice of the member. Throws `not-found` also for one of somebody else. */
async function requireInvoice(tx: Database, userId: string, invoiceId: string): Promise<Invoice> {
  const invoice = await findInvoice(tx, invoiceId);
  if (invoice?.userId !== userId) throw new ApiError("not-found");
  return invoice;
}

/** Throws `payments-unavailable` when the provider that took a payment is not set up any more. */
async function requireProvider(
  portal: TransactionPortal,
  tx: Database,
  invoiceId: string,
): Promise<void> {
  if (await findMissingProvider(portal, tx, invoiceId)) throw new ApiError("payments-unavailable");
}

/**
 * Writes the credit note of a member's invoice or of a part of it; `payBack` sends the money. Throws `not-found`,
 * `payments-unavailable`, and `conflict` when that much cannot be paid back.
 */
export async function refundMemberInvoice(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  refund: Pick<RefundRequest, "invoiceId" | "sku" | "amount" | "note" | "actor">,
): Promise<CreditNote> {
  await requireInvoice(tx, userId, refund.invoiceId);
  await requireProvider(portal, tx, refund.invoiceId);
  const begun = await beginRefund(portal, tx, { ...refund, reason: "refund" });
  if (begun.outcome !== "begun") throw new ApiError("conflict");
  return begun.creditNote;
}

/** Mails a member's receipt again. Returns its number. Throws `not-found`, and `conflict` for an invoice without one. */
export async function resendReceipt(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  invoiceId: string,
): Promise<string> {
  const invoice = await requireInvoice(tx, userId, invoiceId);
  if (!invoice.receiptNumber) throw new ApiError("conflict");
  await enqueueReceipt(portal, tx, invoice);
  return invoice.receiptNumber;
}
