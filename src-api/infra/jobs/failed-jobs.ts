import * as z from "zod/mini";
import type { JobSettings } from "./job.ts";
import type { JobStore } from "./store.ts";

/*
 * Jobs that were given up: they stay for two weeks, so that an admin sees them on the board, and tries them again or dismisses
 * them (docs/decisions/0038-board.md). Of each kind only so many stay that counting them stays cheap.
 */

type Executor = Pick<JobStore["executor"], "executeSql">;

/**
 * Most given up jobs that stay, of one kind; a few more if several are given up at the same moment. Of a singleton, which is
 * repeated on schedule anyway, one stays.
 */
const mostKept = 1000;
/** Seconds until a job that was given up is deleted, unless an admin cleared it before. */
export const keptFor = 14 * 24 * 3600;
/**
 * Age in days from which a job is not tried again: what is left of an account in its payload must not live for ever.
 * Mails are tried for three days, then kept for 14.
 */
export const oldestRetried = 17;

// The number of tries tells this run from a later one of the same job, as in the library's own statements.
const keep = `
  update pgboss.job set state = 'failed', completed_on = pgboss.job_now(), deletion_seconds = ${keptFor}
  where name = $1 and id = $2 and retry_count = $4 and state = 'active'
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
  group by name order by bool_or(state = 'failed') desc, count desc, name`;

const stuckSchema = z.array(
  z.object({ name: z.string(), count: z.int(), failed: z.int(), since: z.number() }),
);

/** Jobs of a kind that do not get on: how many, how many of them were given up, and when the oldest was enqueued (ms). */
export type StuckJobs = z.infer<typeof stuckSchema>[number];

/**
 * The library stores a singleton that is to be tried again as failed if another one waits for that already.
 * That one makes up for it.
 */
const dropRepeated = `
  delete from pgboss.job as job using pgboss.job as other
  where job.name = $1 and job.id = $2 and job.state = 'failed'
    and other.name = job.name and other.id <> job.id and other.state in ('created', 'retry', 'active', 'failed')`;

/** docs/operation.md has the same statements. Of a singleton only one can wait: the one that does, or the newest. */
const retry = [
  `delete from pgboss.job as job using pgboss.job as other
  where job.name = $1 and job.state = 'failed' and job.policy = 'stately' and other.name = job.name
    and (other.state < 'active'
      or other.state = 'failed' and (other.created_on, other.id) > (job.created_on, job.id))
  returning job.id`,
  `update pgboss.job set state = 'retry', retry_count = 0, start_after = pgboss.job_now(),
    started_on = null, completed_on = null, keep_until = pgboss.job_now() + interval '14 days'
  where name = $1 and state = 'failed' and created_on > pgboss.job_now() - interval '${oldestRetried} days'
  returning id`,
];

const dismiss = `delete from pgboss.job where name = $1 and state = 'failed' returning id`;

/** Keeps a job that was given up. False when enough of its kind are kept: it is to be deleted. */
export async function keepFailedJob(
  executor: Executor,
  { name, singleton }: Pick<JobSettings, "name" | "singleton">,
  { id, retryCount }: { id: string; retryCount: number },
): Promise<boolean> {
  const most = singleton ? 1 : mostKept;
  const { rows } = await executor.executeSql(keep, [name, id, most, retryCount]);
  return rows.length > 0;
}

/** Deletes a singleton that failed and cannot wait to be tried again, since another one does. */
export async function dropRepeatedJob(executor: Executor, name: string, id: string): Promise<void> {
  await executor.executeSql(dropRepeated, [name, id]);
}

export async function readStuckJobs(executor: Executor): Promise<StuckJobs[]> {
  const { rows } = await executor.executeSql(stuckJobs);
  return z.parse(stuckSchema, rows);
}

/** Makes the given up jobs of a kind due again, with all their tries, unless they are too old. Returns how many. */
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
