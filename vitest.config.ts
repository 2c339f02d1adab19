import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // One worker less than processors, as is the default, leaves a small machine half idle.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "node",
          include: [
            "src-{shared,api,main,preload}/**/*.test.ts",
            "tests/{*,electronegativity/*,perf/*}.test.ts",
          ],
          // So that its "electron" is the one that a test puts in place.
          server: { deps: { inline: ["electron-store"] } },
          globalSetup: ["src-api/testing/database-setup.ts"],
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
          testTimeout: 20_000,
        },
      },
    ],
  },
});
