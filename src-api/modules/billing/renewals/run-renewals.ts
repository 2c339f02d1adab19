import * as z from "zod/mini";
import { defineJob } from "../../../infra/jobs/job.ts";
import { findDueTries, findExpiredRenewals } from "../invoices/invoice-store.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import { settleDuePayments } from "../payments/settle.ts";
import { findCancelled, findDue } from "../subscriptions/subscription-store.ts";
import { collect, giveUp } from "./collect.ts";
import { endCancelled } from "./end-cancelled.ts";
import { renew } from "./renew.ts";

/** Renews what is due, every minute. Several processes may run it at the same time. */
export const renewalJob = defineJob({
  name: "billing.renew",
  payload: z.object({}),
  singleton: true,
  schedule: "* * * * *",
  heartbeatSeconds: 30,
});

/** Number of subscriptions and invoices that are fetched at a time. */
const batch = 100;
/** Number of charges under way at a time. */
const width = 8;

type Due<Item> = {
  find: () => Promise<Item[]>;
  run: (item: Item) => Promise<unknown>;
};

/**
 * Runs what is due, some at a time, until nothing more can be done. Returns what went wrong; that is left to
 * a later run, and keeps nothing else waiting.
 */
async function runAll<Item>({ find, run }: Due<Item>): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (;;) {
    const waiting = await find();
    let done = 0;
    const work = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await Promise.resolve(run(item)).then(
          () => (done += 1),
          (error: unknown) => errors.push(error),
        );
      }
    };
    await Promise.all(Array.from({ length: width }, work));
    if (done === 0) return errors;
  }
}

/**
 * Settles payments, renews subscriptions whose period is over, tries again what failed, gives up what was
 * not paid in time, and ends what was cancelled. Rejects at the end when something went wrong.
 */
export async function runRenewals(portal: PaymentPortal): Promise<void> {
  const { database, now } = portal;
  await settleDuePayments(portal);
  const errors = [
    ...(await runAll({
      find: () => findDue(database, now(), batch),
      run: (due) => renew(portal, due),
    })),
    ...(await runAll({
      find: () => findDueTries(database, now(), batch),
      run: (invoiceId) => collect(portal, invoiceId),
    })),
    ...(await runAll({
      find: () => findExpiredRenewals(database, now(), batch),
      run: ({ id }) => giveUp(portal, id),
    })),
    ...(await runAll({
      find: () => findCancelled(database, now(), batch),
      run: (id) => endCancelled(portal, id),
    })),
  ];
  if (errors.length > 0) throw new AggregateError(errors, "Some renewals failed.");
}
