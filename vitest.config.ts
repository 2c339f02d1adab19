import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const databaseSetup = "src-api/testing/database-setup.ts";

export default defineConfig({
  test: {
    // One worker less than processors, as is the default, leaves a small machine half idle.
    maxWorkers: "100%",
    projects: [
      {
        // What these import takes longer than they do: a worker imports it once for all its files.
        test: {
          name: "api",
          include: ["src-api/**/*.test.ts"],
          exclude: ["src-api/**/*.isolated.test.ts"],
          isolate: false,
          globalSetup: [databaseSetup],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // These put modules and globals of their own in place.
        test: {
          name: "node",
          include: [
            "src-api/**/*.isolated.test.ts",
            "src-{shared,main,preload}/**/*.test.ts",
            "tests/{*,electronegativity/*,mutations/*,perf/*,supply-chain/*}.test.ts",
          ],
          // So that its "electron" is the one that a test puts in place.
          server: { deps: { inline: ["electron-store"] } },
          globalSetup: [databaseSetup],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "renderer",
          environment: "jsdom",
          include: ["src-renderer/**/*.test.{ts,tsx}"],
          setupFiles: ["src-renderer/testing/setup.ts"],
          // Every file has a context of its own, without a process of its own.
          pool: "vmThreads",
          testTimeout: 20_000,
        },
      },
    ],
  },
});
