import { expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { readConfig } from "#api/config.ts";
import { openClock } from "#api/infra/clock/clock.ts";
import { forFile } from "#api/testing/for-file.ts";
import { connectOwn } from "#api/testing/test-portal.ts";
import { withContext } from "./own-database.ts";

const connection = await forFile(connectOwn());

test("A command that runs without the portal has the time to which a tester moved its database", async () => {
  const { testClock, close } = await openClock({ testClock: true }, connection);
  await testClock?.forward(40 * dayMs, async () => {});
  await close();
  const ahead = await withContext(readConfig({}), connection, async ({ now }) => {
    return now().getTime() - Date.now();
  });
  expect(ahead).toBeGreaterThan(39 * dayMs);
});
