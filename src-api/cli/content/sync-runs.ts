import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { dropStaleSyncs, newSyncRun, syncContentJob } from "#api/content-sync.ts";
import type { Progress } from "#api/infra/content-folder/sync-content.ts";
import { findRun, insertRun } from "#api/infra/content-folder/sync-runs-store.ts";
import type { Portal } from "#api/portal.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { chosenFolder, type SyncCommand } from "./sync-folder.ts";

/*
 * A synchronisation that the running API executes is a job, since it may take longer than a request: the command asks for
 * it, and then for its progress until it has ended.
 */

export const syncRunCommandSchema = z.discriminatedUnion("command", [
  /** Enqueues a synchronisation, and returns its id. */
  z.object({
    command: z.literal("start-sync"),
    folder: z.nullable(z.string()),
    isRehearsal: z.boolean(),
    mayRemoveMost: z.boolean(),
  }),
  /** Returns how far it is, as JSON. */
  z.object({ command: z.literal("sync-progress"), id: z.uuid() }),
]);
export type SyncRunCommand = z.infer<typeof syncRunCommandSchema>;

const progressSchema = z.object({
  done: z.int(),
  total: z.int(),
  /** Null until it has ended. */
  lines: z.nullable(z.array(z.string())),
  failure: z.nullable(z.string()),
  /** False if no process runs it, or will. */
  isAlive: z.boolean(),
});

type RunContext = Pick<Portal, "config" | "database" | "jobs" | "now">;

/** How long a run waits for another one to begin, and how often it tries meanwhile. */
const maxWaitMs = 90_000;
const tryEveryMs = 500;

async function start(context: RunContext, command: SyncCommand): Promise<string[]> {
  const { database, jobs } = context;
  const { chosen: folder } = chosenFolder(context, command.folder);
  const { isRehearsal, mayRemoveMost } = command;
  const run = { createdAt: context.now(), folder, isRehearsal, mayRemoveMost };
  const id = await insertRun(database, run);
  const waitUntil = Date.now() + maxWaitMs;
  for (;;) {
    await dropStaleSyncs(context, { isStart: false });
    if (await jobs.offer(syncContentJob, newSyncRun(id))) return [id];
    if (Date.now() > waitUntil) break;
    await delay(tryEveryMs);
  }
  throw new CommandError(
    "Another synchronisation is under way and one more waits for it. Run the command again when they have ended.",
  );
}

async function progress({ database, jobs }: RunContext, id: string): Promise<string[]> {
  const isAlive = await jobs.hasUnfinished(syncContentJob); // read first: it may end in between
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

/** Ms between two questions for the progress. */
const pollIntervalMs = 400;

/** Has the running API synchronise a folder, and returns the lines to print. Rejects with a CommandError. */
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
        "A start of the portal took the place of this synchronisation. Run the command again.",
      );
    }
    await delay(pollIntervalMs);
  }
}
