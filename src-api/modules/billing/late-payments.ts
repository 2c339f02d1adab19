import * as z from "zod/mini";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, inArray, isNotNull, ne } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { TransactionPortal } from "#api/portal.ts";
import {
  endedFields,
  enqueueMembershipMail,
  grantMembership,
  lockSubscription,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { cancelPages, findLastPaid, updateInvoice } from "./invoices.ts";
import { type Invoice, invoices, payments } from "./schema.ts";
import { trialDaysOf } from "./trial.ts";

/*
 * Payments that a bank decides days after they were made: debits. The membership begins, or goes on, at once, and is taken back
 * when the debit fails (docs/decisions/0068-ways-of-paying.md).
 */

/** Returns whether a membership's present period was begun by a payment that the bank has not decided. */
export async function isUnsettled(
  database: Database,
  { id, endsAt }: Pick<Subscription, "id" | "endsAt">,
): Promise<boolean> {
  if (!endsAt) return false;
  const isPresent = and(
    eq(invoices.subscriptionId, id),
    eq(invoices.status, "pending"),
    ne(invoices.reason, "switch"),
    eq(invoices.periodEnd, endsAt),
  );
  return (await database.$count(invoices, isPresent)) > 0;
}

/** Returns which invoices wait for a bank that decides their debit in some days: `beginsAtOnce` in SQL. */
export async function findAwaitingBank(
  database: Database,
  invoiceIds: readonly string[],
): Promise<Set<string>> {
  if (invoiceIds.length === 0) return new Set();
  const rows = await database
    .select({ id: payments.invoiceId })
    .from(payments)
    .where(
      and(
        inArray(payments.invoiceId, [...invoiceIds]),
        eq(payments.status, "processing"),
        ne(payments.way, "card"),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether a membership's present period was bought to be paid once. */
export const isPaidOnce = async (
  database: Database,
  { id, endsAt }: Pick<Subscription, "id" | "endsAt">,
): Promise<boolean> =>
  endsAt !== null &&
  (await database.$count(
    invoices,
    and(
      eq(invoices.subscriptionId, id),
      eq(invoices.paidOnce, true),
      eq(invoices.periodEnd, endsAt),
    ),
  )) > 0;

/** Returns the order whose debit failed, by which a subscription had begun. */
export async function findTakenBack(
  database: Database,
  subscriptionId: string,
): Promise<Invoice | undefined> {
  const [row] = await database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.reason, "checkout"),
        eq(invoices.status, "uncollectible"),
        isNotNull(invoices.periodStart),
      ),
    )
    .orderBy(desc(invoices.createdAt))
    .limit(1);
  return row;
}

export const failedDebitMail = defineJob({
  name: "billing.mail-failed-debit",
  payload: z.object({ invoiceId: z.string() }),
  retry: patientRetries,
});

/** Ends the subscription that an order had begun or reserved. Free time that it would have followed is given back. */
async function endBegun(
  portal: TransactionPortal,
  tx: Database,
  { subscriptionId, periodStart }: Invoice,
): Promise<void> {
  const now = portal.now();
  const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
  if (!subscription || subscription.source !== "purchase" || subscription.status === "ended")
    return;
  const { id, userId, endsAt } = subscription;
  await updateSubscription(tx, id, {
    ...endedFields(now),
    endsAt: endsAt && endsAt > now ? now : endsAt,
    nextSku: null,
    nextPeriod: null,
    nextPrice: null,
  });
  if (periodStart && periodStart > now) await grantMembership(portal, tx, userId, periodStart);
}

/**
 * Gives up an order, or a change of the plan, whose payment failed after it had been under way. A membership that it had begun ends,
 * its extras are not delivered, and its buyer gets an e-mail.
 */
export async function takeBackOrder(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
): Promise<void> {
  const isOrder = invoice.reason === "checkout";
  await cancelPages(portal, tx, invoice);
  await updateInvoice(tx, invoice.id, {
    status: isOrder ? "uncollectible" : "void",
    tries: invoice.tries + 1,
    nextTryAt: null,
  });
  if (isOrder) await endBegun(portal, tx, invoice);
  if (invoice.userId) await portal.jobs.enqueue(tx, failedDebitMail, { invoiceId: invoice.id });
}

/**
 * Takes back the period that a renewal's debit had begun. One that was cancelled meanwhile ends, and the renewal is not owed.
 * Returns whether the renewal can still be paid.
 */
export async function takeBackRenewal(
  portal: TransactionPortal,
  tx: Database,
  { id: invoiceId, subscriptionId, periodStart, periodEnd, tries }: Invoice,
): Promise<boolean> {
  const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
  if (subscription && subscription.status === "ended") {
    // It was withdrawn from or paid back meanwhile: nothing is owed.
    await updateInvoice(tx, invoiceId, { status: "void", tries: tries + 1, nextTryAt: null });
    return false;
  }
  if (!subscription || !periodStart || subscription.endsAt?.getTime() !== periodEnd?.getTime()) {
    return true;
  }
  const { id, cancelAtPeriodEnd } = subscription;
  const paid = await findLastPaid(tx, id);
  const onTrial = paid !== undefined && trialDaysOf(paid) !== null;
  await updateSubscription(tx, id, { endsAt: periodStart, onTrial });
  if (!cancelAtPeriodEnd) return true;
  await updateInvoice(tx, invoiceId, { status: "void", tries: tries + 1, nextTryAt: null });
  await updateSubscription(tx, id, endedFields(portal.now()));
  const mail = { kind: "membership-ended", subscriptionId: id, invoiceId } as const;
  await enqueueMembershipMail(portal, tx, mail);
  return false;
}
