import { setTimeout as delay } from "node:timers/promises";
import type { Clock, PgBoss, QueueResult } from "pg-boss";
import type { Database } from "../database/connect.ts";
import { createBoss, executorOf, queueOf } from "./boss.ts";
import { dismissFailedJobs, retryFailedJobs, type StuckJobs } from "./failed-jobs.ts";
import type { Job, JobSettings } from "./job.ts";
import { Runner, type HandledJob, type JobCount, type Log } from "./runner.ts";
import { isSealed, seal, unseal } from "./sealed.ts";
import type { JobStore } from "./store.ts";

type Options = {
  /** 32 bytes that sealed payloads are encrypted with. */
  key: Buffer;
  /** A test's clock for the job library, which then does nothing by itself. */
  clock?: Clock;
  /** How long `close` waits for the runs under way, in ms. */
  closeWait?: number;
};

/** Interval in ms of the check for due jobs that cause no notification, such as retries. */
const pollEvery = 30_000;
/** Default of `closeWait`: half of the time after which the commands end the process. */
const defaultCloseWait = 5_000;
/** Interval in ms at which `finish` looks whether another process has finished. */
const finishedEvery = 250;

/** Keeps jobs in the database and runs them (docs/decisions/0006-durable-jobs.md). */
export class Jobs {
  readonly #key: Buffer;
  readonly #boss: PgBoss;
  readonly #runner: Runner;
  readonly #handled = new Map<string, HandledJob>();
  readonly #closeWait: number;
  #log: Log | null = null;
  #poll: NodeJS.Timeout | null = null;
  /** The check for due jobs under way. */
  #check: Promise<void> | null = null;
  #checkAgain = false;

  constructor(store: JobStore, { key, clock, closeWait = defaultCloseWait }: Options) {
    this.#key = key;
    this.#closeWait = closeWait;
    this.#boss = createBoss(store, { clock, committed: () => this.#wake() });
    this.#boss.on("error", (err) => this.#log?.error({ err }, "the job library failed"));
    this.#boss.on("warning", (warning) => this.#log?.warn({ warning }, "the job library warns"));
    this.#runner = new Runner(this.#boss, store, {
      handled: this.#handled,
      log: () => this.#requireLog(),
    });
  }

  #requireLog(): Log {
    if (!this.#log) throw new Error("Jobs are used before they are prepared.");
    return this.#log;
  }

  /**
   * Registers the handler of a kind of job. Call it for every kind before `prepare`.
   *
   * @param accepts says whether this process can run a singleton, which is left to others otherwise
   */
  handle<Payload>(
    job: Job<Payload>,
    run: (payload: Payload) => Promise<void>,
    accepts: (payload: Payload) => boolean = () => true,
  ): void {
    this.#handled.set(job.name, {
      job,
      run: async (data) => {
        const payload = job.payload.parse(
          job.sealed && isSealed(data) ? unseal(this.#key, job.name, data) : (data ?? {}),
        );
        // It was enqueued after the due payloads were checked.
        if (!accepts(payload)) throw new Error("Another process has to run this job.");
        await run(payload);
      },
      accepts: (data) => {
        const payload = job.payload.safeParse(data ?? {});
        return !payload.success || accepts(payload.data); // what cannot be parsed fails when it runs
      },
    });
  }

  /** Creates or updates the tables and queues; jobs can be enqueued from then on. */
  async prepare(log: Log): Promise<void> {
    this.#log = log;
    await this.#boss.start();
    await this.#runner.releaseLost();
    const queues = await this.#boss.getQueues();
    for (const { job } of this.#handled.values()) {
      await this.#prepareQueue(
        job,
        queues.find(({ name }) => name === job.name),
      );
    }
  }

  async #prepareQueue(job: JobSettings, present?: QueueResult): Promise<void> {
    const { name, policy, ...options } = queueOf(job);
    const differs = Object.entries(options).some(
      ([option, value]) => present && Reflect.get(present, option) !== value,
    );
    if (present && !differs) return;
    await (present
      ? this.#boss.updateQueue(name, options)
      : this.#boss.createQueue(name, { policy, ...options }));
    // Reads the queue into the library's cache. Within a transaction it could not be read: PGlite has one
    // connection, which the transaction holds.
    await this.#boss.findJobs(name, { key: "" });
  }

  /**
   * Enqueues a job in the transaction of the change that causes it: it runs once that is committed, and
   * not at all when it is rolled back.
   */
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
  hasUnfinished({ name }: Pick<JobSettings, "name">): Promise<boolean> {
    return this.#runner.hasUnfinished(name);
  }

  /**
   * Deletes waiting singletons that this process cannot run, where `isStale` says by payload and age (ms) that no other
   * one will. Returns their payloads.
   */
  async dropStale<Payload>(
    { name, payload: schema }: Job<Payload>,
    isStale: (payload: Payload, age: number) => boolean,
  ): Promise<Payload[]> {
    const dropped: Payload[] = [];
    for (const { id, data, age } of await this.#runner.waiting(name)) {
      const { success, data: payload } = schema.safeParse(data ?? {});
      if (!success || this.#handled.get(name)?.accepts(data)) continue;
      if (!isStale(payload, age)) continue;
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

  /**
   * Runs jobs of one kind, also before `work`, until none is left that this process can run and none runs
   * in another one.
   */
  async finish({ name }: Pick<JobSettings, "name">): Promise<void> {
    while (await this.#runner.hasUnfinished(name)) {
      await this.#runner.releaseSilent();
      const started = await this.#runner.startDue(() => {}, name);
      await this.#runner.idle();
      if (started === 0) await delay(finishedEvery);
    }
  }

  /** Returns how many jobs of each kind do not get on, those that were given up first, then those with the most. */
  stuck(): Promise<StuckJobs[]> {
    return this.#runner.stuck();
  }

  /**
   * Makes the jobs of a kind due again that were given up; they run once the transaction is committed.
   * Returns how many there were.
   */
  retryFailed(transaction: Database, name: string): Promise<number> {
    return retryFailedJobs(executorOf(transaction), name);
  }

  /** Deletes the jobs of a kind that were given up. Returns how many there were. */
  dismissFailed(transaction: Database, name: string): Promise<number> {
    return dismissFailedJobs(executorOf(transaction), name);
  }

  /** Has this process look for due jobs now. */
  wake(): void {
    this.#wake();
  }

  /** Runs jobs from now on: due ones at once, new ones when their transaction is committed. */
  async work(): Promise<void> {
    await this.#schedule();
    this.#poll = setInterval(() => this.#wake(), pollEvery).unref();
    this.#wake();
  }

  /** Whether this process runs jobs. */
  get isWorking(): boolean {
    return this.#poll !== null;
  }

  /** Returns how many jobs there are in all processes, by kind and state. */
  count(): Promise<JobCount[]> {
    return this.#runner.count();
  }

  /** Runs what is due, and what that enqueues, until nothing of it is left. */
  async runDue(): Promise<void> {
    let ran: boolean;
    do {
      await this.#check;
      const started = await this.#runner.startDue(() => {});
      const waited = await this.#runner.idle();
      ran = started > 0 || waited;
    } while (ran);
  }

  /**
   * Runs every kind of job that has a schedule once, now and in this process, whenever it would be due.
   * Returns the names of those that failed; their errors are logged.
   */
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

  /**
   * Starts no more jobs and waits for those that run, but not for ever: a mail server may hang. What still
   * runs then, and what waits, is run after the next start.
   */
  async close(): Promise<void> {
    if (this.#poll) clearInterval(this.#poll);
    this.#poll = null;
    await this.#check;
    await this.#runner.stop(this.#closeWait);
    // No job counts as running any more, so pg-boss need not wait. The portal owns the connection: pg-boss
    // must not close it.
    await this.#boss.stop({ graceful: false, close: false });
  }

  /** Keeps the library's schedules as the jobs declare them. */
  async #schedule(): Promise<void> {
    for (const { name } of await this.#boss.getSchedules()) {
      if (!this.#handled.get(name)?.job.schedule) await this.#boss.unschedule(name);
    }
    for (const { job } of this.#handled.values()) {
      // Runs missed while no process was running are caught up by a single run.
      if (job.schedule) await this.#boss.schedule(job.name, job.schedule, null, { missed: "once" });
    }
  }

  /** Starts due jobs. If called again meanwhile, checks once more at the end. */
  #wake(): void {
    if (!this.#poll) return;
    this.#checkAgain = true;
    this.#check ??= this.#startDue().finally(() => {
      this.#check = null;
    });
  }

  async #startDue(): Promise<void> {
    while (this.#checkAgain && this.#poll) {
      this.#checkAgain = false;
      await this.#runner
        .startDue(() => this.#wake())
        .catch((err: unknown) => this.#log?.error({ err }, "due jobs could not be fetched"));
    }
  }
}
