import * as z from "zod/mini";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { findDueTries, findExpiredRenewals } from "../../ledger/module.ts";
import { enqueueMembershipMail } from "../../membership/module.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { collect, settleDuePayments } from "../../payments/module.ts";
import { endOverGrants, findCancelled, findDue } from "./due-store.ts";
import { endCancelled } from "./end-cancelled.ts";
import { giveUp } from "./give-up.ts";
import { renew } from "./renew.ts";

/** Renews what is due, every minute. Several processes may run it at the same time. */
export const renewalJob = defineJob({
  name: "billing.renew",
  payload: z.object({}),
  singleton: true,
  schedule: "* * * * *",
  heartbeatSeconds: 30,
  expireInSeconds: 60 * 60,
});

/** Number of subscriptions and invoices that are fetched at a time. */
const limit = 100;
/** Number of charges under way at a time. */
const width = 8;

type Page = { now: Date; after: string | null; limit: number };

type Due<Item> = {
  /** Returns what is due, in the order of its ids, from the one after `after` on. */
  find: (database: Database, page: Page) => Promise<Item[]>;
  run: (item: Item) => Promise<unknown>;
};

/** Runs what is due, some at a time, each once. Returns what went wrong, which keeps nothing else waiting. */
async function runAll<Item extends { id: string }>(
  { database, now }: Pick<PaymentPortal, "database" | "now">,
  { find, run }: Due<Item>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const waiting: Item[] = await find(database, { now: now(), after, limit });
    after = waiting.at(-1)?.id ?? null;
    if (after === null) return errors;
    const work = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await run(item).catch((error: unknown) => errors.push(error));
      }
    };
    await Promise.all(Array.from({ length: width }, work));
  }
}

/** Marks granted memberships as ended whose time is over, and tells their members. */
const endGrants = (portal: PaymentPortal): Promise<void> =>
  portal.database.transaction(async (tx) => {
    for (const { id } of await endOverGrants(tx, portal.now())) {
      const mail = { kind: "membership-ended", subscriptionId: id, invoiceId: null } as const;
      await enqueueMembershipMail(portal, tx, mail);
    }
  });

/**
 * Settles payments, renews subscriptions whose period is over, tries again what failed, gives up what was
 * not paid in time, and ends what was cancelled or granted for a time. What goes wrong is left to a later run; it rejects at the
 * end then.
 */
export async function runRenewals(portal: PaymentPortal): Promise<void> {
  const errors: unknown[] = [];
  await settleDuePayments(portal).catch((error: unknown) => errors.push(error));
  await endGrants(portal);
  errors.push(
    ...(await runAll(portal, { find: findDue, run: (due) => renew(portal, due) })),
    ...(await runAll(portal, { find: findDueTries, run: ({ id }) => collect(portal, id) })),
    ...(await runAll(portal, { find: findExpiredRenewals, run: ({ id }) => giveUp(portal, id) })),
    ...(await runAll(portal, { find: findCancelled, run: ({ id }) => endCancelled(portal, id) })),
  );
  if (errors.length > 0) throw new AggregateError(errors, "Some renewals failed.");
}
