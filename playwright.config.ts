import { randomInt } from "node:crypto";
import { defineConfig } from "@playwright/test";
import { systemBrowserPath } from "./tests/browser-path.ts";
import { forShortVisits, type Build } from "./tests/fixtures/windows.ts";

/**
 * Chromium must not call home: a test that needs the network is no test. And it keeps no process in
 * reserve, which takes a quarter of the work of a page.
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

// Where the random walks begin: fixed before the workers start, which are made from this environment.
process.env["CHAOS_SEED"] ||= String(randomInt(2 ** 31));

const executablePath = systemBrowserPath();

export default defineConfig<object, { build: Build }>({
  testDir: "tests",
  testMatch: ["{e2e,faults}/**/*.spec.ts", "chaos/*.walk.ts"],
  globalSetup: "tests/build-product.ts",
  outputDir: "test-results",
  reporter: [["list"]],
  fullyParallel: true,
  // More than a small machine has processors: specs wait now and then.
  workers: 3,
  // On a machine that is busy with something else one of hundreds may come too late. What passes only
  // the second time is listed as flaky: look at it.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: "reduce" },
    // Recording costs every spec a good part of its time: on demand.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    launchOptions: { args: browserArguments, ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: "web", testIgnore: "e2e/desktop/**" },
    { name: "desktop", use: { build: "desktop" } },
  ],
});
