import * as z from "zod/mini";
import { dayMs } from "#shared/durations.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { removeExpiredUploads } from "#api/infra/media-storage/upload-store.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { Portal } from "#api/portal.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { findSoldFiles } from "#api/modules/billing/module.ts";
import { contentEntries, studioDrafts, studioRevisions } from "#api/modules/library/schema.ts";

const removeJob = defineJob({
  name: "library.remove-unused-media",
  payload: z.object({}),
  singleton: true,
  schedule: "17 3 * * *",
  heartbeatSeconds: 30,
  expireInSeconds: 60 * 60,
});

/** Age below which a file is retained: an import stores files before the entries that name them. */
export const unusedLifeMs = dayMs;

/** Files that are removed while no process can write entries. */
const batchSize = 20;

/** Only what has a name of ours: a bucket may contain other objects. */
const ownName = /^[0-9a-f]{64}\.[a-z0-9]+$/;

async function* listOld(storage: MediaStorage, now: Date): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { name, storedAt } of storage.list(now)) {
    if (!ownName.test(name) || storedAt.getTime() > now.getTime() - unusedLifeMs) continue;
    batch.push(name);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Removes stored files that no entry has named for a day. Returns their number. */
export async function removeUnusedMedia({
  config,
  database,
  now,
}: Pick<Portal, "config" | "database" | "now">): Promise<number> {
  const storage = openMediaStorage(config);
  let removed = 0;
  for await (const names of listOld(storage, now())) {
    removed += await removeUnreferenced(database, names, async (unused) => {
      await Promise.all(unused.map((name) => storage.remove(name)));
    });
  }
  return removed;
}

/** Registers the daily job that removes unused media, and uploads that were never completed. */
export function handleUnusedMedia(portal: Portal): void {
  portal.jobs.handle(removeJob, async () => {
    await removeUnusedMedia(portal);
    await removeExpiredUploads(portal.config, portal.now());
  });
}

/** Returns which of some stored files working copies, or published versions, name. */
async function namedIn(
  transaction: Database,
  { files }: typeof studioDrafts | typeof studioRevisions,
  names: string[],
): Promise<string[]> {
  const rows = await transaction
    .select({ name: sql<string>`stored.value` })
    .from(files.table)
    .innerJoin(
      sql`lateral jsonb_each_text(${files}) as stored`,
      sql`stored.value = any(${sql.param(names)}::text[])`,
    );
  return rows.map(({ name }) => name);
}

/** Calls `remove` with those of some stored files that nothing names, while no process writes entries. Returns their number. */
const removeUnreferenced = (
  database: Database,
  names: string[],
  remove: (unused: string[]) => Promise<void>,
): Promise<number> =>
  withContentLock(database, async (transaction) => {
    const rows = await transaction
      .select({ name: sql<string>`stored.value` })
      .from(contentEntries)
      .innerJoin(
        sql`lateral jsonb_each_text(${contentEntries.details} -> 'stored') as stored`,
        sql`stored.value = any(${sql.param(names)}::text[])`,
      );
    const used = new Set([
      ...rows.map(({ name }) => name),
      ...(await namedIn(transaction, studioDrafts, names)),
      ...(await namedIn(transaction, studioRevisions, names)),
      ...(await findSoldFiles(transaction, names)),
    ]);
    const unused = names.filter((name) => !used.has(name));
    await remove(unused);
    return unused.length;
  });
