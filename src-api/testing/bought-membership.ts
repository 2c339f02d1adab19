import { randomUUID } from "node:crypto";
import { idempotencyKeys } from "#api/modules/accounts/schema.ts";
import { invoices } from "#api/modules/billing/schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import type { TestPortal } from "./test-portal.ts";

/**
 * Inserts a settled invoice of a monthly membership, bought now and valid until `endsAt`. Returns
 * the purchase's id; the provider's reference is `reference-<id>`.
 */
export async function insertBoughtMembership(
  { portal: { database, now } }: TestPortal,
  userId: string,
  endsAt: Date,
): Promise<string> {
  const id = randomUUID();
  const at = now();
  const subscriptionId = randomUUID();
  await database.insert(subscriptions).values({
    id: subscriptionId,
    userId,
    source: "purchase",
    status: "active",
    sku: "membership-monthly",
    period: "monthly",
    price: 900,
    currency: "EUR",
    startedAt: at,
    anchorAt: at,
    endsAt,
    cancelAtPeriodEnd: false,
  });
  await database.insert(invoices).values({
    id,
    userId,
    status: "paid",
    subscriptionId,
    periodStart: at,
    periodEnd: endsAt,
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
  await database
    .insert(idempotencyKeys)
    .values({ userId, key: randomUUID(), requestHash: "x", madeId: id, createdAt: at });
  return id;
}
