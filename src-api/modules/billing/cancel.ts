import type { FastifyInstance } from "fastify";
import type { LeavingAnswer } from "#shared/api/leaving.ts";
import { cancelSubscription, resumeSubscription } from "#shared/api/membership.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { forgetCustomers } from "./cards.ts";
import { chargesElsewhere, stopForeign } from "./foreign-customers.ts";
import { isUnsettled } from "./late-payments.ts";
import { recordLeaving } from "./leaving.ts";
import { presentMembership } from "./membership.ts";
import { invoices } from "./schema.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Logger } from "#api/infra/services.ts";
import type { TransactionPortal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import {
  cancelPages,
  findOpenRenewal,
  invoiceUnpaid,
  voidSwitches,
  voidUnpaid,
} from "./invoices.ts";
import {
  endedFields,
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
  portal: TransactionPortal,
  tx: Database,
  subscription: Subscription,
): Promise<void> {
  // A debit under way has begun the period that the membership ends with.
  if (await isUnsettled(tx, subscription)) return;
  const invoice = await findOpenRenewal(tx, subscription.id);
  if (invoice && !(await voidUnpaid(portal, tx, invoice))) throw new ApiError("conflict");
}

/**
 * Cancels a bought membership at the end of its period (`renews` false), or resumes it before that end.
 * Repeating a call changes nothing. One whose renewal is not paid ends now, and the renewal is not owed.
 * Throws `no-subscription` when no bought membership is in force.
 *
 * @param actor who did it, for the audit trail; null when that records another act for it
 * @param byDispute a dispute stops the renewal, or gives back what it has stopped; whatever else is decided outlasts it
 */
export async function setRenewal(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  {
    renews,
    actor,
    byDispute = false,
  }: { renews: boolean; actor: Actor | null; byDispute?: boolean },
): Promise<Subscription> {
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
    await voidRenewal(portal, tx, subscription);
    await voidSwitches(portal, tx, id);
    await stopForeign(portal, tx, userId);
  }
  const changed = { ...subscription, cancelAtPeriodEnd };
  const changes = {
    cancelAtPeriodEnd,
    stoppedByDispute: byDispute && !renews,
    ...(isInForce(changed, now) ? {} : endedFields(now)),
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
}

/** Cancels at the end of the period. Throws `no-subscription`, `conflict` during a renewal, `cancel-failed`. */
const cancelRenewal = (
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  { actor, log }: { actor: Actor; log: Pick<Logger, "error"> },
): Promise<Subscription> =>
  setRenewal(portal, tx, userId, { renews: false, actor }).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    log.error({ err: error }, "subscription could not be cancelled");
    throw new ApiError("cancel-failed");
  });

/**
 * Cancels at the end of the period, here or, for a user without a bought membership, at the former site that still charges, and
 * records why. A repetition records nothing. Throws as `cancelRenewal` does.
 */
async function cancelAnywhere(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  { answer, ...by }: { answer: LeavingAnswer; actor: Actor; log: Pick<Logger, "error"> },
): Promise<void> {
  await lockUser(tx, userId);
  const bought = await lockBought(tx, userId, portal.now());
  if (bought || !(await chargesElsewhere(tx, userId))) {
    await cancelRenewal(portal, tx, userId, by);
    if (bought?.cancelAtPeriodEnd === false) {
      await recordLeaving(portal, tx, { userId, subscription: bought, answer, offer: null });
    }
    return;
  }
  await stopForeign(portal, tx, userId);
  await recordLeaving(portal, tx, { userId, subscription: null, answer, offer: null });
  const act = "membership-cancelled";
  await recordAct(tx, { act, at: portal.now(), actor: by.actor, subjectId: userId });
}

/**
 * Stops all that could charge a user whose account is deleted: the membership does not renew any more, and the payment providers
 * close the pages on which the user could still pay, and delete the user's cards. Throws `cancel-failed`, and `conflict` during a renewal.
 */
export async function stopCharging(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  by: { actor: Actor; log: Pick<Logger, "error"> },
): Promise<void> {
  await cancelRenewal(portal, tx, userId, by).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "no-subscription")) throw error;
  });
  const unpaid = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), invoiceUnpaid));
  for (const invoice of unpaid) await cancelPages(portal, tx, invoice);
  await forgetCustomers(portal, tx, userId);
}

/** Serves the end and the resumption of a membership's renewals to its user. */
export async function cancelRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, cancelSubscription, async ({ body: answer }, request) => {
    const { userId } = requireUser(request);
    const by = { answer, actor: actorOf(request), log: request.log };
    await portal.database.transaction((tx) => cancelAnywhere(portal, tx, userId, by));
    return presentMembership(portal, userId);
  });

  serve(app, resumeSubscription, async (_, request) => {
    const { userId } = requireUser(request);
    const resumed = { renews: true, actor: actorOf(request) };
    await portal.database.transaction((tx) => setRenewal(portal, tx, userId, resumed));
    return presentMembership(portal, userId);
  });
}
