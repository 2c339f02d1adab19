import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ready } from "./messages.ts";
import { WorkerGroup } from "./worker-group.ts";
import type { WorkerProcess } from "./worker-process.ts";

/** A worker that does what the test says. */
type FakeWorker = WorkerProcess & { serve(): void; end(how: string): void; left: boolean[] };

let workers: FakeWorker[];
let reports: string[];
let failures: number;
let group: WorkerGroup;

function startFake(): FakeWorker {
  const ready = Promise.withResolvers<Ready | null>();
  const exited = Promise.withResolvers<string>();
  const worker: FakeWorker = {
    pid: workers.length + 1,
    ready: ready.promise,
    exited: exited.promise,
    left: [],
    serve: () => ready.resolve({ kind: "ready", origin: "http://portal.test", notice: "" }),
    end: (how) => {
      ready.resolve(null);
      exited.resolve(how);
    },
    leave: async ({ replaced }) => {
      worker.left.push(replaced);
      await exited.promise;
    },
    kill: () => worker.end("SIGKILL"),
  };
  workers.push(worker);
  return worker;
}

/** Lets everything happen that is due within some ms. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  workers = [];
  reports = [];
  failures = 0;
  group = new WorkerGroup({
    size: 2,
    start: startFake,
    report: (sentence) => reports.push(sentence),
    failed: () => void (failures += 1),
  });
});
afterEach(() => vi.useRealTimers());

async function startBoth(): Promise<void> {
  void group.start();
  workers[0]?.serve();
  await pass();
  workers[1]?.serve();
  await pass();
}

test("The first worker starts alone, since it migrates the database", async () => {
  const ready = group.start();
  await pass();
  expect(workers).toHaveLength(1);
  workers[0]?.serve();
  expect(await ready).toMatchObject({ origin: "http://portal.test" });
  expect(workers).toHaveLength(2);
});

test("A first worker that ends is not started again: its failure is the group's", async () => {
  const ready = group.start();
  workers[0]?.end("exit code 1");
  expect(await ready).toBeNull();
  await pass(60_000);
  expect(workers).toHaveLength(1);
});

test("A worker that ends is started again after a growing pause, as long as another one serves", async () => {
  await startBoth();
  workers[1]?.end("SIGSEGV");
  await pass(499);
  expect(workers).toHaveLength(2);
  await pass(1);
  expect(workers).toHaveLength(3);
  workers[2]?.end("exit code 1");
  await pass(999);
  expect(workers).toHaveLength(3);
  await pass(1);
  expect(workers).toHaveLength(4);
  for (let at = 3; at < 20; at++) {
    workers[at]?.end("exit code 1");
    await pass(30_000);
  }
  expect(workers).toHaveLength(21);
  expect(failures).toBe(0);
  expect(reports).toEqual(["Worker 2 ended unexpectedly (SIGSEGV)."]);
});

test("The group fails when no worker serves and none can be started", async () => {
  await startBoth();
  workers[0]?.end("SIGKILL");
  workers[1]?.end("SIGKILL");
  for (let round = 0; round < 20; round++) {
    await pass(30_000);
    for (const worker of workers) worker.end("exit code 1");
  }
  expect(failures).toBe(1);
  expect(workers.length).toBeLessThan(15);
});

test("Workers are replaced one after the other, each once its successor serves", async () => {
  await startBoth();
  void group.replaceAll();
  await pass();
  expect(workers).toHaveLength(3);
  expect(workers[0]?.left).toEqual([]);
  workers[2]?.serve();
  await pass();
  expect(workers[0]?.left).toEqual([true]);
  expect(workers).toHaveLength(3);
  workers[0]?.end("exit code 0");
  await pass();
  expect(workers).toHaveLength(4);
  workers[3]?.serve();
  await pass();
  expect(workers[1]?.left).toEqual([true]);
  workers[1]?.end("exit code 0");
  await pass(1_000);
  expect(workers).toHaveLength(4);
  expect(reports).toEqual([]);
});

test("Workers stay if their successor cannot be started", async () => {
  await startBoth();
  void group.replaceAll();
  await pass();
  workers[2]?.end("exit code 1");
  await pass(60_000);
  expect(workers).toHaveLength(3);
  expect(workers.map(({ left }) => left)).toEqual([[], [], []]);
  expect(reports).toEqual([expect.stringMatching("could not be started")]);
});

test("A worker that dies while its successor starts is not started twice", async () => {
  await startBoth();
  void group.replaceAll();
  await pass();
  workers[0]?.end("SIGKILL");
  await pass(60_000);
  expect(workers).toHaveLength(3);
  workers[2]?.serve();
  await pass();
  expect(workers).toHaveLength(4); // the successor of the second one
});

test("Stopping ends every worker, also one that starts, and starts no other", async () => {
  await startBoth();
  workers[1]?.end("SIGKILL");
  await pass(500);
  const stopped = group.stop();
  expect(workers.map(({ left }) => left)).toEqual([[false], [], [false]]);
  for (const worker of workers) worker.end("exit code 0");
  await stopped;
  await pass(60_000);
  expect(workers).toHaveLength(3);
});
