import { fromDrizzle, PgBoss, type Clock, type Queue, type QueueResult } from "pg-boss";
import { sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { failedJobRetentionSeconds } from "./job-queries.ts";
import type { JobSettings } from "./job.ts";
import type { JobStore } from "./store.ts";

/*
 * How the job library is set up. What it does by itself is limited to storing jobs and schedules.
 */

/** How often the library looks at its schedules, in seconds; it allows 45 at most. */
const scheduleEverySeconds = 45;

/** Returns the settings of the queue of a kind of job. */
const queueOf = ({ name, singleton, retry, expireInSeconds, heartbeatSeconds }: JobSettings) =>
  ({
    name,
    policy: singleton ? "stately" : "standard",
    notify: true,
    retryLimit: retry.limit,
    retryDelay: retry.delaySeconds,
    retryDelayMax: retry.maxDelaySeconds,
    retryBackoff: true,
    expireInSeconds,
    ...(heartbeatSeconds && { heartbeatSeconds }),
    deleteAfterSeconds: failedJobRetentionSeconds,
  }) satisfies Queue;

/** Returns the transaction in the shape that pg-boss expects. */
export const executorOf = (transaction: Database) =>
  fromDrizzle(transaction as unknown as Parameters<typeof fromDrizzle>[0], sql);

/**
 * Creates the library's object on the portal's database connection.
 *
 * @param clock a test's clock: the library then does nothing by itself
 */
export const createBoss = (store: JobStore, clock: Clock | undefined): PgBoss =>
  new PgBoss({
    db: {
      ...store.executor,
      // A message names a kind of job of which some were committed; without one, messages may have been missed.
      listen: async (channel, notified, reconnected) => ({
        close: await store.listen(channel, (name) =>
          name === undefined ? reconnected() : notified(name),
        ),
      }),
    },
    backend: store.backend,
    ...(clock
      ? { clock, supervise: false, schedule: false }
      : { useListenNotify: true, schedule: true }),
    cronMonitorIntervalSeconds: scheduleEverySeconds,
    cronWorkerIntervalSeconds: scheduleEverySeconds,
    flowIntervalSeconds: 24 * 3600, // no job waits for another one; it is 5 s otherwise
    // Meant for large tables. This one stays small, since finished jobs are deleted.
    reindex: false,
    monitorVacuum: false,
  });

async function prepareQueue(boss: PgBoss, job: JobSettings, present?: QueueResult): Promise<void> {
  const { name, policy, ...options } = queueOf(job);
  const differs = Object.entries(options).some(
    ([option, value]) => present && Reflect.get(present, option) !== value,
  );
  if (present && !differs) return;
  await (present
    ? boss.updateQueue(name, options)
    : boss.createQueue(name, { policy, ...options }));
  // Reads the queue into the library's cache. Within a transaction it could not be read: PGlite has one
  // connection, which the transaction uses.
  await boss.findJobs(name, { key: "" });
}

/** Creates the queues of kinds of jobs, or updates them to the present settings. */
export async function prepareQueues(boss: PgBoss, jobs: readonly JobSettings[]): Promise<void> {
  const queues = await boss.getQueues();
  for (const job of jobs) {
    await prepareQueue(
      boss,
      job,
      queues.find(({ name }) => name === job.name),
    );
  }
}
