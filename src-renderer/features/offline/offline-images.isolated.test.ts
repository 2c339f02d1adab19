import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { platform } from "#renderer/platform/current-platform.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import "#renderer/testing/indexed-db.ts";
import { renewLease } from "#renderer/session/lease.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { dropEntry, storeEntry } from "./stored-answers.ts";
import { readImages } from "./offline-images.ts";
import { readOfflineLibrary } from "./read-offline-library.ts";

const path = (name: string) => `/api/media/articles/weave-entries/${name}-600x400.webp`;
const signed = (name: string) =>
  `${path(name)}?session=51&expires=1800000000000&signature=a-secret_1`;
const withImages = (...names: string[]) =>
  entry({ body: names.map((name) => `A dog. ![The ${name}](${signed(name)})`).join("\n\n") });

let fetched: string[];
let size: number;

const paths = async () => (await readImages(entry()))?.map((image) => image.path);
const kept = async () =>
  (await readOfflineLibrary())?.entries.find((each) => each.entry.slug === "weave-entries");
const bodies = async () => (await kept())?.entry.body;

/** Returns everything in the stores of entries and images, but for the files. */
async function stored(): Promise<string> {
  const content = await platform.offlineLibrary.transact(async (transaction) => [
    await transaction.objectStore("answers").getAll(),
    await transaction.objectStore("images").getAllKeys(),
  ]);
  return JSON.stringify(content);
}

beforeEach(async () => {
  fetched = [];
  size = 1_000;
  vi.stubGlobal("fetch", async (address: string) => {
    fetched.push(address);
    return new Response(new Uint8Array(size), { headers: { "content-type": "image/webp" } });
  });
  localStorage.clear();
  await platform.load();
  platform.write("token", "t1");
  await renewLease(ada);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("the images of a text are stored with it, and no signature or session", async () => {
  expect(await storeEntry(withImages("entry", "exit"), { isOpened: true })).toBe(true);
  expect(await bodies()).toContain(`![The entry](${path("entry")})`);
  expect(await paths()).toEqual([path("entry"), path("exit")]);
  expect(fetched).toEqual([signed("entry"), signed("exit")]);
  expect(await stored()).not.toMatch(/signature|session=|a-secret|expires/);
  expect((await kept())?.bytes).toBeGreaterThan(2_000);
});

it("an image is fetched once, goes when the text has it no more, and goes with its text", async () => {
  await storeEntry(withImages("entry", "exit"), { isOpened: true });
  await storeEntry(withImages("exit", "turn"), { isOpened: true });
  expect(fetched).toEqual([signed("entry"), signed("exit"), signed("turn")]);
  expect(await paths()).toEqual([path("exit"), path("turn")]);
  await dropEntry(entry());
  expect(await paths()).toEqual([]);
});

it("a text is stored without images that do not load or that the device has no room for", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 403 }));
  expect(await storeEntry(withImages("entry"), { isOpened: true })).toBe(true);
  expect(await paths()).toEqual([]);
  size = 21_000_000;
  vi.stubGlobal("fetch", async () => new Response(new Uint8Array(size)));
  expect(await storeEntry(withImages("entry"), { isOpened: true })).toBe(true);
  expect(await paths()).toEqual([]);
  expect(await bodies()).toContain("A dog.");
});

it("images make room before texts do", async () => {
  await storeEntry(entry({ slug: "before" }), { isOpened: true });
  const transact = platform.offlineLibrary.transact.bind(platform.offlineLibrary);
  let writes = 0;
  vi.spyOn(platform.offlineLibrary, "transact").mockImplementation(async (run) => {
    writes += 1;
    // After it was asked whether the text is wanted, and which images are there.
    if (writes === 3) throw new DOMException("full", "QuotaExceededError");
    return transact(run);
  });
  expect(await storeEntry(withImages("entry"), { isOpened: true })).toBe(true);
  expect(await paths()).toEqual([]);
  expect((await readOfflineLibrary())?.entries).toHaveLength(2);
});

it("nothing is fetched for a text that is not stored, and nothing stored after another login meanwhile", async () => {
  platform.write("token", "t2");
  expect(await storeEntry(withImages("entry"), { isOpened: true })).toBe(false);
  expect(fetched).toEqual([]);
  platform.write("token", "t1");
  vi.stubGlobal("fetch", async () => {
    platform.write("token", "t2");
    await renewLease({ ...ada, id: "bob" });
    return new Response("image");
  });
  expect(await storeEntry(withImages("entry"), { isOpened: true })).toBe(false);
  expect(await bodies()).toBeUndefined();
});
