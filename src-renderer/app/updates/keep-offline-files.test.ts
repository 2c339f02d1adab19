import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { WorkerMessage } from "../../../src-shared/service-worker.ts";
import { createShowable } from "./keep-offline-files.ts";

vi.mock("../../platform/current-platform.ts", () => ({ platform: { usesServiceWorker: true } }));

/** Whether the service worker has the files, and what it was asked. */
let hasFiles: boolean;
let asked: boolean[];
const worker = {
  postMessage: (message: WorkerMessage, [port]: MessagePort[]) => {
    if (message.type !== "keep-offline") return;
    asked.push(message.fetches);
    hasFiles ||= message.fetches;
    port?.postMessage(hasFiles);
  },
};
const real = globalThis.setTimeout;

/** Lets a time pass, and messages arrive. */
async function pass(time: number): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await vi.advanceTimersByTimeAsync(time / 3);
    await new Promise((resolve) => void real(resolve, 5));
  }
}

/** Asks for the files, and notes when they are there. */
function begin(isWanted: boolean) {
  const ending = new AbortController();
  const untilShowable = createShowable(ending.signal);
  const ready = vi.fn();
  void untilShowable(isWanted).then(ready);
  return { untilShowable, ready };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubEnv("PROD", true);
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ active: worker }) } });
  hasFiles = false;
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it("what was only opened waits for the files, which are fetched after a while", async () => {
  const { ready } = begin(false);
  await pass(15_000);
  expect(asked).toEqual([false]);
  expect(ready).not.toHaveBeenCalled();
  await pass(6_000);
  expect(asked).toEqual([false, true]);
  expect(ready).toHaveBeenCalled();
});

it("what is wanted has them fetched at once, for what was opened before as well", async () => {
  const { ready, untilShowable } = begin(false);
  await pass(3_000);
  void untilShowable(true);
  await pass(30);
  expect(asked).toEqual([false, true]);
  expect(ready).toHaveBeenCalled();
});

it("nothing waits on a device that has the files", async () => {
  hasFiles = true;
  const { ready } = begin(false);
  await pass(30);
  expect(asked).toEqual([false]);
  expect(ready).toHaveBeenCalled();
});

it("a browser without a service worker keeps texts all the same: they are shown until it is closed", async () => {
  vi.stubGlobal("navigator", { serviceWorker: { ready: new Promise(() => {}) } });
  const { ready } = begin(true);
  await pass(30_000);
  expect(ready).toHaveBeenCalled();
});
