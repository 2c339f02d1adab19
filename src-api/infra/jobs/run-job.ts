import type { JobResult, PgBoss } from "pg-boss";
import { PermanentFailure, type Job, type JobSettings } from "./job.ts";
import { dismissFailedJobs, releaseJobs } from "./job-queries.ts";
import { unseal } from "./sealed.ts";
import type { JobStore } from "./store.ts";

export type Log = Record<"warn" | "error", (details: object, message: string) => void>;

export type HandledJob = {
  job: JobSettings;
  run(data: unknown): Promise<void>;
  /** Returns whether this process can run a singleton that only some can; null for what all can run. */
  accepts: ((data: unknown) => boolean) | null;
};

/** A job as it was fetched; it can be settled until it is fetched again. */
export type Fetched = { id: string; retryCount: number; data: unknown };

type Handling<Payload> = {
  /** That sealed payloads were encrypted with. */
  key: Buffer;
  accepts: ((payload: Payload) => boolean) | undefined;
};

/** Returns a kind of job whose payloads are opened and parsed before they are run. */
export const handledJob = <Payload>(
  job: Job<Payload>,
  run: (payload: Payload) => Promise<void>,
  { key, accepts }: Handling<Payload>,
): HandledJob => ({
  job,
  run: async (data) => {
    const opened = job.sealed ? unseal(key, job.name, data) : (data ?? {});
    await run(job.payload.parse(opened));
  },
  accepts:
    accepts === undefined
      ? null
      : (data) => {
          const payload = job.payload.safeParse(data ?? {});
          return !payload.success || accepts(payload.data); // what cannot be parsed fails when it runs
        },
});

export const canRun = (handled: HandledJob | undefined, data: unknown): boolean =>
  handled !== undefined && (handled.accepts?.(data) ?? true);

/** Logs a failure. Returns whether to report it to the library, which retries the job or stores it as given up. */
function isTriedAgain(
  { name, retry }: JobSettings,
  { retryCount }: Fetched,
  err: unknown,
  log: Log,
) {
  const isPermanent = err instanceof PermanentFailure;
  const details = { err, job: name, retryCount };
  if (!isPermanent && retryCount < retry.limit)
    log.warn(details, "a job failed and is tried again");
  else log.error(details, "a job failed for good");
  return !isPermanent;
}

/** Runs a job. A finished or hopeless one is deleted with its payload, others are left to the library. Never rejects. */
export async function runJob(
  handled: HandledJob,
  fetched: Fetched,
  { boss, store: { executor }, log }: { boss: PgBoss; store: JobStore; log: Log },
): Promise<JobResult> {
  const { job } = handled;
  const { id } = fetched;
  try {
    if (!canRun(handled, fetched.data)) {
      await releaseJobs(executor, { id }); // for another process
      return { id, status: "completed" };
    }
    const error = await handled.run(fetched.data).then(
      () => null,
      (err: unknown) => ({ err }),
    );
    // Of singletons one given up job stays at most, and its next run makes up for it.
    if (job.singleton) await dismissFailedJobs(executor, job.name);
    if (error && isTriedAgain(job, fetched, error.err, log)) return { id, status: "failed" };
    // Also without room: what was done would be done again.
    await boss.deleteJob(job.name, fetched, { db: executor });
    return { id, status: "completed" };
  } catch (err) {
    // Better twice than never.
    log.error({ err, job: job.name }, "a job could not be settled");
    return { id, status: "failed" };
  }
}
