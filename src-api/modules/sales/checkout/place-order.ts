import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { checkoutSchema } from "#shared/api/billing.ts";
import type { Language } from "#shared/languages.ts";
import { normaliseCode } from "#shared/api/discounts.ts";
import { requestHashOf, requireSameRequest } from "#api/http/idempotency-key.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { Portal } from "#api/portal.ts";
import { lockUser } from "../../accounts/module.ts";
import {
  isLimited,
  isTooSmall,
  lockCode,
  membershipLine,
  type Line,
} from "../../catalogue/module.ts";
import {
  checkoutLifeMs,
  insertInvoice,
  lastExpired,
  taxesIn,
  type Invoice,
} from "../../ledger/module.ts";
import { cancelPages } from "../../payments/module.ts";
import { closeOpenOrders, deleteKeys, findKey, insertKey } from "./checkout-store.ts";
import { priceOrder, type Price } from "./price-order.ts";

type CheckoutBody = z.infer<typeof checkoutSchema>;

/** The user who buys; whether a membership is in force or pending decides what may be bought. */
type Buyer = {
  userId: string;
  name: string;
  email: string;
  subscriptionOwned: boolean;
  subscriptionPending: boolean;
};

/** A checkout request, which may arrive several times with the same key. */
type Submit = { body: CheckoutBody; key: string; language: Language };

/**
 * Returns the invoice that the same key opened. A key counts for as long as its invoice can be paid:
 * a device that kept the key must be able to buy the same things again later.
 */
async function findEarlier(
  tx: Database,
  userId: string,
  { body, key }: Submit,
  now: Date,
): Promise<Invoice | null> {
  await deleteKeys(tx, lastExpired(now), { userId, key });
  const earlier = await findKey(tx, { userId, key });
  if (!earlier) return null;
  requireSameRequest(earlier, requestHashOf(body));
  return earlier.invoice;
}

function requireCurrentTerms({ brand }: Pick<Portal, "brand">, accepted: string): void {
  if (accepted !== brand.legalVersions.terms) {
    throw new ApiError("terms-outdated", { fields: { termsVersion: "terms-outdated" } });
  }
}

/** Throws `already-subscribed` for a membership in the cart of somebody who has one. */
export function refuseSecondMembership(
  lines: readonly Line[],
  buyer: Pick<Buyer, "subscriptionOwned" | "subscriptionPending">,
): void {
  const subscribed = buyer.subscriptionOwned || buyer.subscriptionPending;
  if (subscribed && membershipLine(lines)) throw new ApiError("already-subscribed");
}

const newInvoice = (
  buyer: Buyer,
  { lines, discount, dueNow }: Price,
  { termsVersion: accepted, origin }: CheckoutBody,
  { now, provider }: { now: Date; provider: string },
): Invoice => ({
  id: randomUUID(),
  userId: buyer.userId,
  reason: "checkout",
  status: "open",
  subscriptionId: null,
  periodStart: null,
  periodEnd: null,
  extendedUntil: null,
  lines,
  discount,
  credit: 0,
  creditChange: 0,
  total: dueNow.amount,
  taxes: taxesIn(lines, 0),
  currency: dueNow.currency,
  period: membershipLine(lines)?.period ?? null,
  termsVersion: accepted,
  origin,
  provider,
  providerReference: null,
  buyerName: buyer.name,
  buyerEmail: buyer.email,
  seller: null,
  createdAt: now,
  expiresAt: new Date(now.getTime() + checkoutLifeMs),
  paidAt: null,
  receiptNumber: null,
  withdrawalReference: null,
  nextTryAt: null,
  tries: 0,
});

/** Opens an invoice with the accepted prices and terms, and stores the key with it. */
async function openInvoice(
  tx: Database,
  portal: Portal,
  buyer: Buyer,
  { body, key, language }: Submit,
): Promise<Invoice> {
  const { userId } = buyer;
  const now = portal.now();
  requireCurrentTerms(portal, body.termsVersion);
  const code = await lockCode(tx, normaliseCode(body.discountCode ?? ""));
  const price = await priceOrder(tx, body, { now, language, userId });
  refuseSecondMembership(price.lines, buyer);
  if (isTooSmall(price.dueNow)) throw new ApiError("amount-too-small");
  // The new order takes the place of those that reserved a limited code.
  if (code && isLimited(code)) {
    const closed = await closeOpenOrders(tx, code.code, { now, userId });
    for (const id of closed) await cancelPages(portal, tx, { id });
  }
  const row = newInvoice(buyer, price, body, { now, provider: portal.payments.current.id });
  await insertInvoice(tx, row);
  const requestHash = requestHashOf(body);
  await insertKey(tx, { userId, key, requestHash, invoiceId: row.id, createdAt: now });
  return row;
}

/**
 * Opens an invoice, or returns the one that the same key and body opened before. Throws
 * `payments-unavailable`, `idempotency-key-reused` for another body, `terms-outdated`,
 * `already-subscribed`, `amount-too-small`, and what `priceOrder` throws; nothing is stored then.
 */
export async function placeOrder(portal: Portal, buyer: Buyer, submit: Submit): Promise<Invoice> {
  if (!(await portal.payments.current.available())) throw new ApiError("payments-unavailable");
  return portal.database.transaction(async (tx) => {
    await lockUser(tx, buyer.userId);
    return (
      (await findEarlier(tx, buyer.userId, submit, portal.now())) ??
      (await openInvoice(tx, portal, buyer, submit))
    );
  });
}

/** Deletes expired idempotency keys, every hour. */
export const purgeJob = defineJob({
  name: "billing.sweep-idempotency-keys",
  payload: z.object({}),
  singleton: true,
  schedule: "20 * * * *",
});

/** Deletes the idempotency keys whose invoices cannot be paid any more. */
export async function purgeIdempotencyKeys({
  database,
  now,
}: Pick<Portal, "database" | "now">): Promise<void> {
  await deleteKeys(database, lastExpired(now()));
}
