import { createHash, randomUUID } from "node:crypto";
import { and, eq, lte } from "drizzle-orm";
import type * as z from "zod/mini";
import type { checkoutSchema } from "../../../../src-shared/api/billing.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { idempotencyKeys, purchases } from "../schema.ts";
import { users } from "../../accounts/schema.ts";
import type { Portal } from "../../../portal.ts";
import type { Session } from "../../../http/session.ts";
import { membershipLine, type Line } from "./cart-lines.ts";
import { normaliseCode } from "./discount.ts";
import { closeOpenOrders, lockCode } from "./discount-uses.ts";
import { priceOrder } from "./price-order.ts";
import { purchaseLife, type PurchaseRow } from "./purchase.ts";
import { termsVersion } from "./terms-version.ts";

type CheckoutBody = z.infer<typeof checkoutSchema>;

/** One submit of a checkout, which may arrive several times. */
export type Submit = { body: CheckoutBody; key: string; language: Language };

const hashOf = (body: CheckoutBody) =>
  createHash("sha256").update(JSON.stringify(body)).digest("base64url");

/** Makes checkouts of one user follow each other, also over several API processes. */
const lockBuyer = (tx: Database, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");

/**
 * What the same key led to. A key counts for as long as its purchase can be paid: later it is a new
 * purchase of the same things, which a device that kept the key must be able to begin.
 */
async function findEarlier(
  tx: Database,
  userId: string,
  { body, key }: Submit,
  now: Date,
): Promise<PurchaseRow | null> {
  const same = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
  const tooOld = lte(idempotencyKeys.createdAt, new Date(now.getTime() - purchaseLife));
  await tx.delete(idempotencyKeys).where(and(same, tooOld));
  const [row] = await tx
    .select({ purchase: purchases, requestHash: idempotencyKeys.requestHash })
    .from(idempotencyKeys)
    .innerJoin(purchases, eq(purchases.id, idempotencyKeys.purchaseId))
    .where(same);
  if (row && row.requestHash !== hashOf(body)) throw new ApiError("idempotency-key-reused");
  return row?.purchase ?? null;
}

async function requireCurrentTerms(accepted: string): Promise<void> {
  if (accepted !== (await termsVersion())) {
    throw new ApiError("terms-outdated", { fields: { termsVersion: "terms-outdated" } });
  }
}

/** Throws `already-subscribed` when a membership is in the cart of somebody who has one. */
export function refuseSecondMembership(lines: readonly Line[], session: Session | null): void {
  const subscribed = session && (session.subscriptionOwned || session.subscriptionPending);
  if (subscribed && membershipLine(lines)) throw new ApiError("already-subscribed");
}

/** Opens a purchase with the prices and terms that were accepted, and keeps the key with it. */
async function openPurchase(
  tx: Database,
  portal: Portal,
  session: Session,
  submit: Submit,
): Promise<PurchaseRow> {
  const { body, key, language } = submit;
  const now = portal.now();
  await requireCurrentTerms(body.termsVersion);
  const { userId } = session;
  const code = await lockCode(tx, normaliseCode(body.discountCode ?? ""));
  const { lines, discount, dueNow } = await priceOrder(tx, body, { now, language, userId });
  refuseSecondMembership(lines, session);
  if (code) await closeOpenOrders(tx, code, { now, userId });
  const row: PurchaseRow = {
    id: randomUUID(),
    userId,
    status: "open",
    lines,
    discount,
    total: dueNow.amount,
    currency: dueNow.currency,
    period: membershipLine(lines)?.period ?? null,
    termsVersion: body.termsVersion,
    origin: body.origin,
    provider: portal.payments.id,
    providerReference: null,
    buyerName: session.name,
    buyerEmail: session.email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + purchaseLife),
    paidAt: null,
    receiptNumber: null,
  };
  await tx.insert(purchases).values(row);
  await tx.insert(idempotencyKeys).values({
    userId,
    key,
    requestHash: hashOf(body),
    purchaseId: row.id,
    createdAt: now,
  });
  return row;
}

/**
 * The purchase that a submit leads to: opened the first time, the same one each time after it
 * (ruling 18). Throws `payments-unavailable`, `idempotency-key-reused` for another body,
 * `terms-outdated`, `already-subscribed`, and what `priceOrder` throws; nothing is kept then.
 */
export async function placeOrder(
  portal: Portal,
  session: Session,
  submit: Submit,
): Promise<PurchaseRow> {
  if (!(await portal.payments.available())) throw new ApiError("payments-unavailable");
  return portal.database.transaction(async (tx) => {
    await lockBuyer(tx, session.userId);
    return (
      (await findEarlier(tx, session.userId, submit, portal.now())) ??
      (await openPurchase(tx, portal, session, submit))
    );
  });
}
