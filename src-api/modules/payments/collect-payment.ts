import { randomUUID } from "node:crypto";
import type { Database } from "../../infra/database/connect.ts";
import type { PageStatus, ProviderCharge } from "../../infra/payment-provider.ts";
import type { PaymentPortal } from "../../portal.ts";
import { lockUser } from "../accounts/module.ts";
import {
  lockCode,
  membershipLine,
  recurringDiscountOf,
  type DiscountCode,
} from "../catalogue/module.ts";
import {
  findInvoice,
  findLivePayment,
  findOpenMemberships,
  findPaymentByReference,
  insertPayment,
  isPaid,
  isPayable,
  lockInvoice,
  updateInvoice,
  type Invoice,
  type Payment,
} from "../ledger/module.ts";
import {
  endLapsed,
  insertSubscription,
  isInForce,
  lockSubscription,
  unplanned,
} from "../membership/module.ts";
import { cancelWaiting } from "./cancel-unpaid.ts";
import { forgetUnused } from "./cards.ts";
import { providerOf } from "./providers.ts";
import { returnPayment } from "./refunds/pay-back.ts";
import { markPending, settleInvoice } from "./settle.ts";
import { cardName, deletePage, findPages, saveCard, type PageKey } from "./store.ts";

/** Reserves the one live subscription. Returns its id, null without one in the order, false if there is another. */
async function reserveSubscription(
  tx: Database,
  invoice: Invoice & { userId: string },
  { now, code }: { now: Date; code: DiscountCode | undefined },
): Promise<string | null | false> {
  const line = membershipLine(invoice.lines);
  if (!line) return null;
  await endLapsed(tx, invoice.userId, now);
  const id = randomUUID();
  const inserted = await insertSubscription(tx, {
    ...unplanned,
    id,
    userId: invoice.userId,
    source: "purchase",
    status: "pending",
    sku: line.sku,
    period: line.period ?? null,
    price: line.unitPrice.amount,
    currency: line.unitPrice.currency,
    startedAt: now,
    anchorAt: now,
    endsAt: null,
    discount: code ? recurringDiscountOf(code, line.sku) : null,
  });
  return inserted && id;
}

/**
 * paid: taken, now or by an earlier call; already-subscribed: nothing was charged, since the user has
 * another membership; closed: the invoice cannot be paid (it expired, its account or membership is gone,
 * or the card on file is being charged for it).
 */
type PaymentOutcome = "paid" | "already-subscribed" | "closed";

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

async function collect(
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
  portal.database.transaction((tx) => collect(tx, invoiceId, { charge, page }, portal));

type PaidPage = Extract<PageStatus, { status: "paid" }>;

/** Closes the pages of the buyer's other orders of a membership: only one can be had. */
async function closeOtherPages(portal: PaymentPortal, invoice: Invoice): Promise<void> {
  const others = await findOpenMemberships(portal.database, invoice);
  const pages = await findPages(
    portal.database,
    others.map(({ id }) => id),
  );
  // One that stays open and is paid after all is paid back.
  await Promise.allSettled(
    pages.map(async (page) => providerOf(portal, page).cancel(page.reference)),
  );
}

async function collectFromPage(
  portal: PaymentPortal,
  invoice: Invoice,
  key: PageKey,
  page: PaidPage,
): Promise<void> {
  const { id, total, currency, period } = invoice;
  const { provider } = key;
  if (page.amount !== total || page.currency !== currency) {
    throw new Error(`The payment ${page.charge.reference} is not what the invoice ${id} asks for.`);
  }
  const outcome = await collectPayment(portal, id, page.charge, key);
  const { reference } = page.charge;
  const isCollected =
    outcome === "paid" && (await findPaymentByReference(portal.database, { provider, reference }));
  if (isCollected) {
    if (period) await closeOtherPages(portal, invoice);
    return;
  }
  await returnPayment(portal, invoice, { ...page, provider, reference });
  const customer = page.charge.card?.card.customer;
  if (customer) await forgetUnused(portal, invoice.userId, { provider, customer });
}

/**
 * Takes the payment that was made on a page, whoever notices it first: the buyer's return, the provider's
 * message, or the reconciliation, whatever has become of the invoice: what it cannot take is paid back. Repeating it
 * changes nothing. Rejects when the provider does not answer.
 */
export async function completePage(
  portal: PaymentPortal,
  invoice: Invoice,
  key: PageKey,
): Promise<PageStatus["status"]> {
  const page = await providerOf(portal, key).pageStatus(key.reference);
  if (page.status === "paid") await collectFromPage(portal, invoice, key, page);
  if (page.status === "paid" || page.status === "closed") await deletePage(portal.database, key);
  return page.status;
}
