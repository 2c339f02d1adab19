import { defineConfig } from "@playwright/test";

/** Runs the probes of the stand-in itself. They need Chromium, but not the portal. */
export default defineConfig({
  testDir: "probes",
  testMatch: "*.probe.ts",
  outputDir: "../../test-results/electron-standin",
  reporter: [["list"]],
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
});
