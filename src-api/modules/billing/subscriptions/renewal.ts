import { and, eq } from "drizzle-orm";
import { ApiError } from "../../../infra/api-error.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { purchases, subscriptions } from "../schema.ts";
import type { Portal } from "../../../portal.ts";
import { isInForce, type Subscription } from "./membership-status.ts";

/** The user's bought subscription, unchanged by others until the transaction ends. Grants are none. */
async function lockBought(tx: Database, userId: string): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.status, "active"),
        eq(subscriptions.source, "purchase"),
      ),
    )
    .for("update");
  return row;
}

/** The provider's reference of the payment that a subscription began with; null when it was free. */
async function findReference(tx: Database, { purchaseId }: Subscription): Promise<string | null> {
  if (!purchaseId) return null;
  const [row] = await tx
    .select({ reference: purchases.providerReference })
    .from(purchases)
    .where(eq(purchases.id, purchaseId));
  return row?.reference ?? null;
}

/**
 * Cancels a bought membership at the end of its period (`renews` false), or resumes it before that
 * end; asked twice it changes nothing more. Throws `no-subscription` when no bought membership is
 * in force. A failure of the provider rejects and changes nothing.
 */
export async function setRenewal(
  { database, payments, now }: Portal,
  userId: string,
  renews: boolean,
): Promise<Subscription> {
  return database.transaction(async (tx) => {
    const subscription = await lockBought(tx, userId);
    if (!subscription || !isInForce(subscription, now())) throw new ApiError("no-subscription");
    const cancelAtPeriodEnd = !renews;
    if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) return subscription;
    const reference = await findReference(tx, subscription);
    if (reference) await payments.setRenewal(reference, renews);
    await tx
      .update(subscriptions)
      .set({ cancelAtPeriodEnd })
      .where(eq(subscriptions.id, subscription.id));
    return { ...subscription, cancelAtPeriodEnd };
  });
}
