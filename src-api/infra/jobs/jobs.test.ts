import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { startJobProcesses, type JobProcesses } from "../../testing/job-processes.ts";
import { defineJob, PermanentFailure } from "./job.ts";

const minute = 60_000;
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

let portal: JobProcesses;
beforeEach(async () => {
  portal = await startJobProcesses();
});
afterEach(() => portal.close());

describe("a job", () => {
  test("runs once its transaction is committed, and is deleted", async () => {
    const jobs = portal.open({ key: portal.key, clock: portal.clock });
    const greeted: string[] = [];
    jobs.handle(greet, async ({ name }) => void greeted.push(name));
    await jobs.prepare(portal.log);
    await portal.connection.database.transaction(async (transaction) => {
      await jobs.enqueue(transaction, greet, { name: "Ada" });
    });
    expect(await portal.storedJobs()).toContain("Ada");
    await jobs.runDue();
    await jobs.runDue();
    expect(greeted).toEqual(["Ada"]);
    expect(await portal.storedJobs()).toBe("");
  });

  test("does not run when its transaction is rolled back", async () => {
    const jobs = portal.open({ key: portal.key, clock: portal.clock });
    const greeted: string[] = [];
    jobs.handle(greet, async ({ name }) => void greeted.push(name));
    await jobs.prepare(portal.log);
    const rolledBack = portal.connection.database.transaction(async (transaction) => {
      await jobs.enqueue(transaction, greet, { name: "Ada" });
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await jobs.runDue();
    expect(greeted).toEqual([]);
  });

  test("is refused when its payload has another shape", async () => {
    const jobs = portal.open({ key: portal.key, clock: portal.clock });
    jobs.handle(greet, async () => {});
    await jobs.prepare(portal.log);
    const wrong = { name: 5 as unknown as string }; // what the types would refuse
    await expect(jobs.enqueue(portal.connection.database, greet, wrong)).rejects.toThrow("name");
    expect(await portal.storedJobs()).toBe("");
  });

  test("that fails is tried again, later each time, until it succeeds", async () => {
    const jobs = portal.open({ key: portal.key, clock: portal.clock });
    const triedAt: number[] = [];
    jobs.handle(greet, async () => {
      triedAt.push(portal.clock.now());
      if (triedAt.length < 3) throw new Error("down");
    });
    await jobs.prepare(portal.log);
    await jobs.enqueue(portal.connection.database, greet, { name: "Ada" });
    for (let at = 0; at < 20; at += 1) {
      await jobs.runDue();
      await portal.clock.setTime(portal.clock.now() + minute);
    }
    expect(triedAt).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = triedAt;
    expect(second - first).toBeGreaterThan(minute);
    expect(third - second).toBeGreaterThan(second - first);
    expect(await portal.storedJobs()).toBe("");
  });

  test("that cannot succeed is not tried again", async () => {
    const jobs = portal.open({ key: portal.key, clock: portal.clock });
    let tries = 0;
    jobs.handle(greet, async () => {
      tries += 1;
      throw new PermanentFailure("no such mailbox");
    });
    await jobs.prepare(portal.log);
    await jobs.enqueue(portal.connection.database, greet, { name: "Ada" });
    await jobs.runDue();
    expect(tries).toBe(1);
    expect(await portal.storedJobs()).toBe("");
  });

  test("whose process died while it ran is run again", async () => {
    const dead = portal.open({ key: portal.key, clock: portal.clock });
    const never = Promise.withResolvers<void>();
    dead.handle(greet, () => never.promise);
    await dead.prepare(portal.log);
    await dead.enqueue(portal.connection.database, greet, { name: "Ada" });
    const abandoned = dead.runDue();
    await expect.poll(portal.storedJobs).toContain('"active"');
    const greeted: string[] = [];
    const heir = portal.open({ key: portal.key, clock: portal.clock });
    heir.handle(greet, async ({ name }) => void greeted.push(name));
    await portal.clock.setTime(portal.clock.now() + greet.expireInSeconds * 1000 + minute);
    await heir.prepare(portal.log);
    const { backend, executor } = portal.connection.jobStore;
    const maintenance = new PgBoss({ db: executor, backend, clock: portal.clock, schedule: false });
    await maintenance.start();
    await maintenance.supervise(); // as the library does every minute
    await maintenance.stop({ graceful: false, close: false });
    await portal.clock.setTime(portal.clock.now() + 10 * minute);
    await heir.runDue();
    expect(greeted).toEqual(["Ada"]);
    never.resolve();
    await abandoned;
  });
});

describe("a sealed payload", () => {
  test("cannot be read in a copy of the database", async () => {
    const jobs = portal.open({ key: portal.key, clock: portal.clock });
    const seen: string[] = [];
    jobs.handle(secret, async ({ code }) => void seen.push(code));
    await jobs.prepare(portal.log);
    await jobs.enqueue(portal.connection.database, secret, { code: "482913" });
    expect(await portal.storedJobs()).toContain("test.secret");
    expect(await portal.storedJobs()).not.toContain("482913");
    await jobs.runDue();
    expect(seen).toEqual(["482913"]);
  });

  test("waits for a process that has its key", async () => {
    const jobs = portal.open({ key: portal.key, clock: portal.clock });
    const seen: string[] = [];
    jobs.handle(secret, async ({ code }) => void seen.push(code));
    await jobs.prepare(portal.log);
    const stranger = portal.open({ key: randomBytes(32), clock: portal.clock });
    stranger.handle(secret, async ({ code }) => void seen.push(`stranger ${code}`));
    await stranger.prepare(portal.log);
    await jobs.enqueue(portal.connection.database, secret, { code: "482913" });
    await stranger.runDue();
    expect(seen).toEqual([]);
    await portal.clock.setTime(portal.clock.now() + 10 * minute);
    await jobs.runDue();
    expect(seen).toEqual(["482913"]);
  });
});

describe("several processes", () => {
  test("run each job once", async () => {
    const runs: string[] = [];
    const processes = [
      portal.open({ key: portal.key, clock: portal.clock }),
      portal.open({ key: portal.key, clock: portal.clock }),
    ];
    const begun = processes.map(() => Promise.withResolvers<void>());
    for (const [at, jobs] of processes.entries()) {
      jobs.handle(greet, async ({ name }) => {
        runs.push(`${name} in ${at}`);
        begun[at]?.resolve();
        await Promise.all(begun.map(({ promise }) => promise));
      });
      await jobs.prepare(portal.log);
    }
    const names = Array.from({ length: 40 }, (_, at) => `greeting ${at}`);
    for (const name of names)
      await processes[0]!.enqueue(portal.connection.database, greet, { name });
    await Promise.all(processes.map((jobs) => jobs.runDue()));
    expect(runs.map((run) => run.replace(/ in .*/, "")).toSorted()).toEqual(names.toSorted());
  });

  test("run a singleton one at a time, and once more for what came meanwhile", async () => {
    let [running, most, runs] = [0, 0, 0];
    const processes = [
      portal.open({ key: portal.key, clock: portal.clock }),
      portal.open({ key: portal.key, clock: portal.clock }),
    ];
    for (const [at, jobs] of processes.entries()) {
      jobs.handle(sweep, async () => {
        running += 1;
        runs += 1;
        most = Math.max(most, running);
        if (runs === 1) {
          for (const each of processes) await each.enqueue(portal.connection.database, sweep, {});
          await processes[1 - at]?.runDue();
        }
        running -= 1;
      });
      await jobs.prepare(portal.log);
    }
    for (const jobs of processes) await jobs.enqueue(portal.connection.database, sweep, {});
    await Promise.all(processes.map((jobs) => jobs.runDue()));
    await processes[0]!.runDue();
    expect([runs, most]).toEqual([2, 1]);
  });
});

describe("jobs at work", () => {
  test("run as soon as they are committed", async () => {
    const greeted = Promise.withResolvers<string>();
    const worker = portal.open({ key: portal.key });
    worker.handle(greet, async ({ name }) => greeted.resolve(name));
    await worker.prepare(portal.log);
    await worker.work();
    const begin = performance.now();
    await worker.enqueue(portal.connection.database, greet, { name: "Ada" });
    expect(await greeted.promise).toBe("Ada");
    expect(performance.now() - begin).toBeLessThan(25_000); // it looks by itself every 30 s
  });

  test("are scheduled once, as they declare it, and no longer when they do not", async () => {
    const schedules = async () => {
      const { rows } = await portal.connection.database
        .execute(sql`select name, cron from pgboss.schedule`)
        .then((result) => z.parse(z.object({ rows: z.array(z.unknown()) }), result));
      return rows;
    };
    for (const declared of [sweep, sweep, defineJob({ ...sweep, schedule: "6 * * * *" })]) {
      const jobs = portal.open({ key: portal.key });
      jobs.handle(declared, async () => {});
      await jobs.prepare(portal.log);
      await jobs.work();
      expect(await schedules()).toEqual([{ name: sweep.name, cron: declared.schedule }]);
      await jobs.close();
    }
    const jobs = portal.open({ key: portal.key });
    await jobs.prepare(portal.log);
    await jobs.work();
    expect(await schedules()).toEqual([]);
  });

  test("are cut if they take too long at the end, and run by the next process at once", async () => {
    const begun = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const jobs = portal.open({ key: portal.key, closeWait: 50 });
    jobs.handle(greet, () => {
      begun.resolve();
      return never.promise;
    });
    await jobs.prepare(portal.log);
    await jobs.work();
    await jobs.enqueue(portal.connection.database, greet, { name: "Ada" });
    await begun.promise;
    await jobs.close();
    const greeted: string[] = [];
    const next = portal.open({ key: portal.key });
    next.handle(greet, async ({ name }) => void greeted.push(name));
    await next.prepare(portal.log);
    await next.runDue();
    expect(greeted).toEqual(["Ada"]);
    never.resolve();
    await delay(10);
    expect(portal.logged).toEqual([expect.stringContaining("interrupted")]);
  });

  test("are waited for when the process ends; the rest is left for the next start", async () => {
    const begun = Promise.withResolvers<void>();
    const ended: string[] = [];
    const jobs = portal.open({ key: portal.key });
    jobs.handle(sweep, async () => {
      begun.resolve();
      await jobs.enqueue(portal.connection.database, greet, { name: "Ada" });
      await delay(100);
      ended.push("sweep");
    });
    jobs.handle(greet, async ({ name }) => void ended.push(name));
    await jobs.prepare(portal.log);
    await jobs.work();
    await jobs.enqueue(portal.connection.database, sweep, {});
    await begun.promise;
    await jobs.close();
    expect(ended).toContain("sweep");
    const next = portal.open({ key: portal.key });
    next.handle(greet, async ({ name }) => void ended.push(name));
    await next.prepare(portal.log);
    await next.runDue();
    expect(ended.filter((name) => name === "Ada")).toHaveLength(1);
  });
});
