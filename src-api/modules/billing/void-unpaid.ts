import { and, eq, inArray, lte, not, or } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  canBePaid,
  findLivePayment,
  findOpenSwitches,
  findUnpaidRenewal,
  runsUntil,
  updateInvoice,
  updatePayment,
} from "./invoices.ts";
import { type Invoice, invoices, type Payment, paymentPages } from "./schema.ts";
import * as z from "zod/mini";
import { ApiError } from "#api/infra/api-error.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Enqueuing, PaymentPortal, Portal } from "#api/portal.ts";
import {
  ended,
  liveStatuses,
  lockSubscription,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { providerOf } from "#api/infra/payment-provider.ts";

type Page = typeof paymentPages.$inferSelect;

export type PageKey = Pick<Page, "provider" | "reference">;

/** Keeps a page that was opened for an invoice. */
export const insertPage = (database: Database, page: Page) =>
  database.insert(paymentPages).values(page).onConflictDoNothing();

/** Forgets a page on which nothing can be paid any more. */
export const deletePage = (database: Database, { provider, reference }: PageKey) =>
  database
    .delete(paymentPages)
    .where(and(eq(paymentPages.provider, provider), eq(paymentPages.reference, reference)));

export const findPages = (database: Database, invoiceIds: string[]): Promise<Page[]> =>
  database.select().from(paymentPages).where(inArray(paymentPages.invoiceId, invoiceIds));

export type WaitingPage = Page & { isPayable: boolean };

/** Returns pages that were opened at `until` or before, and all those of invoices that cannot be paid now. */
export async function findWaitingPages(
  database: Database,
  { until, now }: { until: Date; now: Date },
): Promise<WaitingPage[]> {
  const payable = canBePaid(now);
  if (!payable) return [];
  const rows = await database
    .select({ page: paymentPages, isPayable: payable })
    .from(paymentPages)
    .innerJoin(invoices, eq(invoices.id, paymentPages.invoiceId))
    .where(or(lte(paymentPages.openedAt, until), not(payable)));
  return rows.map(({ page, isPayable }) => ({ ...page, isPayable: isPayable === true }));
}

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
