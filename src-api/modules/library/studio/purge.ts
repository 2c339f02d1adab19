import * as z from "zod/mini";
import { binDays } from "#shared/api/studio.ts";
import { dayMs } from "#shared/durations.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { Portal } from "#api/portal.ts";
import { purgeBin } from "./studio-store.ts";

const purgeJob = defineJob({
  name: "library.purge-bin",
  payload: z.object({}),
  singleton: true,
  schedule: "47 2 * * *",
});

/** Registers the daily job that deletes what has been in the bin for 30 days; their media go with the unused ones. */
export function handlePurge({ jobs, database, now }: Portal): void {
  jobs.handle(purgeJob, async () => {
    const before = new Date(now().getTime() - binDays * dayMs);
    await withContentLock(database, (tx) => purgeBin(tx, before));
  });
}
