import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { startJobProcesses, type JobProcesses } from "#api/testing/job-processes.ts";
import { defineJob } from "./job.ts";

const greet = defineJob({ name: "test.greet", payload: z.object({ name: z.string() }) });

let jobProcesses: JobProcesses;
let hasRoom: boolean;
beforeEach(async () => {
  hasRoom = true;
  jobProcesses = await startJobProcesses();
});
afterEach(() => jobProcesses.close());

/** Starts to work on a disk that has room while `hasRoom` is set. */
async function startWorking(run: (name: string) => Promise<void>) {
  const jobs = jobProcesses.open({ key: jobProcesses.key, hasRoom: async () => hasRoom });
  jobs.handle(greet, ({ name }) => run(name));
  await jobs.prepare(jobProcesses.log);
  await jobs.work();
  const enqueue = (name: string) => jobs.enqueue(jobProcesses.connection.database, greet, { name });
  return { jobs, enqueue };
}

const waits = expect.stringMatching(/^jobs wait: the disk of DATA_DIR is full/);

test("jobs wait while the disk of the database is full, say so once, and run once there is room", async () => {
  const greeted: string[] = [];
  const { enqueue } = await startWorking(async (name) => void greeted.push(name));
  await enqueue("Ada");
  await expect.poll(() => greeted).toEqual(["Ada"]);
  hasRoom = false;
  await enqueue("Grace");
  await expect.poll(() => jobProcesses.logged).toEqual([waits]);
  expect(greeted).toEqual(["Ada"]);
  hasRoom = true;
  await expect.poll(() => greeted).toEqual(["Ada", "Grace"]);
  expect(jobProcesses.logged).toEqual([waits, "jobs go on: the disk of DATA_DIR has room again"]);
});

test("what was done before the disk was full is not done again, also by the next process", async () => {
  const end = Promise.withResolvers<void>();
  const greeted: string[] = [];
  const { jobs, enqueue } = await startWorking(async (name) => {
    greeted.push(name);
    await end.promise;
  });
  await enqueue("Ada");
  await expect.poll(() => greeted).toEqual(["Ada"]);
  hasRoom = false;
  end.resolve();
  await expect.poll(jobProcesses.storedJobs).toBe("");
  await jobs.close();
  expect(jobProcesses.logged).toEqual([waits]);
});
