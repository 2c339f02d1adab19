import { defineConfig } from "vitest/config";

/** What needs buildah, a PostgreSQL server and root, and takes minutes: `npm run test:image`. */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["tests/image/*.check.ts"],
    fileParallelism: false,
    testTimeout: 600_000,
    // The build took 15 minutes beside twelve busy processes on two processors.
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
