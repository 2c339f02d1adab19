import { randomInt } from "node:crypto";
import { defineConfig } from "@playwright/test";
import { systemBrowserPath } from "./tests/browser-path.ts";
import { forShortVisits, type Build } from "./tests/fixtures/windows.ts";

/**
 * Keeps Chromium off the network, which no test may need, and from starting spare renderer processes, which
 * cost a quarter of the work of a page load.
 */
const browserArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--renderer-process-limit=1",
  forShortVisits,
];

// Seed of the random walks. Set here because workers inherit this environment.
process.env["CHAOS_SEED"] ||= String(randomInt(2 ** 31));

const executablePath = systemBrowserPath();

const walks = "chaos/*.walk.ts";
/** Specs of variants, and those that visit every page: they take too long for `npm test`. */
const exhaustive = /@exhaustive/;
/**
 * What `.ci/run` runs in the desktop app besides its own specs: those of each area in which it works differently than a
 * browser, tagged `@seam:<area>`: session, guards, stored-values, api-client, notifications, links, files, media, flags, print.
 * Compared with a spec's path and title.
 */
const desktopRest = /@seam:|e2e\/desktop\/.*@exhaustive/;

export default defineConfig<object, { build: Build }>({
  testDir: "tests",
  testMatch: "{e2e,faults}/**/*.spec.ts",
  globalSetup: "tests/build-product.ts",
  // The server build is loaded as it is; transpiling it takes half a minute.
  build: { external: ["**/dist/**"] },
  outputDir: "test-results",
  reporter: [["list"]],
  fullyParallel: true,
  // Twice as many workers as a small machine has processors: specs often wait.
  workers: 4,
  // A spec that only passes at the second attempt reveals a defect of the spec or the product.
  retries: 0,
  // A limit for specs that hang. Long ones take a minute where dozens of processes share the processors.
  timeout: 120_000,
  // A busy machine is slow; only a failure waits as long.
  expect: { timeout: 30_000 },
  use: {
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    // Faults have to meet every request. Specs about the service worker allow it.
    serviceWorkers: "block",
    contextOptions: { reducedMotion: "reduce" },
    // Recording slows every spec down, so it is opt-in.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    launchOptions: { args: browserArguments, ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: "web", testIgnore: "e2e/desktop/**", grepInvert: exhaustive },
    { name: "web-rest", testIgnore: "e2e/desktop/**", grep: exhaustive },
    {
      name: "desktop",
      testMatch: "e2e/desktop/**/*.spec.ts",
      use: { build: "desktop" },
      grepInvert: exhaustive,
    },
    { name: "desktop-rest", use: { build: "desktop" }, grep: desktopRest },
    { name: "walk", testMatch: walks },
    { name: "desktop-walk", testMatch: walks, use: { build: "desktop" } },
  ],
});
