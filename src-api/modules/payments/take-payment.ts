import { randomUUID } from "node:crypto";
import type { Database } from "../../infra/database/connect.ts";
import { lockCode, type DiscountCode } from "../catalogue/module.ts";
import {
  findInvoice,
  findLivePayment,
  insertPayment,
  isPaid,
  isPayable,
  lockInvoice,
  updateInvoice,
  type Invoice,
  type Payment,
} from "../ledger/module.ts";
import { lockUser } from "../accounts/module.ts";
import type { PaymentPortal } from "../../portal.ts";
import { isInForce, lockSubscription } from "../membership/module.ts";
import { reserveSubscription } from "./pay-for-subscription.ts";
import { cancelWaiting } from "./cancel-waiting.ts";
import { cardName, saveCard } from "./methods/card-store.ts";
import { deletePage, type PageKey } from "./pages/page-store.ts";
import type { ProviderCharge } from "../../infra/payment-provider.ts";
import { markPending, settleInvoice } from "./settle.ts";

/**
 * paid: taken, now or by an earlier call; already-subscribed: nothing was charged, since the user has
 * another membership; closed: the invoice cannot be paid (it expired, its account or membership is gone,
 * or the card on file is being charged for it).
 */
export type PaymentOutcome = "paid" | "already-subscribed" | "closed";

const newPayment = (
  { id, currency, total }: Invoice,
  { reference, settlesAt, card, provider }: ProviderCharge & Pick<PageKey, "provider">,
  now: Date,
): Payment => ({
  id: randomUUID(),
  invoiceId: id,
  provider,
  providerReference: reference,
  amount: total,
  currency,
  status: settlesAt ? "processing" : "succeeded",
  failure: null,
  card: card && cardName(card.card),
  cardReference: null,
  cardCustomer: null,
  createdAt: now,
  settlesAt,
});

/** Gives up a payment that waited for its buyer, since the buyer now pays on a page. False: one is under way. */
async function giveUpWaiting(
  tx: Database,
  invoiceId: string,
  portal: PaymentPortal,
): Promise<boolean> {
  const live = await findLivePayment(tx, invoiceId);
  if (live?.status !== "requires_action") return live === undefined;
  await cancelWaiting(portal, tx, live);
  return true;
}

/** Makes sure that an invoice can begin, prolong or change its subscription. Returns why it cannot, or null. */
async function claimSubscription(
  tx: Database,
  invoice: Invoice & { userId: string },
  { now, code }: { now: Date; code: DiscountCode | undefined },
): Promise<PaymentOutcome | { subscriptionId: string | null }> {
  if (invoice.reason === "checkout") {
    const reserved = await reserveSubscription(tx, invoice, { now, code });
    return reserved === false ? "already-subscribed" : { subscriptionId: reserved };
  }
  const { subscriptionId } = invoice;
  const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
  return subscription && isInForce(subscription, now) ? { subscriptionId } : "closed";
}

async function take(
  tx: Database,
  invoiceId: string,
  { charge, page }: { charge: ProviderCharge | null; page: PageKey | null },
  portal: PaymentPortal,
): Promise<PaymentOutcome> {
  const reserved = await findInvoice(tx, invoiceId);
  if (reserved?.userId) await lockUser(tx, reserved.userId);
  // Before the order: when that expires, a limited code is either paid for or free again, never both.
  const code = reserved?.discount ? await lockCode(tx, reserved.discount.code) : undefined;
  const invoice = await lockInvoice(tx, invoiceId);
  const now = portal.now();
  if (!invoice) return "closed";
  if (isPaid(invoice)) return "paid";
  const { userId } = invoice;
  const provider = page?.provider ?? invoice.provider;
  if (!userId || !isPayable(invoice, now)) return "closed";
  if (!(await giveUpWaiting(tx, invoiceId, portal))) return "closed";
  const claimed = await claimSubscription(tx, { ...invoice, userId }, { now, code });
  if (typeof claimed === "string") {
    await updateInvoice(tx, invoiceId, { status: "declined" });
    return claimed;
  }
  await updateInvoice(tx, invoiceId, claimed);
  if (charge) await insertPayment(tx, newPayment(invoice, { ...charge, provider }, now));
  if (charge?.card && claimed.subscriptionId) {
    await saveCard(tx, { userId, provider }, charge.card);
  }
  if (page) await deletePage(tx, page);
  const claimedInvoice = { ...invoice, ...claimed };
  if (charge?.settlesAt) await markPending(tx, invoiceId, portal);
  else await settleInvoice(tx, claimedInvoice, { settledAt: now, portal });
  return "paid";
}

/**
 * Takes a payment that a buyer made exactly once, however many calls there are: payment, status,
 * membership, receipt number and the job that mails the receipt are written in one transaction.
 *
 * @param charge null when there is nothing to charge (a discount of the whole price)
 * @param page where it was paid; null for the sandbox, which takes it at once
 */
export const collectPayment = (
  portal: PaymentPortal,
  invoiceId: string,
  charge: ProviderCharge | null,
  page: PageKey | null = null,
): Promise<PaymentOutcome> =>
  portal.database.transaction((tx) => take(tx, invoiceId, { charge, page }, portal));
