import { lte } from "drizzle-orm";
import * as z from "zod/mini";
import { defineJob } from "../../../infra/jobs/job.ts";
import type { Services } from "../../../infra/services.ts";
import { idempotencyKeys } from "../schema.ts";
import { purchaseLife } from "./purchase.ts";

/** Returns the time up to which keys that were stored count no more: their purchases cannot be paid by then. */
export const keysEndBefore = (now: Date): Date => new Date(now.getTime() - purchaseLife);

/** Deletes the keys of submits that count no more, every hour. */
export const sweepJob = defineJob({
  name: "billing.sweep-idempotency-keys",
  payload: z.object({}),
  singleton: true,
  schedule: "20 * * * *",
});

/** Deletes the keys of submits that count no more. */
export async function sweepIdempotencyKeys({
  database,
  now,
}: Pick<Services, "database" | "now">): Promise<void> {
  await database
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, keysEndBefore(now())));
}
