import * as z from "zod/mini";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Enqueuing, PaymentPortal, Portal } from "#api/portal.ts";
import { findCustomers } from "./card-store.ts";
import { providerOf } from "../payments.ts";

const customerSchema = z.object({ provider: z.string(), customer: z.string() });

const forgetJob = defineJob({
  name: "billing.forget-customer",
  payload: customerSchema,
  retry: patientRetries,
});

/**
 * Has the providers delete a user's name and cards once the transaction that deletes the account is
 * committed.
 */
export async function forgetCustomers(
  { jobs }: Enqueuing,
  tx: Database,
  userId: string,
): Promise<void> {
  for (const known of await findCustomers(tx, userId)) await jobs.enqueue(tx, forgetJob, known);
}

/**
 * Has a provider delete a customer unless the user is, or was, charged by that name. A page that was paid and
 * returned made one that nothing else knows of.
 */
export async function forgetUnused(
  { database, jobs }: Pick<PaymentPortal, "database" | "jobs">,
  userId: string | null,
  made: z.infer<typeof customerSchema>,
): Promise<void> {
  const used = userId === null ? [] : await findCustomers(database, userId);
  const isUsed = used.some(
    ({ provider, customer }) => provider === made.provider && customer === made.customer,
  );
  if (!isUsed) await database.transaction((tx) => jobs.enqueue(tx, forgetJob, made));
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
