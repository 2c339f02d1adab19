import { randomInt } from "node:crypto";
import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";

/** s that a walk lasts, and that its beginning and its end may take besides. */
const [defaultSeconds, besides] = [60, 240];

// Both are fixed here, before the workers start: they and their environment are made from this one.
process.env["CHAOS_SEED"] ||= String(randomInt(2 ** 31));
process.env["CHAOS_SECONDS"] ||= String(defaultSeconds);

/** The chaos run: a walk in the browser and one in the desktop app, side by side. */
export default defineConfig(base, {
  testDir: ".",
  testMatch: "*.walk.ts",
  globalSetup: "../build-product.ts",
  outputDir: "../../test-results/chaos",
  timeout: (Number(process.env["CHAOS_SECONDS"]) + besides) * 1_000,
});
