import { expect, it } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { sampleRenderer } from "#api/testing/sample-renderer.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { readRouteFiles } from "./route-files.ts";

const files = (language: string) => [
  "/assets/page.js",
  `/assets/${language}.js`,
  "/assets/mark.svg",
];
const written = {
  routes: {
    dashboard: { en: files("en"), pl: files("pl") },
    login: { en: ["/assets/login.js"], pl: ["/assets/login.js"] },
  },
};

const folder = await forFile(temporaryFolder());
await folder.write({ ...sampleRenderer, ".vite/route-files.json": JSON.stringify(written) });
const portal = await forFile(createTestPortal({}, { rendererFolder: folder.path }));

const hintsOf = async (url: string) => {
  const { body } = await portal.app.inject({ url });
  return [...body.matchAll(/<link rel="(\w+)"[^>]* href="(\/assets\/[^"]+)"/g)].map(
    ([, rel, file]) => `${rel} ${file}`,
  );
};

it("names the files of a route, in the language of the address", async () => {
  expect(await hintsOf("/dashboard?lang=pl")).toEqual([
    "modulepreload /assets/page.js",
    "modulepreload /assets/pl.js",
    "preload /assets/mark.svg",
  ]);
  expect(await hintsOf("/dashboard")).toContain("modulepreload /assets/en.js");
  expect(await hintsOf("/login")).toEqual(["modulepreload /assets/login.js"]);
});

it("names none for an address without a page", async () => {
  expect(await hintsOf("/unheard-of")).toEqual([]);
});

it("is no file of the renderer", async () => {
  const answer = await portal.app.inject({ url: "/.vite/route-files.json" });
  expect(answer.headers["content-type"]).toContain("text/html");
});

it("a build without the list has no hints", async () => {
  const empty = await temporaryFolder();
  expect(await readRouteFiles(empty.path)).toEqual({ routes: {} });
  await empty.remove();
});
