import { ApiError } from "../../../infra/api-error.ts";
import type { Actor } from "../../../infra/audit/record-act.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { lockBuyer } from "../invoices/buyer-store.ts";
import { runsUntil } from "../invoices/invoice.ts";
import { findLastPaid } from "../invoices/invoice-store.ts";
import { enqueueMembershipMail } from "../mails/membership-mail.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import type { CreditNote } from "../payments/schema.ts";
import type { Invoice, Subscription } from "../schema.ts";
import { liveMembership } from "../subscriptions/subscription.ts";
import { endGrant, findBought, lockSubscription } from "../subscriptions/subscription-store.ts";
import { creditFor } from "../subscriptions/switch.ts";
import { endPaidMembership } from "./end-membership.ts";
import { beginRefund, findRefundable } from "./refund.ts";

/** Returns the invoice that pays the present period of a subscription, or undefined. */
async function findPresentInvoice(
  database: Database,
  { id, endsAt }: Subscription,
): Promise<Invoice | undefined> {
  const invoice = await findLastPaid(database, id);
  const until = invoice && runsUntil(invoice);
  return endsAt && until?.getTime() === endsAt.getTime() ? invoice : undefined;
}

/**
 * What ending a membership now means, in minor units: what was charged for the present period, and what of it can be paid
 * back, everything or the days that are left.
 */
type Ending = {
  invoiceId: string;
  currency: string;
  charged: number;
  all: number;
  unused: number;
};

/** Returns what ending the bought membership that is in force would mean; null without one. */
export async function previewEnd(
  { database, now }: Pick<PaymentPortal, "database" | "now">,
  userId: string,
): Promise<Ending | null> {
  const bought = await findBought(database, userId, now());
  const invoice = bought && (await findPresentInvoice(database, bought));
  const until = invoice && runsUntil(invoice);
  if (!invoice?.periodStart || !until) return null;
  const { id: invoiceId, currency, periodStart: from } = invoice;
  const { charged, left: all } = await findRefundable(database, invoice);
  const unused = Math.min(all, creditFor(charged, { from, until }, now()));
  return { invoiceId, currency, charged, all, unused };
}

/** What is paid back when a membership ends: minor units, the reason, and who does it. */
type EndRefund = { amount: number; note: string; actor: Actor };

/** Writes the refund of a part of what was paid, before the membership ends. Throws `conflict` for more than is left. */
async function beginPart(
  tx: Database,
  { id: invoiceId }: Invoice,
  { amount, note, actor }: EndRefund,
  portal: PaymentPortal,
): Promise<CreditNote | null> {
  if (amount === 0) return null;
  const begun = await beginRefund(tx, { invoiceId, amount, reason: "refund", note, actor }, portal);
  if (begun.outcome !== "begun") throw new ApiError("conflict");
  return begun.creditNote;
}

/**
 * Ends a membership now, bought or granted, and mails that to the member. Returns the credit note of what is to be paid
 * back, which `payBack` sends. Throws `no-subscription`, and `conflict` while a payment is under way, or when that much cannot
 * be paid back.
 */
export async function endNow(
  portal: PaymentPortal,
  tx: Database,
  userId: string,
  refund: EndRefund,
): Promise<CreditNote | null> {
  await lockBuyer(tx, userId);
  const live = await liveMembership(tx, userId, portal.now());
  if (!live || live.status === "pending") throw new ApiError("no-subscription");
  if (live.source === "grant") {
    if (refund.amount > 0) throw new ApiError("conflict");
    await endGrant(tx, userId, portal.now());
    return null;
  }
  const invoice = await findPresentInvoice(tx, live);
  if (!invoice) throw new ApiError("conflict");
  const creditNote = await beginPart(tx, invoice, refund, portal);
  await endPaidMembership(tx, invoice, portal);
  if ((await lockSubscription(tx, live.id))?.status !== "ended") throw new ApiError("conflict");
  const mail = { kind: "membership-ended", subscriptionId: live.id, invoiceId: null } as const;
  if (!creditNote) await enqueueMembershipMail(portal, tx, mail);
  return creditNote;
}
