import * as z from "zod/mini";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { Portal } from "#api/portal.ts";
import { deleteKeys } from "./idempotency-key-store.ts";
import { lastExpired } from "../../ledger/module.ts";

/** Deletes expired idempotency keys, every hour. */
export const purgeJob = defineJob({
  name: "billing.sweep-idempotency-keys",
  payload: z.object({}),
  singleton: true,
  schedule: "20 * * * *",
});

/** Deletes the idempotency keys whose invoices cannot be paid any more. */
export async function purgeIdempotencyKeys({
  database,
  now,
}: Pick<Portal, "database" | "now">): Promise<void> {
  await deleteKeys(database, lastExpired(now()));
}
