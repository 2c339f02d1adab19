import { hostname } from "node:os";
import * as z from "zod/mini";
import { CommandError } from "./cli/channel/command-channel.ts";
import { syncFolder } from "./cli/content/sync-folder.ts";
import { commandActor, recordAct } from "./infra/audit/record-act.ts";
import { ContentError } from "./infra/content-folder/content-error.ts";
import { contentFolderState, syncedFolderOf } from "./infra/content-folder/content-folder.ts";
import { findChosenFolder } from "./infra/content-folder/folder-choice-store.ts";
import { compareContent, countOwned, syncContent } from "./infra/content-folder/sync-content.ts";
import { findRun, updateRun } from "./infra/content-folder/sync-runs-store.ts";
import { defineJob, PermanentFailure } from "./infra/jobs/job.ts";
import { MediaStorageError } from "./infra/media-storage/media-storage-error.ts";
import type { Logger } from "./infra/services.ts";
import { contentSyncs } from "./modules.ts";
import { chooseStandIns } from "./modules/library/module.ts";
import type { Portal } from "./portal.ts";

/** A synchronisation that a command asked for: which run, on which machine. */
const runSchema = z.object({ runId: z.string(), host: z.string() });
/** A synchronisation at the start of a machine's process: to which version of the folder. */
const versionSchema = z.object({ version: z.string(), host: z.string() });

/** Brings the database in line with a content folder: that of a command's run, or the configured one of this version. */
export const syncContentJob = defineJob({
  name: "portal.sync-content",
  payload: z.union([versionSchema, runSchema]),
  singleton: true,
  heartbeatSeconds: 15,
  expireInSeconds: 60 * 60,
});

/** Returns the payload for a run on this machine, which has the folder. */
export const newSyncRun = (runId: string) => ({ runId, host: hostname() });

/** Ms after which a waiting job counts as one that no process takes: they look for jobs at least twice a minute. */
const takenWithinMs = 60_000;

/**
 * Deletes what waits and no process will run, since it would block every later synchronisation: jobs for a version of the
 * folder that no process has any more, and runs of machines that are gone, whose commands are told.
 *
 * @param isStart true at the start of a process: what this machine enqueued before was for its former folder
 */
export async function dropStaleSyncs(
  { database, jobs }: Pick<Portal, "database" | "jobs">,
  { isStart }: { isStart: boolean },
): Promise<void> {
  const dropped = await jobs.dropStale(
    syncContentJob,
    ({ host }, age) => age > takenWithinMs || (isStart && host === hostname()),
  );
  for (const job of dropped) {
    if (!("runId" in job)) continue;
    const failure = `The machine ${job.host} was to do this, and is gone. Nothing was changed.`;
    await updateRun(database, job.runId, { failure });
  }
}

/** Returns what the command prints about an error. */
const explain = (error: unknown): string =>
  error instanceof CommandError || error instanceof MediaStorageError
    ? error.message
    : `That failed: ${String(error)}. The log of the portal has more.`;

/** Says what a start does with a folder that has no content, although there was some. */
const explainNothing = (state: "missing" | "empty", owned: number): string =>
  `the content folder (CONTENT_DIR) ${state === "missing" ? "is missing" : "has no content"}, although ${owned} entries, authors and announcements came from a content folder: they stay, and nothing is synchronised. Is a disk not mounted? Mount it, or correct CONTENT_DIR, and start again. To remove them, put a tags.json with {} into the folder`;

/** Executes a command's run, and stores its progress and what came of it. It is repeated only if its process dies. */
async function executeRun(
  ground: Pick<Portal, "brand" | "config" | "database" | "now">,
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
 * be used, or the folder that is not there while nothing came from one yet; nothing is written then. See docs/decisions/0009-content-sync.md.
 */
export function contentSync(
  portal: Pick<Portal, "brand" | "config" | "database" | "jobs" | "now">,
  log: Pick<Logger, "info" | "warn">,
): () => Promise<void> {
  const { config, jobs } = portal;
  const folder = syncedFolderOf(config);
  let ownVersion: string | null = null;
  const run = async () => {
    if (folder === null || (await contentFolderState(folder)) !== "filled") return;
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
    (job) => ("runId" in job ? job.host === hostname() : job.version === ownVersion),
  );
  return async () => {
    // BRAND_DIR may have other languages than at the last start.
    await chooseStandIns(portal.database, portal.brand.languages);
    if (folder === null) return dropStaleSyncs(portal, { isStart: true });
    const chosen = await findChosenFolder(portal.database, folder);
    if (chosen !== null) {
      await dropStaleSyncs(portal, { isStart: true });
      log.warn(
        { folder, chosen },
        "not synchronised: a command synchronised another folder; `npm run content -- sync` returns to this one",
      );
      return;
    }
    const state = await contentFolderState(folder);
    if (state !== "filled") {
      await dropStaleSyncs(portal, { isStart: true });
      const owned = await countOwned(contentSyncs(portal, folder));
      if (state === "missing" && owned === 0) {
        throw new ContentError(
          `There is no folder ${folder} (CONTENT_DIR). Create it, correct the path, or remove CONTENT_DIR: content can be written in the studio, too.`,
        );
      }
      if (owned > 0) log.warn({ folder, owned }, explainNothing(state, owned));
      return;
    }
    const { version, written, removed, unchanged } = await compareContent(
      contentSyncs(portal, folder),
    ).catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error;
      throw new ContentError(
        `${error.message}\nThat is in the content folder ${folder} (CONTENT_DIR). Correct it, or name another folder.`,
      );
    });
    ownVersion = version;
    await dropStaleSyncs(portal, { isStart: true });
    if (written + removed === 0) return;
    await jobs.replace(syncContentJob, { version, host: hostname() });
    if (written > unchanged) await jobs.finish(syncContentJob);
  };
}
