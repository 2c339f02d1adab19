import { defineConfig } from "@playwright/test";

/** The probes of the stand-in itself. They need its Chromium, and nothing of the portal. */
export default defineConfig({
  testDir: "probes",
  testMatch: "*.probe.ts",
  outputDir: "../../test-results/electron-standin",
  reporter: [["list"]],
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
});
