import { defineConfig } from "vitest/config";

/** What needs buildah, a PostgreSQL server and root, and takes minutes: `npm run test:image`. */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["tests/image/*.check.ts"],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
