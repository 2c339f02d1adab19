import type * as z from "zod/mini";

/** How often a job that failed is tried again. */
type Retry = {
  limit: number;
  /** Roughly half of the wait before the second try, which doubles each time. */
  delaySeconds: number;
  maxDelaySeconds: number;
};

/** How jobs of a kind are stored and run. */
export type JobSettings = {
  /** `<module>.<what it does>`; also the name of its queue. */
  name: string;
  /** The payload is stored encrypted (decision 0006). */
  sealed?: true;
  /** At most one is waiting and one is running, over all processes. */
  singleton?: true;
  /** Cron expression (UTC) by which a singleton without payload is enqueued. */
  schedule?: string;
  retry: Retry;
  /** Seconds after which a run counts as lost and is tried again; longer than any run takes. */
  expireInSeconds: number;
  /** For long runs: seconds without a sign of the process after which a run counts as lost. At least 10. */
  heartbeatSeconds?: number;
};

/** A kind of job, with the shape of its payload: JSON, since it is stored. */
export type Job<Payload> = JobSettings & { payload: z.ZodMiniType<Payload> };

const minuteSeconds = 60;

/** For work that is repeated on schedule anyway. */
const fewRetries: Retry = {
  limit: 3,
  delaySeconds: minuteSeconds,
  maxDelaySeconds: 10 * minuteSeconds,
};

/** For mails: a server that is down for a weekend loses none. */
export const patientRetries: Retry = {
  limit: 300,
  delaySeconds: 10,
  maxDelaySeconds: 15 * minuteSeconds,
};

/** Defines a kind of job. Runs expire after five minutes and are retried three times unless it says otherwise. */
export const defineJob = <Payload>(
  job: Pick<Job<Payload>, "name" | "payload"> & Partial<Job<Payload>>,
): Job<Payload> => ({ retry: fewRetries, expireInSeconds: 5 * minuteSeconds, ...job });

/** Thrown by a handler whose job cannot succeed however often it is tried: it is dropped. */
export class PermanentFailure extends Error {
  override name = "PermanentFailure";
}
