import { and, eq, inArray, ne } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { ForeignCustomer } from "#api/infra/payment-provider.ts";
import type { PaymentPortal, TransactionPortal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { findCard, storeCard } from "./cards.ts";
import { foreignCustomers, foreignSubscriptions } from "./schema.ts";

/** A customer of a former site, and the provider that knows it. */
export type FoundCustomer = ForeignCustomer & { provider: string };

/**
 * Asks the payment provider for a customer of a former site, by its reference or that of a subscription; null when it knows neither.
 * Rejects when it does not answer.
 */
export async function readForeignCustomer(
  { payments: { current } }: Pick<PaymentPortal, "payments">,
  known: { customer: string | null; subscription: string | null },
): Promise<FoundCustomer | null> {
  const found = await current.foreignCustomer(known);
  return found && { ...found, provider: current.id };
}

/**
 * Stores what a provider has of a user: customer, subscriptions, and the card where none is on file. Call it once the membership was
 * inserted. Repeating it changes nothing. Returns false, and stores nothing, when they are those of another user.
 */
export async function attachForeignCustomer(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  found: FoundCustomer,
): Promise<boolean> {
  const { provider, customer, subscriptions: theirs } = found;
  await lockUser(tx, userId);
  const references = theirs.map(({ reference }) => reference);
  const isCustomer = and(
    eq(foreignCustomers.provider, provider),
    eq(foreignCustomers.customer, customer),
  );
  const [other] = await tx
    .select({ userId: foreignCustomers.userId })
    .from(foreignCustomers)
    .where(and(isCustomer, ne(foreignCustomers.userId, userId)));
  if (other) return false;
  const checkedAt = portal.now();
  await tx
    .insert(foreignCustomers)
    .values({ userId, provider, customer, checkedAt })
    .onConflictDoUpdate({
      target: foreignCustomers.userId,
      set: { provider, customer, checkedAt },
    });
  const isKnown = and(
    eq(foreignSubscriptions.provider, provider),
    inArray(foreignSubscriptions.reference, references),
  );
  const before =
    references.length > 0 ? await tx.select().from(foreignSubscriptions).where(isKnown) : [];
  for (const { reference, status, periodEnd, takenOver } of theirs) {
    const known = before.find((row) => row.reference === reference);
    if (!known && status === "ended") continue;
    const changes = {
      userId,
      status,
      periodEnd,
      takenOverAt: known?.takenOverAt ?? (takenOver ? checkedAt : null),
      checkedAt,
    };
    await tx
      .insert(foreignSubscriptions)
      .values({ provider, reference, ...changes })
      .onConflictDoUpdate({
        target: [foreignSubscriptions.provider, foreignSubscriptions.reference],
        set: changes,
      });
  }
  const present = await findCard(tx, userId);
  if (!present && found.card) await storeCard(portal, tx, userId, provider, found.card);
  return true;
}

/** Returns what Stripe calls users and the subscriptions that former sites made, for an export; by user. */
export async function findForeignReferences(
  database: Database,
  userIds: readonly string[],
): Promise<Map<string, { customer?: string; subscription?: string }>> {
  const isOf = (table: typeof foreignCustomers | typeof foreignSubscriptions) =>
    and(inArray(table.userId, [...userIds]), eq(table.provider, "stripe"));
  const customers = await database.select().from(foreignCustomers).where(isOf(foreignCustomers));
  const theirs = await database
    .select()
    .from(foreignSubscriptions)
    .where(and(isOf(foreignSubscriptions), ne(foreignSubscriptions.status, "ended")));
  const found = new Map<string, { customer?: string; subscription?: string }>();
  for (const { userId, customer } of customers) found.set(userId, { customer });
  for (const { userId, reference } of theirs) {
    found.set(userId, { ...found.get(userId), subscription: reference });
  }
  return found;
}
