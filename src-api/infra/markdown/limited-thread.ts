import type { Worker } from "node:worker_threads";
import { Piscina } from "piscina";

/** A task used more of the processor than it may, and was given up. */
export class TooSlowError extends Error {
  override name = "TooSlowError";
}

/** Processor time of one task: 100,000 characters of Markdown full of marks take a third of it. */
const textLimitMs = 3000;
/** Time between two looks at a running task. */
const pollMs = 100;

/** Returns the processor time that a thread has used, in ms; 0 if it ends while it is asked. */
async function usedBy(thread: Worker | undefined): Promise<number> {
  const { user, system } = (await thread?.cpuUsage().catch(() => null)) ?? { user: 0, system: 0 };
  return (user + system) / 1000;
}

/**
 * Returns a function that runs tasks in a thread of their own, one after the other. It rejects with a TooSlowError for a task
 * that exceeds the limit of processor time, whose thread is ended; and with what the task throws.
 *
 * @param worker module whose default export is the task
 * @param limits processor time of a task, and memory of the thread
 */
export function limitedThread<Answer>(
  worker: URL,
  { limitMs = textLimitMs, maxHeapMb }: { limitMs?: number; maxHeapMb?: number } = {},
): (task: object) => Promise<Answer> {
  const pool = new Piscina<object, Answer>({
    filename: worker.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    ...(maxHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
  });

  async function runLimited(task: object): Promise<Answer> {
    const abort = new AbortController();
    const [idle] = pool.threads;
    // not awaited here: an idle thread does not keep the process alive, so that a command would end
    const before = usedBy(idle);
    const watch = async () => {
      const [thread] = pool.threads;
      const used = (await usedBy(thread)) - (thread === idle ? await before : 0);
      if (used > limitMs) abort.abort();
    };
    const watching = setInterval(() => void watch(), pollMs);
    try {
      return await pool.run(task, { signal: abort.signal });
    } catch (error) {
      throw abort.signal.aborted ? new TooSlowError("takes too long", { cause: error }) : error;
    } finally {
      clearInterval(watching);
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const answer = last.then(() => runLimited(task));
    last = answer.catch(() => {}); // the caller handles it
    return answer;
  };
}
