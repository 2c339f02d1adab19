import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createShowable } from "./offline-files.ts";

vi.mock("#renderer/platform/current-platform.ts", () => ({
  platform: { usesServiceWorker: true },
}));

const files = ["/assets/index-11111111.js", "/assets/entry-22222222.js"];

/** The files that the service worker keeps. */
let kept: Set<string>;
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
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({}) } });
  vi.stubGlobal("fetch", async () => Response.json({ build: "b1", files }));
  const keys = async () => [...kept].map((path) => ({ url: `https://portal.test${path}` }));
  const addAll = async (paths: string[]) => paths.forEach((path) => kept.add(path));
  vi.stubGlobal("caches", { has: async () => true, open: async () => ({ keys, addAll }) });
  kept = new Set();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it("what was only opened waits for the files, which are fetched after a while", async () => {
  const { ready } = begin(false);
  await pass(15_000);
  expect([...kept]).toEqual([]);
  expect(ready).not.toHaveBeenCalled();
  await pass(6_000);
  expect([...kept]).toEqual(files);
  expect(ready).toHaveBeenCalled();
});

it("what is wanted has them fetched at once, for what was opened before as well", async () => {
  const { ready, untilShowable } = begin(false);
  await pass(3_000);
  void untilShowable(true);
  await pass(30);
  expect([...kept]).toEqual(files);
  expect(ready).toHaveBeenCalled();
});

it("nothing waits on a device that has the files", async () => {
  kept = new Set(files);
  const { ready } = begin(false);
  await pass(30);
  expect(ready).toHaveBeenCalled();
});

it("a browser without a service worker keeps texts all the same: they are shown until it is closed", async () => {
  vi.stubGlobal("navigator", { serviceWorker: { ready: new Promise(() => {}) } });
  const { ready } = begin(true);
  await pass(30_000);
  expect(ready).toHaveBeenCalled();
});

it("texts are kept all the same if the server does not name its files", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  const { ready } = begin(true);
  await pass(30);
  expect(ready).toHaveBeenCalled();
});
