import { randomUUID } from "node:crypto";
import { idempotencyKeys, purchases, subscriptions } from "../modules/billing/schema.ts";
import type { TestPortal } from "./test-portal.ts";

/**
 * Gives a user a settled purchase of a monthly membership that ends then, as if it had been bought
 * now: the purchase's id. Its provider's reference is `reference-<id>`.
 */
export async function insertBoughtMembership(
  { portal: { database, now } }: TestPortal,
  userId: string,
  endsAt: Date,
): Promise<string> {
  const id = randomUUID();
  const at = now();
  await database.insert(purchases).values({
    id,
    userId,
    status: "paid",
    lines: [],
    total: 900,
    currency: "EUR",
    period: "monthly",
    termsVersion: "1",
    origin: "checkout",
    provider: "sandbox",
    providerReference: `reference-${id}`,
    buyerName: "Ada",
    buyerEmail: "ada@example.com",
    createdAt: at,
    expiresAt: at,
    paidAt: at,
  });
  await database.insert(subscriptions).values({
    id: randomUUID(),
    userId,
    source: "purchase",
    status: "active",
    period: "monthly",
    price: 900,
    currency: "EUR",
    startedAt: at,
    endsAt,
    cancelAtPeriodEnd: false,
    purchaseId: id,
  });
  await database
    .insert(idempotencyKeys)
    .values({ userId, key: randomUUID(), requestHash: "x", purchaseId: id, createdAt: at });
  return id;
}
