import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  ended,
  liveStatuses,
  lockSubscription,
  updateSubscription,
  type Subscription,
} from "../../membership/module.ts";
import { findUnpaidRenewal, runsUntil, type Invoice } from "../../ledger/module.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { voidSwitches, voidUnpaid } from "../void-unpaid.ts";

/**
 * Calls off changes of a membership's period that were begun and not paid. Throws `conflict` while one is being
 * charged.
 */
export async function callOffSwitches(
  tx: Database,
  { id }: Pick<Subscription, "id">,
  portal: PaymentPortal,
): Promise<void> {
  if (await voidSwitches(tx, id, portal)) throw new ApiError("conflict");
}

/**
 * Ends a membership now whose present period an invoice paid: nothing more is charged. Memberships that have
 * been renewed or changed since then go on. Throws `conflict` while a renewal or a change is being
 * charged.
 */
export async function endPaidMembership(
  tx: Database,
  invoice: Invoice,
  portal: PaymentPortal,
): Promise<void> {
  const { subscriptionId } = invoice;
  const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
  if (!subscription || !liveStatuses.some((status) => status === subscription.status)) return;
  const { id, endsAt } = subscription;
  if (!endsAt || endsAt.getTime() !== runsUntil(invoice)?.getTime()) return;
  const renewal = await findUnpaidRenewal(tx, id);
  if (renewal && !(await voidUnpaid(tx, renewal, portal))) throw new ApiError("conflict");
  await callOffSwitches(tx, subscription, portal);
  const now = portal.now();
  await updateSubscription(tx, id, {
    ...ended(now),
    endsAt: endsAt < now ? endsAt : now,
    nextSku: null,
    nextPeriod: null,
    nextPrice: null,
  });
}
