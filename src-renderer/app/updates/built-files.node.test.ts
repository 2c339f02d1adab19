import { expect, it, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { deleteOldFiles, successors } from "./built-files.ts";

it("an update fetches what takes the place of kept files, and nothing else", () => {
  const files = ["/assets/home-2222-_22.js", "/assets/about-22222222.js", "/assets/font-1.woff2"];
  expect(successors(files, ["/assets/home-1111-_11.js", "/assets/gone-11111111.js"])).toEqual([
    "/assets/home-2222-_22.js",
  ]);
});

it("files of earlier builds are deleted a month after they were fetched", async () => {
  const fetched = (days: number) =>
    new Response("", { headers: { date: new Date(Date.now() - days * dayMs).toUTCString() } });
  const kept = new Map([
    ["/assets/now-1.js", fetched(60)],
    ["/assets/old-1.js", fetched(31)],
    ["/assets/old-2.js", fetched(29)],
  ]);
  const cache = {
    keys: async () => [...kept.keys()].map((path) => ({ url: `https://portal.test${path}` })),
    match: async ({ url }: Request) => kept.get(new URL(url).pathname),
    delete: async ({ url }: Request) => kept.delete(new URL(url).pathname),
  };
  vi.stubGlobal("caches", { has: async () => true, open: async () => cache });
  await deleteOldFiles({ build: "b2", files: ["/assets/now-1.js"] });
  vi.unstubAllGlobals();
  expect([...kept.keys()]).toEqual(["/assets/now-1.js", "/assets/old-2.js"]);
});
