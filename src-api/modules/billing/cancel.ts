import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Logger } from "#api/infra/services.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { findUnpaidRenewal, voidSwitches, voidUnpaid } from "./invoices.ts";
import {
  ended,
  enqueueMembershipMail,
  isInForce,
  lockBought,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";

/** Returns the bought membership in force, locked after its user. Throws `no-subscription`. */
export async function requireBought(
  tx: Database,
  userId: string,
  now: Date,
): Promise<Subscription> {
  await lockUser(tx, userId);
  const subscription = await lockBought(tx, userId, now);
  if (!subscription) throw new ApiError("no-subscription");
  return subscription;
}

/** Gives up an unpaid renewal of a cancelled membership. Throws `conflict` while its payment is under way. */
async function voidRenewal(
  tx: Database,
  subscription: Subscription,
  portal: PaymentPortal,
): Promise<void> {
  const invoice = await findUnpaidRenewal(tx, subscription.id);
  if (invoice && !(await voidUnpaid(tx, invoice, portal))) throw new ApiError("conflict");
}

/**
 * Cancels a bought membership at the end of its period (`renews` false), or resumes it before that end.
 * Repeating a call changes nothing. One whose renewal is not paid ends now, and the renewal is not owed.
 * Throws `no-subscription` when no bought membership is in force.
 *
 * @param actor who did it, for the audit trail; null when that records another act for it
 * @param byDispute a dispute stops the renewal, or gives back what it has stopped; whatever else is decided outlasts it
 */
export const setRenewal = (
  portal: PaymentPortal,
  userId: string,
  {
    renews,
    actor,
    byDispute = false,
  }: { renews: boolean; actor: Actor | null; byDispute?: boolean },
): Promise<Subscription> =>
  portal.database.transaction(async (tx) => {
    const now = portal.now();
    const subscription = await requireBought(tx, userId, now);
    const cancelAtPeriodEnd = !renews;
    const { id, stoppedByDispute } = subscription;
    if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) {
      if (!byDispute) await updateSubscription(tx, id, { stoppedByDispute: false });
      return subscription;
    }
    if (renews && byDispute && !stoppedByDispute) return subscription;
    if (cancelAtPeriodEnd) {
      await voidRenewal(tx, subscription, portal);
      await voidSwitches(tx, id, portal);
    }
    const changed = { ...subscription, cancelAtPeriodEnd };
    const changes = {
      cancelAtPeriodEnd,
      stoppedByDispute: byDispute && !renews,
      ...(isInForce(changed, now) ? {} : ended(now)),
    };
    await updateSubscription(tx, id, changes);
    const kind = renews
      ? "membership-resumed"
      : "status" in changes
        ? "membership-ended"
        : "membership-cancelled";
    await enqueueMembershipMail(portal, tx, { kind, subscriptionId: id, invoiceId: null });
    const act = renews ? "membership-resumed" : "membership-cancelled";
    if (actor) await recordAct(tx, { act, at: now, actor, subjectId: userId });
    return { ...subscription, ...changes };
  });

/** Cancels at the end of the period. Throws `no-subscription`, `conflict` during a renewal, `cancel-failed`. */
export const cancelRenewal = (
  portal: PaymentPortal,
  userId: string,
  { actor, log }: { actor: Actor; log: Pick<Logger, "error"> },
): Promise<Subscription> =>
  setRenewal(portal, userId, { renews: false, actor }).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    log.error({ err: error }, "subscription could not be cancelled");
    throw new ApiError("cancel-failed");
  });
