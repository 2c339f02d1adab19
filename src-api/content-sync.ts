import { hostname } from "node:os";
import * as z from "zod/mini";
import { CommandError } from "./cli/channel/command-channel.ts";
import { syncFolder } from "./cli/content/sync-folder.ts";
import { commandActor, recordAct } from "./infra/audit/record-act.ts";
import { ContentError } from "./infra/content-folder/content-error.ts";
import { syncedFolderOf } from "./infra/content-folder/content-folder.ts";
import { findChosenFolder } from "./infra/content-folder/folder-choice-store.ts";
import { compareContent, syncContent } from "./infra/content-folder/sync-content.ts";
import { findRun, updateRun } from "./infra/content-folder/sync-runs-store.ts";
import { defineJob, PermanentFailure } from "./infra/jobs/job.ts";
import { MediaStorageError } from "./infra/media-storage/media-storage-error.ts";
import type { Logger } from "./infra/services.ts";
import { contentSyncs } from "./modules.ts";
import type { Portal } from "./portal.ts";

/** A synchronisation that a command asked for: which run, on which machine, and when (ms). */
const runSchema = z.object({ runId: z.string(), host: z.string(), at: z.number() });
type SyncRunJob = z.infer<typeof runSchema>;

/**
 * Brings the database in line with a content folder: with that of a command's run, or with the configured one. Only
 * processes whose folder had this version at their start run the latter.
 */
export const syncContentJob = defineJob({
  name: "portal.sync-content",
  payload: z.union([z.object({ version: z.string() }), runSchema]),
  singleton: true,
  heartbeatSeconds: 15,
  expireInSeconds: 60 * 60,
});

/** Returns the payload for a run on this machine, which has the folder. */
export const newSyncRun = (runId: string): SyncRunJob => ({
  runId,
  host: hostname(),
  at: Date.now(),
});

/** Ms after which another machine takes a run: the one that asked for it was replaced, and a waiting run blocks others. */
const otherHostsAfter = 60_000;

const isOurs = ({ host, at }: SyncRunJob) =>
  host === hostname() || Date.now() - at > otherHostsAfter;

/** Returns what the command prints about an error. */
const explain = (error: unknown): string =>
  error instanceof CommandError || error instanceof MediaStorageError
    ? error.message
    : `That failed: ${String(error)}. The log of the portal has more.`;

/** Executes a command's run, and stores its progress and what came of it. It is repeated only if its process dies. */
async function executeRun(
  ground: Pick<Portal, "config" | "database" | "now">,
  id: string,
  log: Pick<Logger, "warn">,
): Promise<void> {
  const { database } = ground;
  const run = await findRun(database, id);
  if (!run || run.lines || run.failure !== null) return;
  const advance = (done: number, total: number) => updateRun(database, id, { done, total });
  try {
    await updateRun(database, id, { lines: await syncFolder(ground, run, advance) });
  } catch (error) {
    log.warn({ err: error, folder: run.folder }, "a synchronisation by command failed");
    await updateRun(database, id, { failure: explain(error) });
  }
}

/**
 * Registers the job that brings the database in line with the content folder, where there is one. Call it
 * before the jobs are prepared, and the returned function afterwards: that one compares folder and
 * database, and enqueues the job if they differ. If most of the content is missing, as at the first start, it
 * waits until the job is done. Rejects with a ContentError that names every file and field that cannot
 * be used; nothing is written then. See docs/decisions/0009-content-sync.md.
 */
export function contentSync(
  portal: Pick<Portal, "config" | "database" | "jobs" | "now">,
  log: Pick<Logger, "info" | "warn">,
): () => Promise<void> {
  const { config, jobs } = portal;
  const folder = syncedFolderOf(config);
  let ownVersion: string | null = null;
  const run = async () => {
    if (folder === null) return;
    if ((await findChosenFolder(portal.database, folder)) !== null) return;
    const {
      skipped,
      missing,
      problems: _none,
      ...counts
    } = await syncContent(contentSyncs(portal, folder), (details) =>
      recordAct(portal.database, {
        act: "content-synced",
        at: portal.now(),
        actor: commandActor,
        subjectId: null,
        details,
      }),
    );
    log.info({ folder, ...counts }, "content synchronised");
    for (const path of skipped) {
      log.warn({ folder, path }, "left alone: the portal has content of its own in this place");
    }
    for (const link of missing) log.warn({ folder }, link);
  };
  const runOrDrop = () =>
    run().catch((error: unknown) => {
      // A file was broken after the start. The next start checks the folder anew.
      if (error instanceof ContentError) throw new PermanentFailure(error.message);
      throw error;
    });
  jobs.handle(
    syncContentJob,
    (job) => ("runId" in job ? executeRun(portal, job.runId, log) : runOrDrop()),
    (job) => ("runId" in job ? isOurs(job) : job.version === ownVersion),
  );
  return async () => {
    if (folder === null) return;
    const chosen = await findChosenFolder(portal.database, folder);
    if (chosen !== null) {
      log.warn(
        { folder, chosen },
        "not synchronised: a command synchronised another folder; `npm run content -- sync` returns to this one",
      );
      return;
    }
    const { version, written, removed, unchanged } = await compareContent(
      contentSyncs(portal, folder),
    );
    ownVersion = version;
    if (written + removed === 0) return;
    await jobs.replace(syncContentJob, { version });
    if (written > unchanged) await jobs.finish(syncContentJob);
  };
}
