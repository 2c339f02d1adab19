import { setTimeout as delay } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import * as z from "zod/mini";
import { PermanentFailure, type JobSettings } from "./job.ts";
import {
  dismissFailedJobs,
  dropRepeatedJob,
  keepFailedJob,
  readStuckJobs,
  type StuckJobs,
} from "./failed-jobs.ts";
import type { JobStore } from "./store.ts";

/** What jobs report to. */
export type Log = Record<"warn" | "error", (details: object, message: string) => void>;

/** A kind of job and what runs it. */
export type HandledJob = {
  job: JobSettings;
  run(data: unknown): Promise<void>;
  /** Returns whether this process can run the singleton with this payload. */
  accepts(data: unknown): boolean;
};

/** A job as it was fetched; it can be settled until it is fetched again. */
type Fetched = { id: string; retryCount: number; data: unknown };

/** What follows a run; `dropped`: no later run can succeed either. */
type Outcome = "done" | "again" | "given-up" | "dropped";

/** Jobs of one kind that run at the same time in one process. */
const maxRunning = 4;

/** Due jobs of each kind: their number, and the payloads of singletons, of which there are two at most. */
const dueJobs = `
  select name, count(*)::int as count, jsonb_agg(data) filter (where policy = 'stately') as payloads
  from pgboss.job
  where state < 'active' and start_after <= pgboss.job_now() group by name`;

const dueSchema = z.array(
  z.object({ name: z.string(), count: z.int(), payloads: z.nullable(z.array(z.unknown())) }),
);

const unfinishedJobs = `
  select state = 'active' as running, data from pgboss.job where name = $1 and state <= 'active'`;

const unfinishedSchema = z.array(z.object({ running: z.boolean(), data: z.unknown() }));

const waitingJobs = `
  select id, data, (extract(epoch from pgboss.job_now() - created_on) * 1000)::float8 as age
  from pgboss.job where name = $1 and state < 'active'`;

const waitingSchema = z.array(z.object({ id: z.string(), data: z.unknown(), age: z.number() }));

const countedJobs = `
  select name, case when state < 'active' and start_after > pgboss.job_now() then 'waiting'
    when state < 'active' then 'due' when state = 'active' then 'running' else 'failed' end as state,
    count(*)::int as count
  from pgboss.job where name not like '\\_\\_%' group by 1, 2`;

const countsSchema = z.array(
  z.object({
    name: z.string(),
    state: z.enum(["waiting", "due", "running", "failed"]),
    count: z.int(),
  }),
);

/** Jobs of a kind: those to run later (`waiting`), now (`due`), running, or given up. */
export type JobCount = z.infer<typeof countsSchema>[number];

/**
 * Statements that make lost runs due again. A lost singleton is deleted if another one is waiting, which
 * makes up for it: there cannot be two.
 *
 * @param lost condition on the run
 */
const releases = (lost: string) => [
  `delete from pgboss.job as job using pgboss.job as waiting
  where job.state = 'active' and ${lost} and job.policy = 'stately'
    and waiting.name = job.name and waiting.state < 'active'`,
  `update pgboss.job as job set state = 'retry', start_after = pgboss.job_now()
  where job.state = 'active' and ${lost}`,
];

const releaseRunning = releases("true");
const releaseCut = releases("job.id = any($1::uuid[])");
const releaseSilent = releases(
  "job.heartbeat_on + job.heartbeat_seconds * interval '1 s' < pgboss.job_now()",
);

/** Fetches due jobs and runs them, several of each kind at a time. */
export class Runner {
  readonly #boss: PgBoss;
  readonly #store: JobStore;
  readonly #handled: ReadonlyMap<string, HandledJob>;
  readonly #log: () => Log;
  /** Runs under way with their ids, by the name of their job. */
  readonly #running = new Map<string, Map<Promise<void>, string>>();
  /** Runs that are still under way are not settled any more: the database is being closed. */
  #stopped = false;

  constructor(
    boss: PgBoss,
    store: JobStore,
    { handled, log }: { handled: ReadonlyMap<string, HandledJob>; log: () => Log },
  ) {
    this.#boss = boss;
    this.#store = store;
    this.#handled = handled;
    this.#log = log;
  }

  /**
   * Starts as many due jobs as may run at the same time, and returns how many. Other processes do not
   * get these: the library fetches with `for update skip locked`.
   *
   * @param ended called when one of them has ended
   * @param only name of the only kind to start
   */
  async startDue(ended: () => void, only?: string): Promise<number> {
    const { rows } = await this.#store.executor.executeSql(dueJobs);
    let started = 0;
    for (const { name, count, payloads } of z.parse(dueSchema, rows)) {
      const handled = this.#handled.get(name);
      if (!handled) continue; // enqueued by another version of the portal
      if (only !== undefined && name !== only) continue;
      if (payloads?.some((data) => !handled.accepts(data))) continue; // left to another process
      const running = this.#running.get(name) ?? new Map<Promise<void>, string>();
      this.#running.set(name, running);
      const free = (handled.job.singleton ? 1 : maxRunning) - running.size;
      if (free < 1) continue;
      for (const fetched of await this.#boss.fetch(name, { batchSize: Math.min(count, free) })) {
        const run = this.#run(handled, fetched).finally(() => {
          running.delete(run);
          ended();
        });
        running.set(run, fetched.id);
        started += 1;
      }
    }
    return started;
  }

  /**
   * Makes the jobs due that ran when the last process with the embedded database ended: no other process
   * can be running them. On PostgreSQL they become due when they expire.
   */
  async releaseLost(): Promise<void> {
    if (this.#store.backend === "pglite") await this.#execute(releaseRunning);
  }

  /** Makes the jobs due whose process no longer sends heartbeats. The library does so once a minute. */
  async releaseSilent(): Promise<void> {
    await this.#execute(releaseSilent);
  }

  async #execute(statements: string[], values?: unknown[]): Promise<void> {
    for (const statement of statements) await this.#store.executor.executeSql(statement, values);
  }

  /** Returns whether a job of a kind runs in any process, or waits and can be run by this one. */
  async hasUnfinished(name: string): Promise<boolean> {
    const { rows } = await this.#store.executor.executeSql(unfinishedJobs, [name]);
    const accepts = (data: unknown) => this.#handled.get(name)?.accepts(data);
    return z.parse(unfinishedSchema, rows).some(({ running, data }) => running || accepts(data));
  }

  /** Returns the jobs of a kind that do not run, with their age in ms. */
  async waiting(name: string): Promise<z.infer<typeof waitingSchema>> {
    const { rows } = await this.#store.executor.executeSql(waitingJobs, [name]);
    return z.parse(waitingSchema, rows);
  }

  async count(): Promise<JobCount[]> {
    const { rows } = await this.#store.executor.executeSql(countedJobs);
    return z.parse(countsSchema, rows);
  }

  /** Returns how many jobs of each kind are stuck, in any process; kinds without any are left out. */
  stuck(): Promise<StuckJobs[]> {
    return readStuckJobs(this.#store.executor);
  }

  /** Resolves when no job runs in this process; says whether it had to wait. */
  async idle(): Promise<boolean> {
    for (let waited = false; ; waited = true) {
      const runs = this.#runs().map(([run]) => run);
      if (runs.length === 0) return waited;
      await Promise.all(runs);
    }
  }

  #runs(): [Promise<void>, string][] {
    return [...this.#running.values()].flatMap((running) => [...running]);
  }

  /** Waits at most `ms` until no job runs in this process; makes due again what still runs then. */
  async stop(ms: number): Promise<void> {
    const waiting = new AbortController();
    const idle = this.idle().then(() => waiting.abort());
    await Promise.race([idle, delay(ms, undefined, { signal: waiting.signal }).catch(() => {})]);
    const ids = this.#runs().map(([, id]) => id);
    if (ids.length === 0) return;
    this.#stopped = true;
    this.#log().warn(
      { runs: ids.length },
      "jobs interrupted by the shutdown run again after the next start",
    );
    await this.#execute(releaseCut, [ids]);
  }

  /** Runs a job and settles it: a finished one is deleted, with its payload; one that was given up stays. Never rejects. */
  async #run(handled: HandledJob, fetched: Fetched): Promise<void> {
    const { name, heartbeatSeconds } = handled.job;
    const heartbeat =
      heartbeatSeconds &&
      setInterval(() => {
        this.#boss.touch(name, fetched).catch(() => {}); // counts as lost if that goes on
      }, heartbeatSeconds * 333);
    try {
      const outcome = await handled.run(fetched.data).then(
        () => "done" as const,
        (error: unknown) => this.#outcomeOf(handled.job, fetched, error),
      );
      if (this.#stopped) return;
      await this.#settle(handled.job, fetched, outcome);
    } catch (err) {
      // The run expires, and is repeated: better twice than never.
      this.#log().error({ err, job: name }, "a job could not be settled");
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #settle(job: JobSettings, fetched: Fetched, outcome: Outcome): Promise<void> {
    const { executor } = this.#store;
    const { name, singleton } = job;
    if (outcome === "again") {
      await this.#boss.fail(name, fetched);
      if (singleton) await dropRepeatedJob(executor, name, fetched.id);
      return;
    }
    if (outcome === "given-up" && (await keepFailedJob(executor, job, fetched))) return;
    // Its next run makes up for a singleton that was given up.
    if (outcome === "done" && singleton) await dismissFailedJobs(executor, name);
    await this.#boss.deleteJob(name, fetched);
  }

  #outcomeOf({ name, retry }: JobSettings, { retryCount }: Fetched, err: unknown): Outcome {
    const isPermanent = err instanceof PermanentFailure;
    const again = !isPermanent && retryCount < retry.limit;
    if (again) this.#log().warn({ err, job: name, retryCount }, "a job failed and is tried again");
    else this.#log().error({ err, job: name, retryCount }, "a job failed for good");
    if (again) return "again";
    return isPermanent ? "dropped" : "given-up";
  }
}
