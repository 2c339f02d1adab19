import * as z from "zod/mini";
import { commandActor, recordAct } from "./infra/audit/record-act.ts";
import { ContentError } from "./infra/content-folder/content-error.ts";
import { syncedFolderOf } from "./infra/content-folder/content-folder.ts";
import { findChosenFolder } from "./infra/content-folder/folder-choice-store.ts";
import { compareContent, syncContent } from "./infra/content-folder/sync-content.ts";
import { defineJob, PermanentFailure } from "./infra/jobs/job.ts";
import type { Logger } from "./infra/services.ts";
import { contentSyncs } from "./modules.ts";
import type { Portal } from "./portal.ts";

/**
 * Brings the database in line with the content folder. Only processes whose folder had this version at
 * their start run it.
 */
const syncContentJob = defineJob({
  name: "portal.sync-content",
  payload: z.object({ version: z.string() }),
  singleton: true,
  heartbeatSeconds: 15,
  expireInSeconds: 60 * 60,
});

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
  if (folder === null) return async () => {};
  let ownVersion: string | null = null;
  const run = async () => {
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
  jobs.handle(syncContentJob, runOrDrop, ({ version }) => version === ownVersion);
  return async () => {
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
