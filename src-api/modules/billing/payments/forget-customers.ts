import * as z from "zod/mini";
import type { Database } from "../../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import type { Portal } from "../../../portal.ts";
import { findCustomers } from "./card-store.ts";
import type { PaymentPortal } from "./payment-portal.ts";
import { providerOf } from "./payments.ts";

const forgetJob = defineJob({
  name: "billing.forget-customer",
  payload: z.object({ provider: z.string(), customer: z.string() }),
  retry: patientRetries,
});

/**
 * Has the providers delete a user's name and cards once the transaction that deletes the account is
 * committed.
 */
export async function forgetCustomers(
  { jobs }: Pick<PaymentPortal, "jobs">,
  tx: Database,
  userId: string,
): Promise<void> {
  for (const known of await findCustomers(tx, userId)) await jobs.enqueue(tx, forgetJob, known);
}

/** Registers the job that deletes customers at their providers. */
export const handleForgottenCustomers = (portal: Portal): void =>
  portal.jobs.handle(forgetJob, async ({ provider, customer }) => {
    try {
      await providerOf(portal, { provider }).forget(customer);
    } catch (cause) {
      // The log names what is left to do there when all tries fail.
      throw new Error(`The customer ${customer} of a deleted account is still at ${provider}.`, {
        cause,
      });
    }
  });
