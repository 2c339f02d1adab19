import { randomBytes } from "node:crypto";
import type { Config } from "../../config.ts";
import { lockDataDir } from "../../infra/data-dir-lock.ts";
import { publishCredential } from "../channel/command-channel.ts";
import { commandTokenVariable } from "./messages.ts";
import { WorkerGroup } from "./worker-group.ts";
import { startWorkerProcess } from "./worker-process.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

/** Ends the group at the first signal, and at once at a second one. */
function stopOnSignal(group: WorkerGroup, end: (code: number) => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) {
      group.kill();
      process.exit(1);
    }
    stopping = true;
    await group.stop();
    await end(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
}

/** Replaces the workers at each SIGHUP, after `prepare`; reports a failure of that. */
function reloadOnSignal(group: WorkerGroup, prepare: () => Promise<void>): void {
  process.on("SIGHUP", () => {
    prepare().then(
      () => group.replaceAll(),
      (error: unknown) => complain(`The workers are not replaced: ${String(error)}`),
    );
  });
}

/**
 * Runs the portal in several workers, and supervises them: SIGTERM and SIGINT end them, SIGHUP replaces them
 * one after the other. The process ends with exit code 1 if none can be started.
 *
 * @param prepareReload called before workers are replaced; nothing happens to them if it rejects
 */
export async function runPrimary(
  { workers, dataDir, metrics, shutdownDelay }: Config,
  prepareReload: () => Promise<void>,
): Promise<void> {
  const unlock = await lockDataDir(dataDir);
  const token = randomBytes(32).toString("base64url");
  let forgetCredential = async () => {};
  const end = async (code: number) => {
    await forgetCredential();
    unlock();
    process.exit(code);
  };
  const group = new WorkerGroup({
    size: workers,
    notice: shutdownDelay * 1000,
    start: () => startWorkerProcess({ [commandTokenVariable]: token }),
    report: complain,
    failed: () => void end(1),
  });
  stopOnSignal(group, end);
  reloadOnSignal(group, prepareReload);
  if (metrics) {
    const { serveClusterMetrics } = await import("../../infra/metrics/serve-metrics.ts");
    await serveClusterMetrics(metrics);
  }
  const ready = await group.start();
  if (!ready) return end(1); // the worker has printed why
  forgetCredential = await publishCredential(dataDir, { origin: ready.origin, token });
  say(ready.notice);
}
