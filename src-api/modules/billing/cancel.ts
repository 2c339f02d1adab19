import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, providerActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Logger } from "#api/infra/services.ts";
import type { PaymentPortal, Portal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { findInvoice, findUnpaidRenewal, runsUntil, updateInvoice } from "./invoices.ts";
import type { Invoice } from "./schema.ts";
import {
  ended,
  enqueueMembershipMail,
  findBought,
  isInForce,
  liveMembership,
  lockBought,
  lockSubscription,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { claimEndedMembership, findDisputesOf } from "./disputes.ts";
import { disputeJob } from "./payment-mails.ts";
import { voidSwitches, voidUnpaid } from "./void-unpaid.ts";

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

/**
 * Gives back the paid time that a lost dispute had ended, once that dispute is won after all: as long as was left then. It does
 * not renew, since the member was told that nothing more would be charged.
 */
async function restore(
  portal: PaymentPortal,
  tx: Database,
  { userId, invoice }: { userId: string; invoice: Invoice },
): Promise<void> {
  const now = portal.now();
  const { subscriptionId } = invoice;
  if (!subscriptionId || (await liveMembership(tx, userId, now))) return;
  const endedAt = (await lockSubscription(tx, subscriptionId))?.endedAt;
  const remaining = Number(runsUntil(invoice)) - Number(endedAt);
  if (!endedAt || remaining <= 0) return;
  const endsAt = new Date(now.getTime() + remaining);
  await updateInvoice(tx, invoice.id, { extendedUntil: endsAt });
  const changes = { status: "active", cancelAtPeriodEnd: true, stoppedByDispute: false } as const;
  await updateSubscription(tx, subscriptionId, { ...changes, endsAt, endedAt: null });
  const mail = { kind: "membership-cancelled", subscriptionId, invoiceId: null } as const;
  await enqueueMembershipMail(portal, tx, mail);
  const act = "membership-resumed";
  await recordAct(tx, { act, at: now, actor: providerActor, subjectId: userId });
}

/**
 * Stops the renewal of a membership while a payment for it is disputed, and after the dispute was lost. Gives back what was
 * taken once all its disputes are won; a membership that has ended meanwhile by itself stays ended.
 */
export async function followDisputes(portal: PaymentPortal, invoiceId: string): Promise<void> {
  const { database, now } = portal;
  const invoice = await findInvoice(database, invoiceId);
  const { userId, subscriptionId } = invoice ?? {};
  if (!invoice || !userId || !subscriptionId) return;
  const disputes = await findDisputesOf(database, subscriptionId);
  const renews = disputes.length > 0 && disputes.every(({ status }) => status === "won");
  if (renews) {
    await database.transaction(async (tx) => {
      await lockUser(tx, userId);
      if (await claimEndedMembership(tx, invoiceId)) await restore(portal, tx, { userId, invoice });
    });
  }
  const bought = await findBought(database, userId, now());
  if (bought?.id !== subscriptionId) return;
  await setRenewal(portal, userId, { renews, actor: providerActor, byDispute: true });
}

export const handleDisputes = (portal: Portal): void =>
  portal.jobs.handle(disputeJob, ({ invoiceId }) => followDisputes(portal, invoiceId));
