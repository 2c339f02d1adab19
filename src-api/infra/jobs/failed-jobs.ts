import * as z from "zod/mini";
import type { JobStore } from "./store.ts";

/*
 * Jobs that were given up: they stay for two weeks, so that an admin sees them on the board, and tries them again or dismisses
 * them (docs/decisions/0038-board.md). Of each kind only so many stay that counting them stays cheap.
 */

type Executor = Pick<JobStore["executor"], "executeSql">;

/** Most given up jobs that stay, of one kind; a singleton is repeated on schedule anyway. */
const mostKept = 1000;

const keep = `
  update pgboss.job set state = 'failed', completed_on = pgboss.job_now()
  where name = $1 and id = $2 and state = 'active'
    and (select count(*) from (
      select from pgboss.job where name = $1 and state = 'failed' limit $3
    ) as kept) < $3
  returning id`;

/**
 * Jobs that do not get on, of each kind: overdue for ten minutes, tried in vain three times, lost while they
 * ran, or given up. Finished jobs are deleted, so few are read.
 */
const stuckJobs = `
  select name, count(*)::int as count, count(*) filter (where state = 'failed')::int as failed,
    (extract(epoch from min(created_on)) * 1000)::float8 as since
  from pgboss.job
  where (state < 'active' and start_after < pgboss.job_now() - interval '10 minutes')
    or (state = 'retry' and retry_count >= 3)
    or (state = 'active' and started_on + expire_seconds * interval '1 s' < pgboss.job_now())
    or state = 'failed'
  group by name order by count desc, name`;

const stuckSchema = z.array(
  z.object({ name: z.string(), count: z.int(), failed: z.int(), since: z.number() }),
);

/** Jobs of a kind that do not get on: how many, how many of them were given up, and when the oldest was enqueued (ms). */
export type StuckJobs = z.infer<typeof stuckSchema>[number];

/** A singleton of which another one waits is deleted: that one makes up for it, and there cannot be two. */
const retry = [
  `delete from pgboss.job as job using pgboss.job as waiting
  where job.name = $1 and job.state = 'failed' and job.policy = 'stately'
    and waiting.name = job.name and waiting.state < 'active'
  returning job.id`,
  `update pgboss.job set state = 'retry', retry_count = 0, start_after = pgboss.job_now(),
    started_on = null, completed_on = null, keep_until = pgboss.job_now() + interval '14 days'
  where name = $1 and state = 'failed'
  returning id`,
];

const dismiss = `delete from pgboss.job where name = $1 and state = 'failed' returning id`;

/** Keeps a job that was given up. False when enough of its kind are kept: it is to be deleted. */
export async function keepFailedJob(
  executor: Executor,
  { name, id, isSingleton }: { name: string; id: string; isSingleton: boolean },
): Promise<boolean> {
  const { rows } = await executor.executeSql(keep, [name, id, isSingleton ? 1 : mostKept]);
  return rows.length > 0;
}

export async function readStuckJobs(executor: Executor): Promise<StuckJobs[]> {
  const { rows } = await executor.executeSql(stuckJobs);
  return z.parse(stuckSchema, rows);
}

/** Makes the given up jobs of a kind due again, with all their tries. Returns how many were given up. */
export async function retryFailedJobs(executor: Executor, name: string): Promise<number> {
  let count = 0;
  for (const statement of retry)
    count += (await executor.executeSql(statement, [name])).rows.length;
  return count;
}

/** Deletes the given up jobs of a kind. Returns how many there were. */
export async function dismissFailedJobs(executor: Executor, name: string): Promise<number> {
  return (await executor.executeSql(dismiss, [name])).rows.length;
}
