import * as z from "zod/mini";
import type { ActName } from "#shared/api/audit.ts";
import { dayMs } from "#shared/durations.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { Portal } from "#api/portal.ts";

/** Acts of which nobody needs to know for long where from: most of the entries, with an address each. */
const shortLivedActs: readonly ActName[] = ["logged-out", "sign-in-failed", "signed-in"];

/** Days that entries of those acts are kept at most. */
const shortKeepDays = 180;

/** Deletes the entries of these acts from before `short`, and all entries from before `long`, which is earlier. */
export async function deleteEntriesBefore(
  database: Database,
  { long, short, shortLived }: { long: Date; short: Date; shortLived: readonly ActName[] },
): Promise<void> {
  const acts = sql.param([...shortLived]);
  await database.execute(
    sql`select prune_audit_entries(${acts}::text[], ${short.toISOString()}::timestamptz, ${long.toISOString()}::timestamptz)`,
  );
}

/** Deletes the entries that were kept for as long as `AUDIT_KEEP_DAYS` says. */
export async function purgeAudit({
  database,
  config,
  now,
}: Pick<Portal, "database" | "config" | "now">): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
  const { auditKeepDays } = config;
  await deleteEntriesBefore(database, {
    long: daysAgo(auditKeepDays),
    short: daysAgo(Math.min(shortKeepDays, auditKeepDays)),
    shortLived: shortLivedActs,
  });
}

/** Runs every night. */
export const purgeJob = defineJob({
  name: "audit.prune",
  payload: z.object({}),
  singleton: true,
  schedule: "40 3 * * *",
});
