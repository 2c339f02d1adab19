import { setTimeout as delay } from "node:timers/promises";
import type { Clock, JobResult, PgBoss } from "pg-boss";
import type { Database } from "#api/infra/database/connect.ts";
import { createBoss, executorOf, prepareQueues } from "./boss.ts";
import type { Job, JobSettings } from "./job.ts";
import {
  countJobs,
  dismissFailedJobs,
  readDueJobs,
  readStuckJobs,
  readUnfinishedJobs,
  releaseJobs,
  retryFailedJobs,
  type JobCount,
  type StuckJobs,
} from "./job-queries.ts";
import { canRun, handledJob, runJob, type Fetched, type HandledJob, type Log } from "./run-job.ts";
import { seal } from "./sealed.ts";
import type { JobStore } from "./store.ts";

type Options = {
  /** 32 bytes that sealed payloads are encrypted with. */
  key: Buffer;
  /** A test's clock for the job library, which then does nothing by itself. */
  clock?: Clock;
  /** How long `close` waits for the runs under way, in ms. */
  closeWait?: number;
  /** Returns false while the disk of the database is too full to work: jobs wait until it is not. */
  hasRoom?: () => Promise<boolean>;
};

/** Default of `closeWait`: half of the time after which the commands end the process. */
const defaultCloseWaitMs = 5_000;
/** Interval at which `finish` looks whether another process has finished. */
const finishedEveryMs = 250;
/** Interval at which `runDue` looks whether the library's workers have finished. */
const workersEveryMs = 50;

/** Interval at which jobs that wait for room on the disk look for it. */
const roomEveryMs = 1_000;

/** Jobs of one kind that run at the same time in one process; of singletons one runs in all. */
const batchOf = ({ singleton }: JobSettings) => (singleton ? 1 : 4);

/** Seconds between two looks for jobs that another process may have to leave to this one; else it is the library's 30. */
const sharedPollingSeconds = 5;

/** Keeps jobs in the database and runs them (docs/decisions/0006-durable-jobs.md). */
export class Jobs {
  readonly #key: Buffer;
  readonly #boss: PgBoss;
  readonly #store: JobStore;
  readonly #handled = new Map<string, HandledJob>();
  readonly #closeWait: number;
  readonly #hasRoom: () => Promise<boolean>;
  readonly #closing = new AbortController();
  /** Set while the disk has no room. */
  #waiting: Promise<void> | null = null;
  #log: Log | null = null;
  readonly #workers = new Map<string, string>();

  constructor(
    store: JobStore,
    { key, clock, closeWait = defaultCloseWaitMs, hasRoom = async () => true }: Options,
  ) {
    this.#key = key;
    this.#closeWait = closeWait;
    this.#hasRoom = hasRoom;
    this.#store = store;
    // Every statement of the library is a write or leads to one: it fetches and settles jobs, and stores schedules.
    const { executor } = store;
    const executeSql: typeof executor.executeSql = async (...statement) => {
      if (!(await hasRoom())) await (this.#waiting ??= this.#waitForRoom());
      return executor.executeSql(...statement);
    };
    this.#boss = createBoss({ ...store, executor: { ...executor, executeSql } }, clock);
    this.#boss.on("error", (err) => {
      // Closed without room, the last statements of the library fail, which is expected.
      if (!this.#closing.signal.aborted) this.#log?.error({ err }, "the job library failed");
    });
    this.#boss.on("warning", (warning) => this.#log?.warn({ warning }, "the job library warns"));
  }

  /**
   * Registers the handler of a kind of job. Call it for every kind before `prepare`.
   *
   * @param accepts says whether this process can run a singleton, which is left to others otherwise
   */
  handle<Payload>(
    job: Job<Payload>,
    run: (payload: Payload) => Promise<void>,
    accepts?: (payload: Payload) => boolean,
  ): void {
    this.#handled.set(job.name, handledJob(job, run, { key: this.#key, accepts }));
  }

  /** Creates or updates the tables and queues; jobs can be enqueued from then on. */
  async prepare(log: Log): Promise<void> {
    this.#log = log;
    await this.#boss.start();
    // No other process can be running the jobs of the embedded database. On PostgreSQL they become due when they expire.
    if (this.#store.backend === "pglite") await releaseJobs(this.#store.executor, "all");
    await prepareQueues(
      this.#boss,
      [...this.#handled.values()].map(({ job }) => job),
    );
  }

  /** Enqueues a job in the transaction of its cause: it runs once that is committed. */
  async enqueue<Payload>(
    transaction: Database,
    { name, payload: schema, sealed }: Job<Payload>,
    payload: NoInfer<Payload>,
  ): Promise<void> {
    const data = sealed ? seal(this.#key, name, schema.parse(payload)) : schema.parse(payload);
    await this.#boss.send(name, data as object, { db: executorOf(transaction) });
  }

  /** Enqueues a singleton unless one of its kind waits already. Returns whether it did. */
  async offer<Payload>(
    { name, payload: schema }: Job<Payload>,
    payload: NoInfer<Payload>,
  ): Promise<boolean> {
    const data = schema.parse(payload) as object; // payloads are JSON objects
    return (await this.#boss.send(name, data)) !== null;
  }

  /** Returns whether a job of a kind runs in any process, or waits and can be run by this one. */
  async hasUnfinished({ name }: Pick<JobSettings, "name">): Promise<boolean> {
    const unfinished = await readUnfinishedJobs(this.#store.executor, name);
    return unfinished.some(
      ({ isRunning, data }) => isRunning || canRun(this.#handled.get(name), data),
    );
  }

  /** Deletes waiting singletons that no process can run, as `isStale` says by payload and age. */
  async dropStale<Payload>(
    { name, payload: schema }: Job<Payload>,
    isStale: (payload: Payload, ageMs: number) => boolean,
  ): Promise<Payload[]> {
    const dropped: Payload[] = [];
    for (const { id, isRunning, data, ageMs } of await readUnfinishedJobs(
      this.#store.executor,
      name,
    )) {
      const { success, data: payload } = schema.safeParse(data ?? {});
      if (isRunning || !success || canRun(this.#handled.get(name), data)) continue;
      if (!isStale(payload, ageMs)) continue;
      await this.#boss.deleteJob(name, id);
      dropped.push(payload);
    }
    return dropped;
  }

  /** Enqueues a singleton; one of the same kind that is still waiting is dropped. */
  async replace<Payload>(
    { name, payload: schema }: Job<Payload>,
    payload: NoInfer<Payload>,
  ): Promise<void> {
    const data = schema.parse(payload) as object; // payloads are JSON objects
    do await this.#boss.deleteQueuedJobs(name);
    while ((await this.#boss.send(name, data)) === null);
  }

  /** Runs jobs of one kind until none is left that this process can run and none runs in another one. */
  async finish({ name }: Pick<JobSettings, "name">): Promise<void> {
    const handled = this.#handled.get(name);
    if (!handled) return;
    while (await this.hasUnfinished({ name })) {
      await releaseJobs(this.#store.executor, "silent"); // the library looks once a minute
      const due = (await readDueJobs(this.#store.executor)).some((each) => each.name === name);
      if (!due || !(await this.#runFetched(handled))) await delay(finishedEveryMs);
    }
  }

  /** Counts the stuck jobs of each kind: kinds with jobs that were given up first, then by number. */
  stuck(): Promise<StuckJobs[]> {
    return readStuckJobs(this.#store.executor);
  }

  /** Makes jobs due again that were given up. Returns how many there were. */
  retryFailed(transaction: Database, name: string): Promise<number> {
    return retryFailedJobs(executorOf(transaction), name);
  }

  /** Deletes the jobs of a kind that were given up. Returns how many there were. */
  dismissFailed(transaction: Database, name: string): Promise<number> {
    return dismissFailedJobs(executorOf(transaction), name);
  }

  /** Has this process look for due jobs of a kind now. */
  wake(name: string): void {
    const worker = this.#workers.get(name);
    if (worker !== undefined) this.#boss.notifyWorker(worker);
  }

  /** Runs jobs from now on: due ones at once, new ones when their transaction is committed. */
  async work(): Promise<void> {
    await this.#schedule();
    for (const handled of this.#handled.values()) {
      const { name } = handled.job;
      const options = {
        batchSize: batchOf(handled.job),
        burstWhenBatchFull: true,
        perJobResults: true,
        ...(handled.accepts && { notifyPollingIntervalSeconds: sharedPollingSeconds }),
      } as const;
      const run = (jobs: Fetched[]) => Promise.all(jobs.map((job) => this.#run(handled, job)));
      this.#workers.set(
        name,
        await this.#boss.work<unknown, void, typeof options>(name, options, run),
      );
    }
  }

  get isWorking(): boolean {
    return this.#workers.size > 0;
  }

  /** Returns how many jobs there are in all processes, by kind and state. */
  count(): Promise<JobCount[]> {
    return countJobs(this.#store.executor);
  }

  /** Runs the due jobs, and the jobs that these enqueue, until none is left. */
  async runDue(): Promise<void> {
    let ran: boolean;
    do {
      ran = false;
      for (const { name, payloads } of await readDueJobs(this.#store.executor)) {
        const handled = this.#handled.get(name);
        if (!handled || payloads?.some((data) => !canRun(handled, data))) continue;
        if (await this.#runFetched(handled)) ran = true;
      }
      while (this.#boss.getWipData().some(({ count }) => count > 0)) {
        ran = true; // the library's workers are at it
        await delay(workersEveryMs);
      }
    } while (ran);
  }

  /** Runs every scheduled job now. Returns the names of those that failed; their errors are logged. */
  async runScheduled(): Promise<string[]> {
    const failed: string[] = [];
    for (const handled of this.#handled.values()) {
      const { name, schedule } = handled.job;
      if (!schedule) continue;
      await handled.run({}).catch((err: unknown) => {
        this.#log?.error({ err, job: name }, "a job that was run before its time failed");
        failed.push(name);
      });
    }
    return failed;
  }

  /** Starts no more jobs and waits for running ones, but not for ever: a mail server may hang. */
  async close(): Promise<void> {
    this.#workers.clear();
    // The job library changes the message of an error, and that of a DOMException is read-only.
    this.#closing.abort(new Error("The jobs are closed."));
    // The portal owns the connection: pg-boss must not close it.
    await this.#boss.stop({ timeout: this.#closeWait, close: false });
  }

  /** Resolves once the disk has room. Rejects when this is closed. */
  async #waitForRoom(): Promise<void> {
    this.#closing.signal.throwIfAborted();
    this.#log?.error(
      {},
      "jobs wait: the disk of DATA_DIR is full, and the embedded database could not go on. They run once there is room",
    );
    try {
      do await delay(roomEveryMs, undefined, this.#closing);
      while (!(await this.#hasRoom()));
    } finally {
      this.#waiting = null;
    }
    this.#log?.warn({}, "jobs go on: the disk of DATA_DIR has room again");
  }

  /** Brings the library's schedules in line with those of the jobs. */
  async #schedule(): Promise<void> {
    for (const { name } of await this.#boss.getSchedules()) {
      if (this.#handled.get(name)?.job.schedule) continue;
      await this.#boss.unschedule(name);
      // Of a kind that an earlier version scheduled and this one lacks, no process would ever run what waits.
      if (!this.#handled.has(name)) await this.#boss.deleteQueuedJobs(name);
    }
    for (const { job } of this.#handled.values()) {
      // Runs missed while no process was running are caught up by a single run.
      if (job.schedule) await this.#boss.schedule(job.name, job.schedule, null, { missed: "once" });
    }
  }

  /** Fetches jobs of a kind and runs them, beside the library's workers. Returns whether there were any. */
  async #runFetched(handled: HandledJob): Promise<boolean> {
    const { name, heartbeatSeconds } = handled.job;
    const jobs: Fetched[] = await this.#boss.fetch(name, { batchSize: batchOf(handled.job) });
    const heartbeat =
      heartbeatSeconds &&
      setInterval(() => {
        this.#boss.touch(name, jobs).catch(() => {}); // counts as lost if that goes on
      }, heartbeatSeconds * 333);
    try {
      await Promise.all(
        jobs.map(async (job) => {
          const { status } = await this.#run(handled, job);
          if (status === "failed") await this.#boss.fail(name, job);
        }),
      );
    } finally {
      clearInterval(heartbeat);
    }
    return jobs.length > 0;
  }

  #run(handled: HandledJob, fetched: Fetched): Promise<JobResult> {
    if (!this.#log) throw new Error("Jobs are used before they are prepared.");
    return runJob(handled, fetched, { boss: this.#boss, store: this.#store, log: this.#log });
  }
}
