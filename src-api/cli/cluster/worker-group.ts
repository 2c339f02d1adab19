import { backOffMs, type BackOff } from "../../../src-shared/back-off.ts";
import { pause } from "../../infra/try-until-done.ts";
import type { Ready } from "./messages.ts";
import type { WorkerProcess } from "./worker-process.ts";

/** Before a worker that ended is started again. */
const restartAfter: BackOff = { first: 500, longest: 30_000 };
/** Failed starts of a place after which the group gives up, unless another worker serves requests. */
const mostFailures = 5;
/** Ms of service after which an earlier failure of a worker no longer counts. */
const stableAfter = 60_000;
/** Ms within which workers have to end: all of them, or a replaced one, which drains first. */
const endWithin = { stopped: 20_000, replaced: 60_000 };

/** A place in the group, taken by one worker after the other. */
type Place = {
  /** The worker that serves requests; null while there is none. */
  worker: WorkerProcess | null;
  failures: number;
  /** A worker is being started that will take the place. */
  filling: boolean;
};

type Options = {
  size: number;
  start: () => WorkerProcess;
  /** Ms for which workers go on serving before they end; none when they are replaced. */
  notice?: number;
  /** Reports something that an operator should know. */
  report: (sentence: string) => void;
  /** Called when no worker can be started any more. */
  failed: () => void;
};

/** Keeps a number of workers running. */
export class WorkerGroup {
  readonly #options: Options;
  readonly #places: Place[];
  /** All workers that have not ended, also those that start or leave. */
  readonly #alive = new Set<WorkerProcess>();
  readonly #ending = new AbortController();
  #replacing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#places = Array.from({ length: options.size }, () => ({
      worker: null,
      failures: 0,
      filling: false,
    }));
  }

  /**
   * Starts one worker, which migrates the database, and then the others. Resolves with what the first one
   * reported; null if it ended instead.
   */
  async start(): Promise<Ready | null> {
    const [first, ...others] = this.#places;
    const ready = first ? await this.#fill(first) : null;
    if (ready) for (const place of others) void this.#fillOrRetry(place);
    return ready;
  }

  /**
   * Replaces the workers one after the other: each one leaves once its successor serves requests. If one
   * cannot be started, the rest stays. A call during another one takes its turn after it.
   */
  replaceAll(): Promise<void> {
    const previous = this.#replacing;
    this.#replacing = this.#replaceAfter(previous);
    return this.#replacing;
  }

  async #replaceAfter(previous: Promise<void>): Promise<void> {
    await previous;
    for (const place of this.#places) {
      if (this.#ending.signal.aborted || !(await this.#replace(place))) return;
    }
  }

  /** Ends all workers; those that do not end in time are killed. */
  async stop(): Promise<void> {
    this.#ending.abort();
    const told = { replaced: false, within: (this.#options.notice ?? 0) + endWithin.stopped };
    await Promise.all([...this.#alive].map((worker) => worker.leave(told)));
  }

  /** Kills all workers at once. */
  kill(): void {
    this.#ending.abort();
    for (const worker of this.#alive) worker.kill();
  }

  async #replace(place: Place): Promise<boolean> {
    const { worker } = place;
    if (!worker || place.filling) return true; // is being started anyway
    if (await this.#fill(place)) {
      await worker.leave({ replaced: true, within: endWithin.replaced });
      return true;
    }
    this.#options.report("A new worker could not be started; the reload ends, the others stay.");
    if (!place.worker) void this.#retry(place);
    return false;
  }

  /** Starts a worker for a place, which takes it once it serves requests; null if it ended before. */
  async #fill(place: Place): Promise<Ready | null> {
    place.filling = true;
    const worker = this.#options.start();
    this.#alive.add(worker);
    void this.#watch(place, worker);
    const ready = await worker.ready;
    place.filling = false;
    if (!ready) return null;
    place.worker = worker;
    const stable = setTimeout(() => (place.failures = 0), stableAfter).unref();
    void worker.exited.then(() => clearTimeout(stable));
    return ready;
  }

  async #watch(place: Place, worker: WorkerProcess): Promise<void> {
    const how = await worker.exited;
    this.#alive.delete(worker);
    if (place.worker !== worker || this.#ending.signal.aborted) return;
    place.worker = null;
    this.#options.report(`Worker ${worker.pid} ended unexpectedly (${how}).`);
    if (!place.filling) void this.#retry(place);
  }

  async #fillOrRetry(place: Place): Promise<void> {
    if (!(await this.#fill(place))) await this.#retry(place);
  }

  /** Starts a worker for an empty place again and again, unless there is no hope. */
  async #retry(place: Place): Promise<void> {
    const { signal } = this.#ending;
    place.filling = true;
    while (!signal.aborted) {
      const wait = backOffMs(restartAfter, place.failures);
      place.failures += 1;
      if (place.failures > mostFailures && this.#places.every(({ worker }) => !worker)) {
        return this.#giveUp();
      }
      await pause(wait, signal);
      if (signal.aborted || (await this.#fill(place))) return;
    }
  }

  #giveUp(): void {
    this.#ending.abort();
    this.#options.report(`Giving up: no worker could be started ${mostFailures} times in a row.`);
    this.#options.failed();
  }
}
