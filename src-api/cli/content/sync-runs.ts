import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { dropStaleSyncs, newSyncRun, syncContentJob } from "#api/content-sync.ts";
import type { Progress } from "#api/infra/content-folder/sync-content.ts";
import { findRun, insertRun } from "#api/infra/content-folder/sync-runs-store.ts";
import type { Portal } from "#api/portal.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { resolveFolder, type SyncCommand } from "./sync-folder.ts";

/*
 * The running API executes a synchronisation as a job, since it may take longer than a request. The command enqueues
 * the job and polls its progress until it has ended.
 */

export const syncRunCommandSchema = z.discriminatedUnion("command", [
  /** Enqueues a synchronisation, and returns its id. */
  z.object({
    command: z.literal("start-sync"),
    folder: z.nullable(z.string()),
    isDryRun: z.boolean(),
    mayRemoveMost: z.boolean(),
  }),
  /** Returns how far it is, as JSON. */
  z.object({ command: z.literal("sync-progress"), id: z.uuid() }),
]);
export type SyncRunCommand = z.infer<typeof syncRunCommandSchema>;

const progressSchema = z.object({
  done: z.int(),
  total: z.int(),
  /** Lines to print; null until it has succeeded. */
  lines: z.nullable(z.array(z.string())),
  failure: z.nullable(z.string()),
  /** False if no process is running it or can run it. */
  isAlive: z.boolean(),
});

type RunContext = Pick<Portal, "config" | "database" | "jobs" | "now">;

/** How long to keep trying to enqueue a run while another one is waiting in the queue, and how often. */
const maxWaitMs = 90_000;
const tryEveryMs = 500;

async function start(context: RunContext, command: SyncCommand): Promise<string[]> {
  const { database, jobs } = context;
  const { chosen: folder } = resolveFolder(context, command.folder);
  const { isDryRun, mayRemoveMost } = command;
  const run = { createdAt: context.now(), folder, isDryRun, mayRemoveMost };
  const id = await insertRun(database, run);
  const waitUntil = Date.now() + maxWaitMs;
  for (;;) {
    await dropStaleSyncs(context, { isStart: false });
    if (await jobs.offer(syncContentJob, newSyncRun(id))) return [id];
    if (Date.now() > waitUntil) break;
    await delay(tryEveryMs);
  }
  throw new CommandError(
    "A synchronisation is running and another one is waiting. Run the command again when both have ended.",
  );
}

async function progress({ database, jobs }: RunContext, id: string): Promise<string[]> {
  const isAlive = await jobs.hasUnfinished(syncContentJob); // checked before findRun, as the job may end in between
  const run = await findRun(database, id);
  if (!run) throw new CommandError("There is no such synchronisation.");
  const { done, total, lines, failure } = run;
  const answer: z.infer<typeof progressSchema> = { done, total, lines, failure, isAlive };
  return [JSON.stringify(answer)];
}

/** Runs a command in the running API and returns its lines. Rejects with a CommandError. */
export const runSyncRunCommand = (
  context: RunContext,
  command: SyncRunCommand,
): Promise<string[]> =>
  command.command === "start-sync" ? start(context, command) : progress(context, command.id);

const pollIntervalMs = 400;

/** Runs a synchronisation in the running API until it ends. Returns the lines to print; rejects with a CommandError. */
export async function followSync(
  send: (command: SyncRunCommand) => Promise<string[]>,
  command: SyncCommand,
  onProgress: Progress,
): Promise<string[]> {
  const [id = ""] = await send({ command: "start-sync", ...command });
  for (;;) {
    const [line = ""] = await send({ command: "sync-progress", id });
    const { done, total, lines, failure, isAlive } = progressSchema.parse(JSON.parse(line));
    if (total > 0) await onProgress(done, total);
    if (failure !== null) throw new CommandError(failure);
    if (lines) return lines;
    if (!isAlive) {
      throw new CommandError(
        "The portal was restarted and replaced this synchronisation with its own. Run the command again.",
      );
    }
    await delay(pollIntervalMs);
  }
}
