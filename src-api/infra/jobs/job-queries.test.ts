import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { startJobProcesses, type JobProcesses } from "#api/testing/job-processes.ts";
import { defineJob, type Job } from "./job.ts";
import type { Jobs } from "./jobs.ts";

const greet = defineJob({ name: "test.greet", payload: z.object({}) });
const sweep = defineJob({
  name: "test.sweep",
  payload: z.object({}),
  singleton: true,
  schedule: "* * * * *",
});

let jobProcesses: JobProcesses;
let jobs: Jobs;
let isDown: boolean;
let runs: number;

beforeEach(async () => {
  jobProcesses = await startJobProcesses();
  [isDown, runs] = [true, 0];
  jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
  for (const job of [greet, sweep]) {
    jobs.handle(job, async () => {
      runs += 1;
      if (isDown) throw new Error("down");
    });
  }
  await jobs.prepare(jobProcesses.log);
});
afterEach(() => jobProcesses.close());

const query = async (text: string) =>
  (await jobProcesses.connection.jobStore.executor.executeSql(text)).rows as Record<
    string,
    unknown
  >[];
const enqueue = (job: Job<object>) => jobs.enqueue(jobProcesses.connection.database, job, {});

/** Runs what is due until all tries are used up. */
async function runOften(): Promise<void> {
  for (let at = 0; at < 10; at += 1) {
    await jobs.runDue();
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + hourMs);
  }
}

/** Stores given up jobs, without running any. */
const storeFailed = (job: { name: string; singleton?: true }, count: number) =>
  query(`insert into pgboss.job (name, state, policy, created_on, completed_on)
    select '${job.name}', 'failed', '${job.singleton ? "stately" : "standard"}',
      pgboss.job_now() - n * interval '1 s', pgboss.job_now() from generate_series(1, ${count}) as n`);

describe("a job that has failed too often", () => {
  test("is given up, and stays until it is tried again or dismissed", async () => {
    const { database } = jobProcesses.connection;
    await enqueue(greet);
    const since = jobProcesses.clock.now();
    await runOften();
    expect(runs).toBe(1 + greet.retry.limit);
    expect(jobProcesses.logged.at(-1)).toContain("failed for good");
    expect(await jobs.stuck()).toEqual([{ name: greet.name, count: 1, failed: 1, since }]);
    await jobs.retryFailed(database, greet.name);
    await runOften();
    expect(runs).toBe(2 * (1 + greet.retry.limit));
    expect(await jobs.stuck()).toMatchObject([{ count: 1, failed: 1 }]);
    await jobs.dismissFailed(database, greet.name);
    expect(await jobProcesses.storedJobs()).toBe("");
  });

  test("is deleted 14 days after it was given up", async () => {
    await enqueue(greet);
    await runOften();
    const givenUpAt = jobProcesses.clock.now() - 7 * hourMs; // after three tries, an hour apart
    await jobProcesses.clock.setTime(givenUpAt + 14 * dayMs - minuteMs);
    await jobProcesses.supervise();
    expect(await jobs.stuck()).toMatchObject([{ failed: 1 }]);
    await jobProcesses.clock.setTime(givenUpAt + 15 * dayMs); // the library looks once a day
    await jobProcesses.supervise();
    expect(await jobProcesses.storedJobs()).toBe("");
  });

  test("is not tried again once it is too old, and stays until it is deleted", async () => {
    const { database } = jobProcesses.connection;
    await enqueue(greet);
    await runOften();
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + 17 * dayMs);
    expect(await jobs.retryFailed(database, greet.name)).toBe(0);
    expect(await jobs.stuck()).toMatchObject([{ failed: 1 }]);
    expect(await jobs.dismissFailed(database, greet.name)).toBe(1);
  });

  test("is not given up by a run that counts as lost while a later one is at work", async () => {
    const slow = defineJob({ ...greet, name: "test.slow" });
    const ends: (() => void)[] = [];
    const failLater = () =>
      new Promise<void>((_, reject) => ends.push(() => reject(new Error("down"))));
    const [first, second] = [0, 1].map(() =>
      jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock }),
    );
    for (const each of [first, second]) each?.handle(slow, failLater);
    for (const each of [first, second]) await each?.prepare(jobProcesses.log);
    await enqueue(slow);
    await query(`update pgboss.job set retry_count = ${slow.retry.limit}`);
    const lost = first?.runDue();
    await expect.poll(() => ends.length).toBe(1);
    await query("update pgboss.job set state = 'retry', start_after = pgboss.job_now()");
    const later = second?.runDue();
    await expect.poll(() => ends.length).toBe(2);
    ends[0]?.();
    await lost;
    expect(await query("select state from pgboss.job")).toEqual([{ state: "active" }]);
    ends[1]?.();
    await later;
    expect(await query("select state from pgboss.job")).toEqual([{ state: "failed" }]);
  });
});

describe("a job on schedule", () => {
  test("that fails every minute leaves one given up job at most, which can be tried again", async () => {
    let maxFailed = 0;
    for (let at = 0; at < 30; at += 1) {
      await enqueue(sweep);
      await jobs.runDue();
      await jobProcesses.clock.setTime(jobProcesses.clock.now() + minuteMs);
      const failed = await query("select from pgboss.job where state = 'failed'");
      maxFailed = Math.max(maxFailed, failed.length);
    }
    expect(maxFailed).toBe(1);
    expect(await jobs.stuck()).toMatchObject([{ name: sweep.name, failed: 1 }]);
    expect(await jobs.retryFailed(jobProcesses.connection.database, sweep.name)).toBe(1);
    isDown = false;
    await runOften();
    expect(await jobProcesses.storedJobs()).toBe("");
  });

  test("counts once however often it is given up, until a later run succeeds", async () => {
    for (let run = 0; run < 2; run += 1) {
      await enqueue(sweep);
      await runOften();
    }
    expect(await jobs.stuck()).toMatchObject([{ name: sweep.name, count: 1, failed: 1 }]);
    await enqueue(sweep);
    await jobs.retryFailed(jobProcesses.connection.database, sweep.name); // makes way for the one that waits
    expect(await jobs.stuck()).toEqual([]);
    isDown = false;
    await jobs.runDue();
    expect(await jobProcesses.storedJobs()).toBe("");
  });

  test("of which several were given up is tried again once, as the newest", async () => {
    await storeFailed(sweep, 3);
    const [newest] = await query("select id from pgboss.job order by created_on desc limit 1");
    expect(await jobs.retryFailed(jobProcesses.connection.database, sweep.name)).toBe(3);
    expect(await query("select id, state from pgboss.job")).toEqual([
      { ...newest, state: "retry" },
    ]);
    isDown = false;
    await jobs.runDue();
    expect([runs, await jobProcesses.storedJobs()]).toEqual([1, ""]);
  });

  test("is tried again by the statements in docs/operation.md", async () => {
    const page = await readFile("docs/operation.md", "utf8");
    const [again, dismissed] = [...page.matchAll(/```sql\n(.*?)```/gs)]
      .map(([, text = ""]) => text)
      .filter((text) => text.includes("'contact.mail-answer'"))
      .map((text) => text.replaceAll("contact.mail-answer", sweep.name));
    const run = async (statements = "") => {
      for (const statement of statements.split(";").filter((text) => text.trim() !== ""))
        await query(statement);
    };
    await storeFailed(sweep, 3);
    await run(again);
    expect(await query("select state from pgboss.job")).toEqual([{ state: "retry" }]);
    await storeFailed(sweep, 1);
    await run(again);
    expect(await query("select state from pgboss.job")).toEqual([{ state: "retry" }]);
    isDown = false;
    await jobs.runDue();
    await storeFailed(sweep, 2);
    await run(dismissed);
    expect(await jobProcesses.storedJobs()).toBe("");
  });
});
