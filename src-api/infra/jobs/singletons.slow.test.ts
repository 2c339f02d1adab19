import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import * as z from "zod/mini";
import { minuteMs } from "#shared/durations.ts";
import { startJobProcesses, type JobProcesses } from "#api/testing/job-processes.ts";
import { defineJob } from "./job.ts";

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

describe("a singleton that only some processes can run", () => {
  const bring = defineJob({
    name: "test.bring",
    payload: z.object({ version: z.string() }),
    singleton: true,
    heartbeatSeconds: 10,
  });
  let ran: string[];
  const openProcess = async (version: string, run = async () => {}) => {
    const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
    const runAs = async (wanted: { version: string }) => {
      ran.push(`${wanted.version} in ${version}`);
      await run();
    };
    jobs.handle(bring, runAs, (wanted) => wanted.version === version);
    await jobs.prepare(jobProcesses.log);
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
    expect(await jobProcesses.storedJobs()).toBe("");
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
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + 11_000);
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
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + 9000);
    const before = await jobProcesses.storedJobs();
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await expect.poll(jobProcesses.storedJobs).not.toBe(before);
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + 9000);
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
      const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
      jobs.handle(sweep, async () => {
        runs += 1;
        await run();
      });
      await jobs.prepare(jobProcesses.log);
      return jobs;
    };
    const failing = await open(() => Promise.reject(new Error("down")));
    await failing.enqueue(jobProcesses.connection.database, sweep, {});
    await failing.runDue();
    const killed = await open(() => end.promise);
    await killed.enqueue(jobProcesses.connection.database, sweep, {});
    const abandoned = killed.runDue();
    await expect.poll(() => runs).toBe(2);
    const heir = await open(async () => {});
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + 10 * minuteMs);
    await heir.runDue();
    expect(runs).toBe(3);
    end.resolve();
    await abandoned;
  });
});
