import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { PgBoss, TestClock } from "pg-boss";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import * as z from "zod/mini";
import { connectOwn } from "../../testing/test-portal.ts";
import type { Connection } from "../database/connect.ts";
import { defineJob, PermanentFailure } from "./job.ts";
import { Jobs } from "./jobs.ts";

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

const key = randomBytes(32);
let connection: Connection;
let opened: Jobs[];
let clock: TestClock;
let logged: string[];
const log = {
  warn: (_: object, message: string) => void logged.push(message),
  error: (_: object, message: string) => void logged.push(message),
};

/** Jobs as one process has them. Without a test clock, time is real and they run by themselves. */
function openJobs(options: ConstructorParameters<typeof Jobs>[1]): Jobs {
  const jobs = new Jobs(connection.jobStore, options);
  opened.push(jobs);
  return jobs;
}

beforeEach(async () => {
  connection = await connectOwn();
  clock = new TestClock("2026-03-01T12:00:00Z");
  opened = [];
  logged = [];
});
afterEach(async () => {
  for (const jobs of opened) await jobs.close();
  await connection.close();
});

/** What is kept of all jobs, as one text. */
async function storedJobs(): Promise<string> {
  const { rows } = await connection.jobStore.executor.executeSql("select * from pgboss.job");
  return rows.length === 0 ? "" : JSON.stringify(rows);
}

describe("a job", () => {
  test("runs once its transaction is committed, and is deleted", async () => {
    const jobs = openJobs({ key, clock });
    const greeted: string[] = [];
    jobs.handle(greet, async ({ name }) => void greeted.push(name));
    await jobs.prepare(log);
    await connection.database.transaction(async (transaction) => {
      await jobs.enqueue(transaction, greet, { name: "Ada" });
    });
    expect(await storedJobs()).toContain("Ada");
    await jobs.runDue();
    await jobs.runDue();
    expect(greeted).toEqual(["Ada"]);
    expect(await storedJobs()).toBe("");
  });

  test("does not run when its transaction is rolled back", async () => {
    const jobs = openJobs({ key, clock });
    const greeted: string[] = [];
    jobs.handle(greet, async ({ name }) => void greeted.push(name));
    await jobs.prepare(log);
    const rolledBack = connection.database.transaction(async (transaction) => {
      await jobs.enqueue(transaction, greet, { name: "Ada" });
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await jobs.runDue();
    expect(greeted).toEqual([]);
  });

  test("is refused when its payload has another shape", async () => {
    const jobs = openJobs({ key, clock });
    jobs.handle(greet, async () => {});
    await jobs.prepare(log);
    const wrong = { name: 5 as unknown as string }; // what the types would refuse
    await expect(jobs.enqueue(connection.database, greet, wrong)).rejects.toThrow("name");
    expect(await storedJobs()).toBe("");
  });

  test("that fails is tried again, later each time, until it succeeds", async () => {
    const jobs = openJobs({ key, clock });
    const triedAt: number[] = [];
    jobs.handle(greet, async () => {
      triedAt.push(clock.now());
      if (triedAt.length < 3) throw new Error("down");
    });
    await jobs.prepare(log);
    await jobs.enqueue(connection.database, greet, { name: "Ada" });
    for (let at = 0; at < 20; at += 1) {
      await jobs.runDue();
      await clock.setTime(clock.now() + minute);
    }
    expect(triedAt).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = triedAt;
    expect(second - first).toBeGreaterThan(minute);
    expect(third - second).toBeGreaterThan(second - first);
    expect(await storedJobs()).toBe("");
  });

  test("is dropped, with its payload, when it has failed too often", async () => {
    const jobs = openJobs({ key, clock });
    let tries = 0;
    jobs.handle(greet, async () => {
      tries += 1;
      throw new Error("down");
    });
    await jobs.prepare(log);
    await jobs.enqueue(connection.database, greet, { name: "Ada" });
    for (let at = 0; at < 10; at += 1) {
      await jobs.runDue();
      await clock.setTime(clock.now() + 60 * minute);
    }
    expect(tries).toBe(1 + greet.retry.limit);
    expect(await storedJobs()).toBe("");
    expect(logged.at(-1)).toContain("failed for good");
  });

  test("that cannot succeed is not tried again", async () => {
    const jobs = openJobs({ key, clock });
    let tries = 0;
    jobs.handle(greet, async () => {
      tries += 1;
      throw new PermanentFailure("no such mailbox");
    });
    await jobs.prepare(log);
    await jobs.enqueue(connection.database, greet, { name: "Ada" });
    await jobs.runDue();
    expect(tries).toBe(1);
    expect(await storedJobs()).toBe("");
  });

  test("whose process died while it ran is run again", async () => {
    const dead = openJobs({ key, clock });
    const never = Promise.withResolvers<void>();
    dead.handle(greet, () => never.promise);
    await dead.prepare(log);
    await dead.enqueue(connection.database, greet, { name: "Ada" });
    const abandoned = dead.runDue();
    await expect.poll(storedJobs).toContain('"active"');
    const greeted: string[] = [];
    const heir = openJobs({ key, clock });
    heir.handle(greet, async ({ name }) => void greeted.push(name));
    await clock.setTime(clock.now() + greet.expireInSeconds * 1000 + minute);
    await heir.prepare(log);
    const { backend, executor } = connection.jobStore;
    const maintenance = new PgBoss({ db: executor, backend, clock, schedule: false });
    await maintenance.start();
    await maintenance.supervise(); // as the library does every minute
    await maintenance.stop({ graceful: false, close: false });
    await clock.setTime(clock.now() + 10 * minute);
    await heir.runDue();
    expect(greeted).toEqual(["Ada"]);
    never.resolve();
    await abandoned;
  });
});

describe("a sealed payload", () => {
  test("cannot be read in a copy of the database", async () => {
    const jobs = openJobs({ key, clock });
    const seen: string[] = [];
    jobs.handle(secret, async ({ code }) => void seen.push(code));
    await jobs.prepare(log);
    await jobs.enqueue(connection.database, secret, { code: "482913" });
    expect(await storedJobs()).toContain("test.secret");
    expect(await storedJobs()).not.toContain("482913");
    await jobs.runDue();
    expect(seen).toEqual(["482913"]);
  });

  test("waits for a process that has its key", async () => {
    const jobs = openJobs({ key, clock });
    const seen: string[] = [];
    jobs.handle(secret, async ({ code }) => void seen.push(code));
    await jobs.prepare(log);
    const stranger = openJobs({ key: randomBytes(32), clock });
    stranger.handle(secret, async ({ code }) => void seen.push(`stranger ${code}`));
    await stranger.prepare(log);
    await jobs.enqueue(connection.database, secret, { code: "482913" });
    await stranger.runDue();
    expect(seen).toEqual([]);
    await clock.setTime(clock.now() + 10 * minute);
    await jobs.runDue();
    expect(seen).toEqual(["482913"]);
  });
});

describe("a singleton that only some processes can run", () => {
  const bring = defineJob({
    name: "test.bring",
    payload: z.object({ version: z.string() }),
    singleton: true,
    heartbeatSeconds: 10,
  });
  let ran: string[];
  const openProcess = async (version: string, run = async () => {}) => {
    const jobs = openJobs({ key, clock });
    const runAs = async (wanted: { version: string }) => {
      ran.push(`${wanted.version} in ${version}`);
      await run();
    };
    jobs.handle(bring, runAs, (wanted) => wanted.version === version);
    await jobs.prepare(log);
    return jobs;
  };
  beforeEach(() => {
    ran = [];
  });

  test("is left to them, also by a process that waits for its end", async () => {
    const [old, next] = [await openProcess("1"), await openProcess("2")];
    await next.replace(bring, { version: "2" });
    await old.runDue();
    await old.finish(bring);
    expect(ran).toEqual([]);
    await next.runDue();
    expect(ran).toEqual(["2 in 2"]);
  });

  test("is replaced by a later one while it waits", async () => {
    const [old, next] = [await openProcess("1"), await openProcess("2")];
    await old.replace(bring, { version: "1" });
    await next.replace(bring, { version: "2" });
    await Promise.all([old.finish(bring), next.finish(bring)]);
    expect(ran).toEqual(["2 in 2"]);
    expect(await storedJobs()).toBe("");
  });

  test("is waited for while another process runs it", async () => {
    const end = Promise.withResolvers<void>();
    const [first, second] = [await openProcess("1", () => end.promise), await openProcess("1")];
    await first.replace(bring, { version: "1" });
    const running = first.finish(bring);
    await expect.poll(() => ran).toHaveLength(1);
    let waits = true;
    const waiting = second.finish(bring).then(() => (waits = false));
    await delay(600);
    expect(waits).toBe(true);
    end.resolve();
    await Promise.all([running, waiting]);
    expect(ran).toEqual(["1 in 1"]);
  });

  test("is run by the next process soon after the first one died", async () => {
    const never = Promise.withResolvers<void>();
    const dead = await openProcess("1", () => never.promise);
    await dead.replace(bring, { version: "1" });
    const abandoned = dead.finish(bring);
    await expect.poll(() => ran).toHaveLength(1);
    await clock.setTime(clock.now() + 11_000);
    const heir = await openProcess("1");
    await heir.replace(bring, { version: "1" });
    await heir.finish(bring);
    expect(ran).toHaveLength(2);
    never.resolve();
    await abandoned;
  });

  test("is not taken from a process that still reports", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const end = Promise.withResolvers<void>();
    const [slow, other] = [await openProcess("1", () => end.promise), await openProcess("1")];
    await slow.replace(bring, { version: "1" });
    const running = slow.finish(bring);
    await expect.poll(() => ran).toHaveLength(1);
    await clock.setTime(clock.now() + 9000);
    const before = await storedJobs();
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await expect.poll(storedJobs).not.toBe(before);
    await clock.setTime(clock.now() + 9000);
    const waiting = other.finish(bring);
    await delay(600);
    expect(ran).toHaveLength(1);
    end.resolve();
    await Promise.all([running, waiting]);
    expect(ran).toHaveLength(1);
  });
});

// The embedded database only: jobs of other processes are not released on PostgreSQL.
describe.skipIf(inject("databaseUrl") !== null)("a start after a killed process", () => {
  test("does not fail when a singleton ran that also waits for a retry", async () => {
    const end = Promise.withResolvers<void>();
    let runs = 0;
    const open = async (run: () => Promise<void>) => {
      const jobs = openJobs({ key, clock });
      jobs.handle(sweep, async () => {
        runs += 1;
        await run();
      });
      await jobs.prepare(log);
      return jobs;
    };
    const failing = await open(() => Promise.reject(new Error("down")));
    await failing.enqueue(connection.database, sweep, {});
    await failing.runDue();
    const killed = await open(() => end.promise);
    await killed.enqueue(connection.database, sweep, {});
    const abandoned = killed.runDue();
    await expect.poll(() => runs).toBe(2);
    const heir = await open(async () => {});
    await clock.setTime(clock.now() + 10 * minute);
    await heir.runDue();
    expect(runs).toBe(3);
    end.resolve();
    await abandoned;
  });
});

describe("several processes", () => {
  test("run each job once", async () => {
    const runs: string[] = [];
    const processes = [openJobs({ key, clock }), openJobs({ key, clock })];
    for (const [at, jobs] of processes.entries()) {
      jobs.handle(greet, async ({ name }) => {
        runs.push(`${name} in ${at}`);
        await delay(5);
      });
      await jobs.prepare(log);
    }
    const names = Array.from({ length: 40 }, (_, at) => `greeting ${at}`);
    for (const name of names) await processes[0]!.enqueue(connection.database, greet, { name });
    await Promise.all(processes.map((jobs) => jobs.runDue()));
    expect(runs.map((run) => run.replace(/ in .*/, "")).toSorted()).toEqual(names.toSorted());
    for (const at of ["in 0", "in 1"]) expect(runs.join()).toContain(at);
  });

  test("run a singleton one at a time, and once more for what came meanwhile", async () => {
    let [running, most, runs] = [0, 0, 0];
    const processes = [openJobs({ key, clock }), openJobs({ key, clock })];
    for (const jobs of processes) {
      jobs.handle(sweep, async () => {
        running += 1;
        runs += 1;
        most = Math.max(most, running);
        if (runs === 1) {
          for (const each of processes) await each.enqueue(connection.database, sweep, {});
        }
        await delay(20);
        running -= 1;
      });
      await jobs.prepare(log);
    }
    for (const jobs of processes) await jobs.enqueue(connection.database, sweep, {});
    await Promise.all(processes.map((jobs) => jobs.runDue()));
    await processes[0]!.runDue();
    expect([runs, most]).toEqual([2, 1]);
  });
});

describe("jobs at work", () => {
  test("run as soon as they are committed", async () => {
    const greeted = Promise.withResolvers<string>();
    const worker = openJobs({ key });
    worker.handle(greet, async ({ name }) => greeted.resolve(name));
    await worker.prepare(log);
    await worker.work();
    const begin = performance.now();
    await worker.enqueue(connection.database, greet, { name: "Ada" });
    expect(await greeted.promise).toBe("Ada");
    expect(performance.now() - begin).toBeLessThan(10_000); // it looks by itself every 30 s
  });

  test("are scheduled once, as they declare it, and no longer when they do not", async () => {
    const schedules = async () => {
      const { rows } = await connection.database
        .execute(sql`select name, cron from pgboss.schedule`)
        .then((result) => z.parse(z.object({ rows: z.array(z.unknown()) }), result));
      return rows;
    };
    for (const declared of [sweep, sweep, defineJob({ ...sweep, schedule: "6 * * * *" })]) {
      const jobs = openJobs({ key });
      jobs.handle(declared, async () => {});
      await jobs.prepare(log);
      await jobs.work();
      expect(await schedules()).toEqual([{ name: sweep.name, cron: declared.schedule }]);
      await jobs.close();
    }
    const jobs = openJobs({ key });
    await jobs.prepare(log);
    await jobs.work();
    expect(await schedules()).toEqual([]);
  });

  test("are cut if they take too long at the end, and run by the next process at once", async () => {
    const begun = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const jobs = openJobs({ key, closeWait: 50 });
    jobs.handle(greet, () => {
      begun.resolve();
      return never.promise;
    });
    await jobs.prepare(log);
    await jobs.work();
    await jobs.enqueue(connection.database, greet, { name: "Ada" });
    await begun.promise;
    await jobs.close();
    const greeted: string[] = [];
    const next = openJobs({ key });
    next.handle(greet, async ({ name }) => void greeted.push(name));
    await next.prepare(log);
    await next.runDue();
    expect(greeted).toEqual(["Ada"]);
    never.resolve();
    await delay(10);
    expect(logged).toEqual([expect.stringContaining("cut")]);
  });

  test("are waited for when the process ends; the rest is left for the next start", async () => {
    const begun = Promise.withResolvers<void>();
    const ended: string[] = [];
    const jobs = openJobs({ key });
    jobs.handle(sweep, async () => {
      begun.resolve();
      await jobs.enqueue(connection.database, greet, { name: "Ada" });
      await delay(100);
      ended.push("sweep");
    });
    jobs.handle(greet, async ({ name }) => void ended.push(name));
    await jobs.prepare(log);
    await jobs.work();
    await jobs.enqueue(connection.database, sweep, {});
    await begun.promise;
    await jobs.close();
    expect(ended).toContain("sweep");
    const next = openJobs({ key });
    next.handle(greet, async ({ name }) => void ended.push(name));
    await next.prepare(log);
    await next.runDue();
    expect(ended.filter((name) => name === "Ada")).toHaveLength(1);
  });
});
