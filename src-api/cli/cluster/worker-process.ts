import cluster from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { readySchema, type Leave, type Ready } from "./messages.ts";

/** A worker process as the primary sees it. */
export type WorkerProcess = {
  pid: number | undefined;
  /** Resolves once it serves requests; to null if it ended before. */
  ready: Promise<Ready | null>;
  /** Resolves with how it ended: "exit code 1", "SIGKILL". */
  exited: Promise<string>;
  /** Tells it to end, and resolves when it has; kills it after `within` ms. */
  leave(told: Omit<Leave, "kind"> & { within: number }): Promise<void>;
  kill(): void;
};

/** Forks a worker that runs the script of this process. */
export function startWorkerProcess(environment: Record<string, string>): WorkerProcess {
  const worker = cluster.fork(environment);
  const exited = new Promise<string>((resolve) => {
    worker.once("exit", (code: number | null, signal: string | null) =>
      resolve(signal ?? `exit code ${code}`),
    );
  });
  const ready = new Promise<Ready | null>((resolve) => {
    worker.on("message", (message) => {
      const parsed = readySchema.safeParse(message);
      if (parsed.success) resolve(parsed.data);
    });
    void exited.then(() => resolve(null));
  });
  const kill = () => void worker.process.kill("SIGKILL");
  return {
    pid: worker.process.pid,
    ready,
    exited,
    leave: async ({ replaced, within }) => {
      const message: Leave = { kind: "leave", replaced };
      worker.send(message, () => {}); // the channel may be closed already, since it is ending
      const ended = new AbortController();
      const killed = delay(within, undefined, ended).then(kill, () => {});
      await exited;
      ended.abort();
      await killed;
    },
    kill,
  };
}
