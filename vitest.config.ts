import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const databaseSetup = "src-api/testing/database-setup.ts";
const cheapPasswords = "src-api/testing/cheap-passwords.ts";

/** How long tests wait for a state. A busy machine is slow; only a failure waits as long. */
const waiting = "tests/waiting.ts";
const expect = { poll: { timeout: 30_000 } };

/**
 * Tests that `npm test` leaves to `.ci/run`: those that start and kill processes of the API, random lives, thousands of
 * files, whole matrices, races, which only a PostgreSQL server can lose, and what only some
 * installations have (LaunchDarkly, Stripe, traces).
 */
const slow = "src-api/**/*.slow.test.ts";

const ofApi = {
  isolate: false,
  globalSetup: [databaseSetup],
  setupFiles: [cheapPasswords, waiting],
  expect,
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

const isolatedRenderer = "src-renderer/**/*.isolated.test.{ts,tsx}";
/** Tests of the renderer that need no document: none is created for them. */
const documentless = "src-renderer/**/*.node.test.ts";

const ofRenderer = {
  environment: "jsdom",
  setupFiles: ["src-renderer/testing/brand-element.ts", "src-renderer/testing/setup.ts", waiting],
  expect,
  testTimeout: 60_000,
};

export default defineConfig({
  test: {
    // By default vitest uses one worker less than there are processors, which is slow on small
    // machines. Tests also wait, so one more keeps two processors busy.
    maxWorkers: "150%",
    projects: [
      {
        // Their imports take longer than the tests: each worker imports once for all its files.
        test: {
          ...ofApi,
          name: "api",
          include: ["src-{api,shared}/**/*.test.ts"],
          exclude: ["src-api/**/*.isolated.test.ts", slow],
        },
      },
      { test: { ...ofApi, name: "slow", include: [slow] } },
      {
        // These replace modules or globals.
        test: {
          name: "node",
          include: [
            "src-api/**/*.isolated.test.ts",
            "src-{main,preload}/**/*.test.ts",
            "tests/**/*.test.ts",
          ],
          // Transformed by vitest, so that tests can replace "electron".
          server: { deps: { inline: ["electron-store"] } },
          globalSetup: [databaseSetup],
          setupFiles: [cheapPasswords, waiting],
          expect,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Each worker imports React, Fluent and the texts once for all its files, which is half of the work.
        plugins: [react()],
        test: {
          ...ofRenderer,
          name: "renderer",
          include: ["src-renderer/**/*.test.{ts,tsx}"],
          exclude: [isolatedRenderer, documentless],
          setupFiles: [...ofRenderer.setupFiles, "src-renderer/testing/shared-setup.ts"],
          pool: "threads",
          isolate: false,
        },
      },
      {
        test: {
          name: "renderer-node",
          include: [documentless],
          setupFiles: [waiting],
          expect,
          testTimeout: 60_000,
          pool: "threads",
          isolate: false,
        },
      },
      {
        // These replace modules, store something for offline use, or watch the connection for the life of a window.
        plugins: [react()],
        test: {
          ...ofRenderer,
          name: "renderer-isolated",
          include: [isolatedRenderer],
          // A separate context per file, without a process per file.
          pool: "vmThreads",
        },
      },
    ],
  },
});
