import { findLivePayment, lockInvoice, updateInvoice } from "../../ledger/module.ts";
import {
  ended,
  enqueueMembershipMail,
  lockSubscription,
  updateSubscription,
} from "../../membership/module.ts";
import { cancelPages, cancelWaiting } from "../../payments/module.ts";
import type { PaymentPortal } from "#api/portal.ts";

/** Gives up a renewal that was not paid in time: the membership ends, and nothing is owed any more. */
export const giveUp = (portal: PaymentPortal, invoiceId: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const now = portal.now();
    if (!invoice || invoice.expiresAt > now) return;
    if (invoice.status !== "open" && invoice.status !== "declined") return;
    const live = await findLivePayment(tx, invoiceId);
    if (live?.status === "processing") return; // its answer decides
    if (live) await cancelWaiting(portal, tx, live);
    await cancelPages(portal, tx, invoice);
    await updateInvoice(tx, invoiceId, { status: "uncollectible", nextTryAt: null });
    const { subscriptionId } = invoice;
    const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
    if (!subscription || subscription.status === "ended") return;
    await updateSubscription(tx, subscription.id, ended(now));
    const mail = { kind: "membership-ended", subscriptionId: subscription.id, invoiceId } as const;
    await enqueueMembershipMail(portal, tx, mail);
  });
