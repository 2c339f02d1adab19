import { ApiError } from "../../../infra/api-error.ts";
import type { Logger } from "../../../infra/services.ts";
import type { Portal } from "../../../portal.ts";
import { findPurchase } from "../checkout/purchase-store.ts";
import type { Subscription } from "../schema.ts";
import { lockBought, updateSubscription } from "./subscription-store.ts";

/**
 * Cancels a bought membership at the end of its period (`renews` false), or resumes it before that
 * end. Repeating a call changes nothing. Throws `no-subscription` when no bought membership is
 * in force. Rejects, with nothing changed, when the provider fails.
 */
export async function setRenewal(
  { database, payments, now }: Portal,
  userId: string,
  renews: boolean,
): Promise<Subscription> {
  return database.transaction(async (tx) => {
    const subscription = await lockBought(tx, userId, now());
    if (!subscription) throw new ApiError("no-subscription");
    const cancelAtPeriodEnd = !renews;
    if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) return subscription;
    const { id, purchaseId } = subscription;
    // A free purchase has no payment that the provider could know it by.
    const reference = purchaseId && (await findPurchase(tx, purchaseId))?.providerReference;
    if (reference) await payments.setRenewal(reference, renews);
    await updateSubscription(tx, id, { cancelAtPeriodEnd });
    return { ...subscription, cancelAtPeriodEnd };
  });
}

/**
 * Cancels a membership at the end of its period. Any failure but `no-subscription` is logged and thrown
 * as `cancel-failed` (specification, section 8).
 */
export const cancelRenewal = (portal: Portal, userId: string, log: Logger): Promise<Subscription> =>
  setRenewal(portal, userId, false).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    log.error({ err: error }, "subscription could not be cancelled");
    throw new ApiError("cancel-failed");
  });
