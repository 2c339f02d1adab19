import * as z from "zod/mini";
import type { JobStore } from "./store.ts";

/*
 * What is asked of the job library's table beside its own methods. Jobs that were given up stay there for two weeks, so
 * that an admin sees them on the board, and tries them again or dismisses them (docs/decisions/0038-board.md).
 */

type Executor = Pick<JobStore["executor"], "executeSql">;

/** Seconds until a job that was given up is deleted, unless an admin cleared it before. */
export const failedJobRetentionSeconds = 14 * 24 * 3600;
/** Older jobs are not tried again: their payload must not live for ever. Mails end before. */
export const maxRetryAgeDays = 17;

/** Returns the rows that a statement gives, in the shape of `row`. */
async function rowsOf<Row>(
  executor: Executor,
  row: z.ZodMiniType<Row>,
  statement: string,
  values?: unknown[],
): Promise<Row[]> {
  return z.parse(z.array(row), (await executor.executeSql(statement, values)).rows);
}

/** Due jobs of each kind, with the payloads of singletons, of which there are two at most. */
export const readDueJobs = (executor: Executor) =>
  rowsOf(
    executor,
    z.object({ name: z.string(), payloads: z.nullable(z.array(z.unknown())) }),
    `select name, jsonb_agg(data) filter (where policy = 'stately') as payloads
    from pgboss.job where state < 'active' and start_after <= pgboss.job_now() group by name`,
  );

/** Jobs of a kind that run or wait, with their age. */
export const readUnfinishedJobs = (executor: Executor, name: string) =>
  rowsOf(
    executor,
    z.object({ id: z.string(), isRunning: z.boolean(), data: z.unknown(), ageMs: z.number() }),
    `select id, state = 'active' as "isRunning", data,
      (extract(epoch from pgboss.job_now() - created_on) * 1000)::float8 as "ageMs"
    from pgboss.job where name = $1 and state <= 'active'`,
    [name],
  );

const countSchema = z.object({
  name: z.string(),
  state: z.enum(["waiting", "due", "running", "failed"]),
  count: z.int(),
});

/** Jobs of a kind: those to run later (`waiting`), now (`due`), running, or given up. */
export type JobCount = z.infer<typeof countSchema>;

export const countJobs = (executor: Executor): Promise<JobCount[]> =>
  rowsOf(
    executor,
    countSchema,
    `select name, case when state < 'active' and start_after > pgboss.job_now() then 'waiting'
      when state < 'active' then 'due' when state = 'active' then 'running' else 'failed' end as state,
      count(*)::int as count
    from pgboss.job where name not like '\\_\\_%' group by 1, 2`,
  );

const stuckSchema = z.object({
  name: z.string(),
  count: z.int(),
  failed: z.int(),
  since: z.number(),
});

/** Jobs of a kind that do not get on: how many, how many of them were given up, and when the oldest was enqueued (ms). */
export type StuckJobs = z.infer<typeof stuckSchema>;

/** Jobs that do not get on: overdue for ten minutes, tried in vain three times, lost, or given up. */
export const readStuckJobs = (executor: Executor): Promise<StuckJobs[]> =>
  rowsOf(
    executor,
    stuckSchema,
    `select name, count(*)::int as count, count(*) filter (where state = 'failed')::int as failed,
      (extract(epoch from min(created_on)) * 1000)::float8 as since
    from pgboss.job
    where (state < 'active' and start_after < pgboss.job_now() - interval '10 minutes')
      or (state = 'retry' and retry_count >= 3)
      or (state = 'active' and started_on + expire_seconds * interval '1 s' < pgboss.job_now())
      or state = 'failed'
    group by name order by bool_or(state = 'failed') desc, count desc, name`,
  );

/** Jobs that are marked as running and do not: all, those whose process sends no heartbeats any more, or the one with an id. */
type Lost = "all" | "silent" | { id: string };

const isLost = (lost: Lost) =>
  lost === "all"
    ? "true"
    : lost === "silent"
      ? "job.heartbeat_on + job.heartbeat_seconds * interval '1 s' < pgboss.job_now()"
      : "job.id = $1::uuid";

/** Makes lost jobs due. A singleton is deleted if another one waits, which makes up for it: there cannot be two. */
export async function releaseJobs(executor: Executor, lost: Lost): Promise<void> {
  const condition = isLost(lost);
  const values = typeof lost === "object" ? [lost.id] : [];
  await executor.executeSql(
    `delete from pgboss.job as job using pgboss.job as waiting
    where job.state = 'active' and ${condition} and job.policy = 'stately'
      and waiting.name = job.name and waiting.state < 'active'`,
    values,
  );
  await executor.executeSql(
    `update pgboss.job as job set state = 'retry', start_after = pgboss.job_now(), started_on = null
    where job.state = 'active' and ${condition}`,
    values,
  );
}

/** docs/operation.md has the same statements. Of a singleton only one can wait: the one that does, or the newest. */
const retry = [
  `delete from pgboss.job as job using pgboss.job as other
  where job.name = $1 and job.state = 'failed' and job.policy = 'stately' and other.name = job.name
    and (other.state < 'active'
      or other.state = 'failed' and (other.created_on, other.id) > (job.created_on, job.id))
  returning job.id`,
  `update pgboss.job set state = 'retry', retry_count = 0, start_after = pgboss.job_now(),
    started_on = null, completed_on = null, keep_until = pgboss.job_now() + interval '14 days'
  where name = $1 and state = 'failed' and created_on > pgboss.job_now() - interval '${maxRetryAgeDays} days'
  returning id`,
];

/** Makes the given up jobs of a kind due again, with all their tries, unless they are too old. Returns how many. */
export async function retryFailedJobs(executor: Executor, name: string): Promise<number> {
  let count = 0;
  for (const statement of retry)
    count += (await executor.executeSql(statement, [name])).rows.length;
  return count;
}

const dismiss = `delete from pgboss.job where name = $1 and state = 'failed' returning id`;

/** Deletes the given up jobs of a kind. Returns how many there were. */
export async function dismissFailedJobs(executor: Executor, name: string): Promise<number> {
  return (await executor.executeSql(dismiss, [name])).rows.length;
}
