import * as z from "zod/mini";
import type { Database } from "../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../infra/jobs/job.ts";
import type { Enqueuing, PaymentPortal, Portal } from "../../portal.ts";
import { updatePayment, type Invoice, type Payment } from "../ledger/module.ts";
import { findPages } from "./pages/page-store.ts";
import { providerOf } from "./payments.ts";

const cancelJob = defineJob({
  name: "billing.cancel-payment",
  payload: z.object({ provider: z.string(), reference: z.string() }),
  retry: patientRetries,
});

/**
 * Gives up a payment that waits for its buyer, here and, once this is committed, at its provider: it cannot
 * be confirmed any more.
 */
export async function cancelWaiting(
  { jobs }: Enqueuing,
  tx: Database,
  { id, provider, providerReference: reference }: Payment,
): Promise<void> {
  await updatePayment(tx, id, { status: "failed", failure: "confirmation" });
  if (reference) await jobs.enqueue(tx, cancelJob, { provider, reference });
}

/**
 * Closes the pages of an invoice that cannot be paid any more at their providers, once this is committed. What was paid
 * there nevertheless is found by the reconciliation, and paid back.
 */
export async function cancelPages(
  { jobs, payments }: Pick<PaymentPortal, "jobs" | "payments">,
  tx: Database,
  { id }: Pick<Invoice, "id">,
): Promise<void> {
  for (const { provider, reference } of await findPages(tx, [id])) {
    if (payments.byId.has(provider)) await jobs.enqueue(tx, cancelJob, { provider, reference });
  }
}

/** Registers the job that cancels payments and pages at their providers. */
export const handleCancelledPayments = (portal: Portal): void =>
  portal.jobs.handle(cancelJob, ({ provider, reference }) =>
    providerOf(portal, { provider }).cancel(reference),
  );
