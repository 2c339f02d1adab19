import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { openClock } from "../../infra/clock/clock.ts";
import { forFile } from "../../testing/for-file.ts";
import { connectOwn } from "../../testing/test-portal.ts";
import { withGround } from "./own-database.ts";

const day = 24 * 60 * 60_000;

const connection = await forFile(connectOwn());

test("A command that runs without the portal has the time to which a tester moved its database", async () => {
  const { testClock, close } = await openClock({ testClock: true }, connection);
  await testClock?.forward(40 * day, async () => {});
  await close();
  const ahead = await withGround(readConfig({}), connection, async ({ now }) => {
    return now().getTime() - Date.now();
  });
  expect(ahead).toBeGreaterThan(39 * day);
});
