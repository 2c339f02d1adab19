import * as z from "zod/mini";
import { dayMs, hourMs } from "#shared/durations.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { findInvoice, invoicePayable, isProcessing, type PaymentPage } from "./invoices.ts";
import {
  cardSetups,
  type CreditNote,
  creditNotes,
  disputes,
  invoices,
  type Payment,
  paymentPages,
  payments,
} from "./schema.ts";
import { recordPayment } from "./payments.ts";
import { applyDispute, applyRefund } from "./disputes.ts";
import { payBack } from "./refund.ts";
import { completeCardSetup, type SetupKey, setupRetentionMs } from "./cards.ts";
import { completePage } from "./payment-pages.ts";
import { type PaymentProvider, providerOf } from "#api/infra/payment-provider.ts";
import type { PaymentPortal } from "#api/portal.ts";
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  not,
  or,
} from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";

/** Asks the providers about payments whose messages may have been lost, every hour. */
export const reconcileJob = defineJob({
  name: "billing.reconcile",
  payload: z.object({}),
  singleton: true,
  schedule: "40 * * * *",
  heartbeatSeconds: 30,
});

/** Returns payments that have been processing since `until` or longer, with no known time to settle. */
const findUndecided = (database: Database, until: Date): Promise<Payment[]> =>
  database
    .select()
    .from(payments)
    .where(
      and(
        isProcessing,
        isNotNull(payments.providerReference),
        isNull(payments.settlesAt),
        lte(payments.createdAt, until),
      ),
    );

/** Returns credit notes of `until` or before whose refund the provider has accepted and not decided. */
const findPendingRefunds = (
  database: Database,
  until: Date,
): Promise<(CreditNote & { provider: string })[]> =>
  database
    .select({ ...getTableColumns(creditNotes), provider: payments.provider })
    .from(creditNotes)
    .innerJoin(
      payments,
      and(eq(payments.invoiceId, creditNotes.invoiceId), eq(payments.status, "succeeded")),
    )
    .where(
      and(
        eq(creditNotes.status, "processing"),
        isNotNull(creditNotes.providerReference),
        lte(creditNotes.createdAt, until),
      ),
    );

/** Returns pages that were opened at `until` or before, not used, and had not expired by then. */
const findOpenSetups = (database: Database, until: Date): Promise<SetupKey[]> =>
  database
    .select({ provider: cardSetups.provider, id: cardSetups.id })
    .from(cardSetups)
    .where(
      and(
        isNotNull(cardSetups.providerReference),
        gt(cardSetups.createdAt, new Date(until.getTime() - setupRetentionMs)),
        lte(cardSetups.createdAt, until),
      ),
    );

/** Returns the oldest dispute of a provider that is not decided yet. */
async function findOldestOpen(
  database: Database,
  provider: string,
): Promise<typeof disputes.$inferSelect | undefined> {
  const [row] = await database
    .select()
    .from(disputes)
    .where(and(eq(disputes.provider, provider), eq(disputes.status, "open")))
    .orderBy(asc(disputes.createdAt))
    .limit(1);
  return row;
}

type WaitingPage = PaymentPage & { isPayable: boolean };

/** Returns pages that were opened at `until` or before, and all those of invoices that cannot be paid now. */
async function findWaitingPages(
  database: Database,
  { until, now }: { until: Date; now: Date },
): Promise<WaitingPage[]> {
  const payable = invoicePayable(now);
  const rows = await database
    .select({ page: paymentPages, isPayable: payable })
    .from(paymentPages)
    .innerJoin(invoices, eq(invoices.id, paymentPages.invoiceId))
    .where(or(lte(paymentPages.openedAt, until), not(payable)));
  return rows.map(({ page, isPayable }) => ({ ...page, isPayable: isPayable === true }));
}

/** How long a provider's own message is waited for. */
const messageWaitMs = hourMs;

async function fetchCharge(portal: PaymentPortal, payment: Payment): Promise<void> {
  const { providerReference: reference } = payment;
  if (reference === null) return;
  const result = await providerOf(portal, payment).status(reference);
  await portal.database.transaction((tx) => recordPayment(portal, tx, payment, result));
}

/** Asks what has become of a page. One of an invoice that cannot be paid any more is closed before. */
async function fetchPage(portal: PaymentPortal, page: WaitingPage): Promise<void> {
  const invoice = await findInvoice(portal.database, page.invoiceId);
  if (!invoice) return;
  if (!page.isPayable) await providerOf(portal, page).cancel(page.reference);
  await completePage(portal, invoice, page);
}

/** How far back refunds and disputes are looked for at the providers: longer than they repeat a message. */
const lookBackMs = 30 * dayMs;

/** Asks a provider for refunds that were made there, and for disputes. Collects what goes wrong in `errors`. */
async function applyOutside(
  portal: PaymentPortal,
  provider: PaymentProvider,
  errors: unknown[],
): Promise<void> {
  const { id } = provider;
  const since = new Date(portal.now().getTime() - lookBackMs);
  const caught = (error: unknown) => void errors.push(error);
  for (const refund of (await provider.refundsSince(since).catch(caught)) ?? []) {
    await applyRefund(portal, id, refund).catch(caught);
  }
  const oldest = (await findOldestOpen(portal.database, id))?.createdAt;
  const begun = oldest && oldest < since ? oldest : since;
  for (const dispute of (await provider.disputesSince(begun).catch(caught)) ?? []) {
    await applyDispute(portal, id, dispute).catch(caught);
  }
}

/**
 * Completes payments and refunds that have been processing, and pages for invoices and cards that have been open,
 * for over an hour, and applies refunds and disputes of the last 30 days whose messages were lost; pages of invoices that were settled, given up or have expired at once. Those of a provider that was removed wait until it is set up again. Rejects at the end when
 * something went wrong; the next run asks again.
 */
export async function reconcile(portal: PaymentPortal): Promise<void> {
  const { database, now, payments: providers } = portal;
  const until = new Date(now().getTime() - messageWaitMs);
  const errors: unknown[] = [];
  const reconcileEach = async <Waiting extends { provider: string }>(
    waiting: readonly Waiting[],
    complete: (one: Waiting) => Promise<unknown>,
  ) => {
    for (const one of waiting) {
      if (!providers.byId.has(one.provider)) continue;
      await complete(one).catch((error: unknown) => errors.push(error));
    }
  };
  await reconcileEach(await findUndecided(database, until), (one) => fetchCharge(portal, one));
  await reconcileEach(await findWaitingPages(database, { until, now: now() }), (one) =>
    fetchPage(portal, one),
  );
  await reconcileEach(await findOpenSetups(database, until), (one) =>
    completeCardSetup(portal, one),
  );
  // The same call moves nothing again.
  await reconcileEach(await findPendingRefunds(database, until), (one) => payBack(portal, one));
  for (const provider of providers.byId.values()) await applyOutside(portal, provider, errors);
  if (errors.length > 0) throw new AggregateError(errors, "Some payments could not be asked for.");
}
