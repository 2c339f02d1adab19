import { ApiError } from "../../infra/api-error.ts";
import { providerActor, recordAct, type Actor } from "../../infra/audit/record-act.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { Logger } from "../../infra/services.ts";
import type { PaymentPortal, Portal } from "../../portal.ts";
import { lockUser } from "../accounts/module.ts";
import { findInvoice, findUnpaidRenewal } from "../ledger/module.ts";
import {
  ended,
  enqueueMembershipMail,
  findBought,
  isInForce,
  lockBought,
  updateSubscription,
  type Subscription,
} from "../membership/module.ts";
import { disputeJob, voidSwitches, voidUnpaid } from "../payments/module.ts";

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
 */
export const setRenewal = (
  portal: PaymentPortal,
  userId: string,
  { renews, actor }: { renews: boolean; actor: Actor | null },
): Promise<Subscription> =>
  portal.database.transaction(async (tx) => {
    const now = portal.now();
    const subscription = await requireBought(tx, userId, now);
    const cancelAtPeriodEnd = !renews;
    if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) return subscription;
    const { id } = subscription;
    if (cancelAtPeriodEnd) {
      await voidRenewal(tx, subscription, portal);
      await voidSwitches(tx, id, portal);
    }
    const changed = { ...subscription, cancelAtPeriodEnd };
    const changes = {
      cancelAtPeriodEnd,
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

/** Cancels the membership that was paid by a disputed payment: nothing more is charged. */
async function stopRenewal(portal: PaymentPortal, invoiceId: string): Promise<void> {
  const { database, now } = portal;
  const invoice = await findInvoice(database, invoiceId);
  const bought = invoice?.userId && (await findBought(database, invoice.userId, now()));
  if (!bought || bought.id !== invoice.subscriptionId) return;
  await setRenewal(portal, bought.userId, { renews: false, actor: providerActor });
}

export const handleDisputes = (portal: Portal): void =>
  portal.jobs.handle(disputeJob, ({ invoiceId }) => stopRenewal(portal, invoiceId));
