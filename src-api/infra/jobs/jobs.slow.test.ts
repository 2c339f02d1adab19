import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { minuteMs } from "#shared/durations.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { startJobProcesses, type JobProcesses } from "#api/testing/job-processes.ts";
import { defineJob, PermanentFailure } from "./job.ts";

const greet = defineJob({ name: "test.greet", payload: z.object({ name: z.string() }) });
const secret = defineJob({
  name: "test.secret",
  payload: z.object({ code: z.string() }),
  sealed: true,
});
const sweep = defineJob({
  name: "test.sweep",
  payload: z.object({}),
  singleton: true,
  schedule: "5 * * * *",
});

let jobProcesses: JobProcesses;
beforeEach(async () => {
  jobProcesses = await startJobProcesses();
});
afterEach(() => jobProcesses.close());

describe("a job", () => {
  test("runs once its transaction is committed, and is deleted", async () => {
    const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    const greeted: string[] = [];
    jobs.handle(greet, async ({ name }) => void greeted.push(name));
    await jobs.prepare(jobProcesses.log);
    await jobProcesses.connection.database.transaction(async (transaction) => {
      await jobs.enqueue(transaction, greet, { name: "Ada" });
    });
    expect(await jobProcesses.storedJobs()).toContain("Ada");
    await jobs.runDue();
    await jobs.runDue();
    expect(greeted).toEqual(["Ada"]);
    expect(await jobProcesses.storedJobs()).toBe("");
  });

  test("does not run when its transaction is rolled back", async () => {
    const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    const greeted: string[] = [];
    jobs.handle(greet, async ({ name }) => void greeted.push(name));
    await jobs.prepare(jobProcesses.log);
    const rolledBack = jobProcesses.connection.database.transaction(async (transaction) => {
      await jobs.enqueue(transaction, greet, { name: "Ada" });
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await jobs.runDue();
    expect(greeted).toEqual([]);
  });

  test("is refused when its payload has another shape", async () => {
    const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    jobs.handle(greet, async () => {});
    await jobs.prepare(jobProcesses.log);
    const wrong = { name: 5 as unknown as string }; // what the types would refuse
    await expect(jobs.enqueue(jobProcesses.connection.database, greet, wrong)).rejects.toThrow(
      "name",
    );
    expect(await jobProcesses.storedJobs()).toBe("");
  });

  test("that fails is tried again, later each time, until it succeeds", async () => {
    const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    const triedAt: number[] = [];
    jobs.handle(greet, async () => {
      triedAt.push(jobProcesses.clock.now());
      if (triedAt.length < 3) throw new Error("down");
    });
    await jobs.prepare(jobProcesses.log);
    await jobs.enqueue(jobProcesses.connection.database, greet, { name: "Ada" });
    for (let at = 0; at < 20; at += 1) {
      await jobs.runDue();
      await jobProcesses.clock.setTime(jobProcesses.clock.now() + minuteMs);
    }
    expect(triedAt).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = triedAt;
    expect(second - first).toBeGreaterThan(minuteMs);
    expect(third - second).toBeGreaterThan(second - first);
    expect(await jobProcesses.storedJobs()).toBe("");
  });

  test("that cannot succeed is not tried again", async () => {
    const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    let tries = 0;
    jobs.handle(greet, async () => {
      tries += 1;
      throw new PermanentFailure("no such mailbox");
    });
    await jobs.prepare(jobProcesses.log);
    await jobs.enqueue(jobProcesses.connection.database, greet, { name: "Ada" });
    await jobs.runDue();
    expect(tries).toBe(1);
    expect(await jobProcesses.storedJobs()).toBe("");
  });

  test("whose process died while it ran is run again", async () => {
    const dead = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    const never = Promise.withResolvers<void>();
    dead.handle(greet, () => never.promise);
    await dead.prepare(jobProcesses.log);
    await dead.enqueue(jobProcesses.connection.database, greet, { name: "Ada" });
    const abandoned = dead.runDue();
    await expect.poll(() => jobProcesses.storedJobs()).toContain('"active"');
    const greeted: string[] = [];
    const heir = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    heir.handle(greet, async ({ name }) => void greeted.push(name));
    await jobProcesses.clock.setTime(
      jobProcesses.clock.now() + greet.expireInSeconds * 1000 + minuteMs,
    );
    await heir.prepare(jobProcesses.log);
    await jobProcesses.supervise();
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + 10 * minuteMs);
    await heir.runDue();
    expect(greeted).toEqual(["Ada"]);
    never.resolve();
    await abandoned;
  });
});

describe("a sealed payload", () => {
  test("cannot be read in a copy of the database", async () => {
    const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    const seen: string[] = [];
    jobs.handle(secret, async ({ code }) => void seen.push(code));
    await jobs.prepare(jobProcesses.log);
    await jobs.enqueue(jobProcesses.connection.database, secret, { code: "482913" });
    expect(await jobProcesses.storedJobs()).toContain("test.secret");
    expect(await jobProcesses.storedJobs()).not.toContain("482913");
    await jobs.runDue();
    expect(seen).toEqual(["482913"]);
  });

  test("waits for a process that has its key", async () => {
    const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    const seen: string[] = [];
    jobs.handle(secret, async ({ code }) => void seen.push(code));
    await jobs.prepare(jobProcesses.log);
    const stranger = jobProcesses.open({ key: randomBytes(32), clock: jobProcesses.clock });
    stranger.handle(secret, async ({ code }) => void seen.push(`stranger ${code}`));
    await stranger.prepare(jobProcesses.log);
    await jobs.enqueue(jobProcesses.connection.database, secret, { code: "482913" });
    await stranger.runDue();
    expect(seen).toEqual([]);
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + 10 * minuteMs);
    await jobs.runDue();
    expect(seen).toEqual(["482913"]);
  });
});

describe("several processes", () => {
  test("run each job once", async () => {
    const runs: string[] = [];
    const processes = [
      jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock }),
      jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock }),
    ];
    const begun = processes.map(() => Promise.withResolvers<void>());
    for (const [at, jobs] of processes.entries()) {
      jobs.handle(greet, async ({ name }) => {
        runs.push(`${name} in ${at}`);
        begun[at]?.resolve();
        await Promise.all(begun.map(({ promise }) => promise));
      });
      await jobs.prepare(jobProcesses.log);
    }
    const names = Array.from({ length: 40 }, (_, at) => `greeting ${at}`);
    for (const name of names)
      await processes[0]!.enqueue(jobProcesses.connection.database, greet, { name });
    await Promise.all(processes.map((jobs) => jobs.runDue()));
    expect(runs.map((run) => run.replace(/ in .*/, "")).toSorted()).toEqual(names.toSorted());
  });

  test("run a singleton one at a time, and once more for what came meanwhile", async () => {
    let [running, maxRunning, runs] = [0, 0, 0];
    const processes = [
      jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock }),
      jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock }),
    ];
    for (const [at, jobs] of processes.entries()) {
      jobs.handle(sweep, async () => {
        running += 1;
        runs += 1;
        maxRunning = Math.max(maxRunning, running);
        if (runs === 1) {
          for (const each of processes)
            await each.enqueue(jobProcesses.connection.database, sweep, {});
          await processes[1 - at]?.runDue();
        }
        running -= 1;
      });
      await jobs.prepare(jobProcesses.log);
    }
    for (const jobs of processes) await jobs.enqueue(jobProcesses.connection.database, sweep, {});
    await Promise.all(processes.map((jobs) => jobs.runDue()));
    await processes[0]!.runDue();
    expect([runs, maxRunning]).toEqual([2, 1]);
  });
});

describe("jobs at work", () => {
  test("run as soon as they are committed", async () => {
    const greeted = Promise.withResolvers<string>();
    const worker = jobProcesses.open({ key: jobProcesses.key });
    worker.handle(greet, async ({ name }) => greeted.resolve(name));
    await worker.prepare(jobProcesses.log);
    await worker.work();
    const begin = performance.now();
    await worker.enqueue(jobProcesses.connection.database, greet, { name: "Ada" });
    expect(await greeted.promise).toBe("Ada");
    expect(performance.now() - begin).toBeLessThan(25_000); // it looks by itself every 30 s
  });

  test("are left to the process that can run them by one that fetches them first", async () => {
    const bring = defineJob({
      name: "test.bring",
      payload: z.object({ version: z.string() }),
      singleton: true,
    });
    const ran: string[] = [];
    const openProcess = async (version: string) => {
      const jobs = jobProcesses.open({ key: jobProcesses.key });
      const run = async () => void ran.push(version);
      jobs.handle(bring, run, (wanted) => wanted.version === version);
      await jobs.prepare(jobProcesses.log);
      return jobs;
    };
    const [old, next] = [await openProcess("1"), await openProcess("2")];
    await old.work();
    await old.offer(bring, { version: "2" });
    await expect.poll(() => jobProcesses.storedJobs()).toContain('"retry"'); // fetched, and due again
    await next.work();
    await expect.poll(() => ran).toEqual(["2"]);
    await expect.poll(() => jobProcesses.storedJobs()).toBe("");
  });

  test("are scheduled once, as they declare it, and no longer when they do not", async () => {
    const schedules = async () => {
      const { rows } = await jobProcesses.connection.database
        .execute(sql`select name, cron from pgboss.schedule`)
        .then((result) => z.parse(z.object({ rows: z.array(z.unknown()) }), result));
      return rows;
    };
    for (const declared of [sweep, sweep, defineJob({ ...sweep, schedule: "6 * * * *" })]) {
      const jobs = jobProcesses.open({ key: jobProcesses.key });
      jobs.handle(declared, async () => {});
      await jobs.prepare(jobProcesses.log);
      await jobs.work();
      expect(await schedules()).toEqual([{ name: sweep.name, cron: declared.schedule }]);
      await jobs.close();
    }
    const jobs = jobProcesses.open({ key: jobProcesses.key });
    await jobs.prepare(jobProcesses.log);
    await jobs.work();
    expect(await schedules()).toEqual([]);
  });

  test("leave with their schedule when a version does not know them any more", async () => {
    const before = jobProcesses.open({ key: jobProcesses.key });
    before.handle(sweep, async () => {});
    before.handle(greet, async () => {});
    await before.prepare(jobProcesses.log);
    await before.work();
    await before.close();
    await before.enqueue(jobProcesses.connection.database, sweep, {});
    await before.enqueue(jobProcesses.connection.database, greet, { name: "Ada" });
    const after = jobProcesses.open({ key: jobProcesses.key });
    await after.prepare(jobProcesses.log);
    await after.work();
    // What an unknown version wanted done once stays for the process that can do it.
    await expect.poll(() => jobProcesses.storedJobs()).not.toContain(sweep.name);
    expect(await jobProcesses.storedJobs()).toContain("Ada");
    await after.close();
  });

  test("are cut if they take too long at the end, and tried again by the next process", async () => {
    const begun = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const jobs = jobProcesses.open({ key: jobProcesses.key, closeWait: 50 });
    jobs.handle(greet, () => {
      begun.resolve();
      return never.promise;
    });
    await jobs.prepare(jobProcesses.log);
    await jobs.work();
    await jobs.enqueue(jobProcesses.connection.database, greet, { name: "Ada" });
    await begun.promise;
    await jobs.close();
    const greeted: string[] = [];
    const next = jobProcesses.open({ key: jobProcesses.key });
    next.handle(greet, async ({ name }) => void greeted.push(name));
    await next.prepare(jobProcesses.log);
    const { executor } = jobProcesses.connection.jobStore;
    await executor.executeSql("update pgboss.job set start_after = pgboss.job_now()"); // else seconds later
    await next.runDue();
    expect(greeted).toEqual(["Ada"]);
    never.resolve();
  });

  test("are waited for when the process ends; the rest is left for the next start", async () => {
    const begun = Promise.withResolvers<void>();
    const ended: string[] = [];
    const jobs = jobProcesses.open({ key: jobProcesses.key });
    jobs.handle(sweep, async () => {
      begun.resolve();
      await jobs.enqueue(jobProcesses.connection.database, greet, { name: "Ada" });
      await delay(100);
      ended.push("sweep");
    });
    jobs.handle(greet, async ({ name }) => void ended.push(name));
    await jobs.prepare(jobProcesses.log);
    await jobs.work();
    await jobs.enqueue(jobProcesses.connection.database, sweep, {});
    await begun.promise;
    await jobs.close();
    expect(ended).toContain("sweep");
    const next = jobProcesses.open({ key: jobProcesses.key });
    next.handle(greet, async ({ name }) => void ended.push(name));
    await next.prepare(jobProcesses.log);
    await next.runDue();
    expect(ended.filter((name) => name === "Ada")).toHaveLength(1);
  });
});
