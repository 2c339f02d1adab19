import { findCreditNoteByReference } from "#api/modules/billing/disputes.ts";
import { randomUUID } from "node:crypto";
import { ApiError } from "#api/infra/api-error.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import type { GivenCard, ProviderDispute } from "#api/infra/payment-provider.ts";
import { findLivePayment } from "#api/modules/billing/invoices.ts";
import { type Invoice, invoices, type Payment } from "#api/modules/billing/schema.ts";
import { applyDispute, applyRefund, followDisputes } from "#api/modules/billing/disputes.ts";
import { findRefundable } from "#api/modules/billing/refund.ts";
import { storeSandboxAnswer } from "#api/modules/billing/sandbox/sandbox.ts";
import { findBought } from "#api/modules/membership/membership.ts";
import type { Portal } from "#api/portal.ts";
import type { Act, Life } from "./lives.ts";
import { payWith } from "#api/modules/billing/sandbox/sandbox.ts";
import { pick } from "./random.ts";

/*
 * What happens at the provider itself in random lives: refunds by the owner, and disputes by the buyers.
 */

const outcomes = [
  "succeeds",
  "succeeds",
  "succeeds",
  "insufficientFunds",
  "expiredCard",
  "secondStepAtRenewal",
  "settlesLate",
  "debitSucceeds",
  "debitFails",
];

export function cardOf({ now }: Portal, random: () => number): GivenCard {
  const outcome = pick(random, outcomes);
  const givenAt = now();
  if (outcome === "debitSucceeds" || outcome === "debitFails") {
    const debit = payWith(outcome, givenAt).card;
    if (debit) return debit;
  }
  const card = {
    kind: "card",
    reference: `sandbox_card_${outcome}`,
    customer: null,
    brand: "Visa",
    last4: "4242",
    expMonth: 4,
    expYear: 2099,
  } as const;
  return { card, givenAt };
}

/** A dispute that the bank has not decided yet. */
export type OpenDispute = { provider: string; invoice: Invoice; dispute: ProviderDispute };

/** Returns one of the invoices that a user has paid, the latest one half of the time. */
export async function pickPaid(
  { database }: Portal,
  { id, random }: Life,
): Promise<Invoice | undefined> {
  const paid = await database
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, id), eq(invoices.status, "paid")))
    .orderBy(invoices.createdAt);
  return paid.length > 0 && random() < 0.5 ? pick(random, paid) : paid.at(-1);
}

const remainingOf = async ({ database }: Portal, invoice: Invoice): Promise<number> =>
  (await findRefundable(database, invoice)).reduce((sum, { refundable }) => sum + refundable, 0);

type Charged = { invoice: Invoice; payment: Payment; reference: string; remaining: number };

/** Returns a payment of which something is left. */
async function pickCharged(portal: Portal, life: Life): Promise<Charged | undefined> {
  const invoice = await pickPaid(portal, life);
  const payment = invoice && (await findLivePayment(portal.database, invoice.id));
  const reference = payment?.providerReference;
  const remaining = invoice ? await remainingOf(portal, invoice) : 0;
  return invoice && payment && reference && remaining > 0
    ? { invoice, payment, reference, remaining }
    : undefined;
}

/** Stores what the provider has moved by itself, for the comparison with the books. */
async function recordMoved({ database, now }: Portal, reference: string): Promise<void> {
  const note = await findCreditNoteByReference(database, reference);
  if (!note) throw new Error("What was moved is not in the books.");
  const answer = { status: "succeeded", reference } as const;
  const { id: key, amount } = note;
  await storeSandboxAnswer(database, { key, amount: -amount, answer, createdAt: now() });
}

/** Sends a message until it is received: the provider repeats one that met a broken connection. */
async function deliver(receive: () => Promise<void>): Promise<void> {
  for (let sent = 1; ; sent++) {
    try {
      return await receive();
    } catch (error) {
      if (error instanceof ApiError || sent === 20) throw error;
    }
  }
}

/** Has the owner refund a payment at the provider, all that is left or a part; the message comes twice. */
export const refundAtProvider: Act = async (portal, life) => {
  const charged = await pickCharged(portal, life);
  if (!charged) return;
  const { payment, reference: paid, remaining } = charged;
  const amount = pick(life.random, [remaining, 1 + Math.floor(life.random() * remaining)]);
  const reference = randomUUID();
  const refund = { reference, payment: paid, key: null, amount, status: "succeeded" } as const;
  const receive = () => applyRefund(portal, payment.provider, refund);
  await deliver(receive);
  await deliver(receive);
  await recordMoved(portal, reference);
};

/** Returns whether a membership is the one in force. */
const isBought = async ({ database, now }: Portal, { id }: Life, { subscriptionId }: Invoice) =>
  subscriptionId !== null && (await findBought(database, id, now()))?.id === subscriptionId;

/** Lets the membership follow its disputes, and remembers what must have come of it. */
async function follow(portal: Portal, life: Life, invoice: Invoice, isWon: boolean) {
  const { id, subscriptionId } = invoice;
  const isOpen = await isBought(portal, life, invoice);
  await followDisputes(portal, id);
  if (!isOpen || subscriptionId === null) return;
  const others = life.disputes.some((one) => one.invoice.subscriptionId === subscriptionId);
  if (!isWon) {
    if (!life.cancelled.has(subscriptionId)) life.stopped.add(subscriptionId);
    life.cancelled.add(subscriptionId);
  } else if (!others && !life.lost.has(subscriptionId) && life.stopped.delete(subscriptionId)) {
    life.cancelled.delete(subscriptionId);
  }
}

/** Has a buyer dispute what is left of a payment. */
export const disputePayment: Act = async (portal, life) => {
  const charged = await pickCharged(portal, life);
  if (!charged) return;
  const { invoice, payment, reference, remaining: amount } = charged;
  const createdAt = portal.now();
  const dispute = { reference: randomUUID(), payment: reference, amount, createdAt };
  const open = {
    provider: payment.provider,
    invoice,
    dispute: { ...dispute, status: "open" },
  } as const;
  await applyDispute(portal, payment.provider, open.dispute);
  life.disputes.push(open);
  await follow(portal, life, invoice, false);
};

/** Has the bank decide the oldest dispute. */
export const decideDispute: Act = async (portal, life) => {
  const [open] = life.disputes;
  if (!open) return;
  const { provider, invoice, dispute } = open;
  const isWon = life.random() < 0.5 || dispute.amount > (await remainingOf(portal, invoice));
  await applyDispute(portal, provider, { ...dispute, status: isWon ? "won" : "lost" });
  life.disputes.shift();
  if (!isWon) {
    await recordMoved(portal, dispute.reference);
    if (invoice.subscriptionId) life.lost.add(invoice.subscriptionId);
  }
  await follow(portal, life, invoice, isWon);
};
