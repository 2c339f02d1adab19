import * as z from "zod/mini";
import { ApiError } from "../../infra/api-error.ts";
import type { Database } from "../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../infra/jobs/job.ts";
import type { Enqueuing, PaymentPortal, Portal } from "../../portal.ts";
import {
  findLivePayment,
  findOpenSwitches,
  findUnpaidRenewal,
  runsUntil,
  updateInvoice,
  updatePayment,
  type Invoice,
  type Payment,
} from "../ledger/module.ts";
import {
  ended,
  liveStatuses,
  lockSubscription,
  updateSubscription,
  type Subscription,
} from "../membership/module.ts";
import { providerOf } from "./providers.ts";
import { findPages } from "./store.ts";

const cancelJob = defineJob({
  name: "billing.cancel-payment",
  payload: z.object({ provider: z.string(), reference: z.string() }),
  retry: patientRetries,
});

/** Fails a payment that awaits customer action, and cancels it at the provider after the commit. */
export async function cancelWaiting(
  { jobs }: Enqueuing,
  tx: Database,
  { id, provider, providerReference: reference }: Payment,
): Promise<void> {
  await updatePayment(tx, id, { status: "failed", failure: "confirmation" });
  if (reference) await jobs.enqueue(tx, cancelJob, { provider, reference });
}

/** Closes an invoice's pages at their providers once this is committed. What was paid there is paid back later. */
export async function cancelPages(
  { jobs, payments }: Pick<PaymentPortal, "jobs" | "payments">,
  tx: Database,
  { id }: Pick<Invoice, "id">,
): Promise<void> {
  for (const { provider, reference } of await findPages(tx, [id])) {
    if (payments.byId.has(provider)) await jobs.enqueue(tx, cancelJob, { provider, reference });
  }
}

export const handleCancelledPayments = (portal: Portal): void =>
  portal.jobs.handle(cancelJob, ({ provider, reference }) =>
    providerOf(portal, { provider }).cancel(reference),
  );

/** Voids an unpaid invoice. False, with nothing changed, while a payment is under way. Lock the buyer first. */
export async function voidUnpaid(
  tx: Database,
  { id }: Pick<Invoice, "id">,
  portal: PaymentPortal,
): Promise<boolean> {
  const live = await findLivePayment(tx, id);
  if (live?.status === "processing") return false;
  if (live) await cancelWaiting(portal, tx, live);
  await cancelPages(portal, tx, { id });
  await updateInvoice(tx, id, { status: "void", nextTryAt: null });
  return true;
}

/** Voids a subscription's unpaid changes. Returns the one whose payment is under way, which stays. */
export async function voidSwitches(
  tx: Database,
  subscriptionId: string,
  portal: PaymentPortal,
): Promise<Invoice | null> {
  let underWay: Invoice | null = null;
  for (const invoice of await findOpenSwitches(tx, subscriptionId)) {
    if (!(await voidUnpaid(tx, invoice, portal))) underWay = invoice;
  }
  return underWay;
}

/** Calls off a membership's unpaid changes. Throws `conflict` while one is being charged. */
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
