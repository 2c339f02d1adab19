import * as z from "zod/mini";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { payBack, refundLease } from "./refund.ts";
import { claimDueRefunds, updateCreditNote } from "./refund-store.ts";

/** Repeats refunds whose answer was lost. */
export const refundJob = defineJob({
  name: "billing.refund",
  payload: z.object({}),
  singleton: true,
  schedule: "*/5 * * * *",
});

/** How long a refund is repeated, in ms: providers keep idempotency keys for a day at least. */
const repeatedFor = 23 * 60 * 60_000;

/**
 * Asks again for refunds whose answer is not known. One that is a day old is left to an admin: its key may
 * not prevent a second refund any more. Rejects at the end when something went wrong.
 */
export async function runRefunds(portal: PaymentPortal): Promise<void> {
  const now = portal.now();
  const leaseEnd = new Date(now.getTime() + refundLease);
  const errors: unknown[] = [];
  for (const creditNote of await claimDueRefunds(portal.database, { now, leaseEnd })) {
    const { id, number, createdAt } = creditNote;
    if (now.getTime() - createdAt.getTime() > repeatedFor) {
      await updateCreditNote(portal.database, id, { nextTryAt: null });
      errors.push(
        new Error(`What became of the refund ${number} has to be asked at the provider.`),
      );
      continue;
    }
    await payBack(portal, creditNote).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some refunds have no answer.");
}
