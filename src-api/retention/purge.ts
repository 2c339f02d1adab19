import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { lte } from "drizzle-orm";
import * as z from "zod/mini";
import { defineJob } from "../infra/jobs/job.ts";
import type { Portal } from "../portal.ts";
import { limits, outboxLife } from "./retention.ts";

/** Deletes what is older than it may be, every hour. */
const purgeJob = defineJob({
  name: "portal.purge",
  payload: z.object({}),
  singleton: true,
  schedule: "10 * * * *",
});

/** Deletes old mails from the outbox. The age of a file is that of the machine's clock, not of the portal's. */
async function purgeOutbox(dataDir: string): Promise<void> {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []); // no mail was ever written
  for (const name of names.filter((file) => file.endsWith(".eml"))) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null); // another process deletes, too
    if (found && found.mtimeMs <= Date.now() - outboxLife) await rm(file, { force: true });
  }
}

/** Deletes everything whose time is over. */
export async function purge({
  database,
  now,
  config,
}: Pick<Portal, "database" | "now" | "config">): Promise<void> {
  for (const { column, after } of limits) {
    await database.delete(column.table).where(lte(column, new Date(now().getTime() - after)));
  }
  await purgeOutbox(config.dataDir);
}

export const handlePurge = (portal: Portal): void =>
  portal.jobs.handle(purgeJob, () => purge(portal));
