import { afterEach, describe, expect, inject, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { connectOwn } from "#api/testing/test-portal.ts";
import { connectPostgres, type Connection } from "#api/infra/database/connect.ts";
import { openClock, type PortalClock } from "./clock.ts";
import { testClock as table } from "./schema.ts";

const start = new Date("2026-03-01T12:00:00Z");
const realTime = () => start;
const nothing = async () => {};

let opened: PortalClock[] = [];
const connection = await forFile(connectOwn());
afterEach(async () => {
  await Promise.all(opened.map((clock) => clock.close()));
  opened = [];
  await connection.database.delete(table);
});

/** Opens a clock as a process of the portal does when it starts. */
async function open(testClock = true, on: Pick<Connection, "database" | "listen"> = connection) {
  const clock = await openClock({ testClock }, on, realTime);
  opened.push(clock);
  return clock;
}

const within = { interval: 10 };

describe("a clock that testers may move", () => {
  test("goes with real time until it is moved, then ahead of it", async () => {
    const clock = await open();
    expect([clock.now(), clock.testClock?.ahead()]).toEqual([start, 0]);
    await clock.testClock?.forward(hourMs, nothing);
    await clock.testClock?.forward(2 * hourMs, nothing);
    expect(clock.now()).toEqual(new Date("2026-03-01T15:00:00Z"));
    expect(clock.testClock?.ahead()).toBe(3 * hourMs);
  });

  test("is the same in a process that runs already, and in one that starts later", async () => {
    const [mover, running] = [await open(), await open()];
    await mover.testClock?.forward(hourMs, nothing);
    await expect.poll(() => running.now(), within).toEqual(new Date("2026-03-01T13:00:00Z"));
    expect((await open()).now()).toEqual(new Date("2026-03-01T13:00:00Z"));
  });

  test("adds up what two processes move it by at the same time", async () => {
    const [one, other] = [await open(), await open()];
    await Promise.all([
      one.testClock?.forward(hourMs, nothing),
      other.testClock?.forward(hourMs, nothing),
    ]);
    await expect.poll(() => one.now(), within).toEqual(new Date("2026-03-01T14:00:00Z"));
    await expect.poll(() => other.now(), within).toEqual(new Date("2026-03-01T14:00:00Z"));
  });

  test("keeps a later move that it hears of before the answer to its own", async () => {
    const other = await open();
    const later = new Date("2026-03-01T14:00:00Z");
    const { database } = connection;
    const transaction: typeof database.transaction = async (...run) => {
      const moved = await database.transaction(...run);
      await other.testClock?.forward(hourMs, nothing);
      await expect.poll(() => clock.now(), within).toEqual(later);
      return moved;
    };
    const slow = Object.assign(Object.create(database) as typeof database, { transaction });
    const clock = await open(true, { ...connection, database: slow });
    await clock.testClock?.forward(hourMs, nothing);
    expect(clock.now()).toEqual(later);
  });

  test("stays where it is when what has to change with it cannot", async () => {
    const clock = await open();
    const fails = () => Promise.reject(new Error("full"));
    await expect(clock.testClock?.forward(hourMs, fails)).rejects.toThrow("full");
    expect(clock.now()).toEqual(start);
    expect((await open()).now()).toEqual(start);
  });

  test("cannot be moved back", async () => {
    const clock = await open();
    await expect(clock.testClock?.forward(-hourMs, nothing)).rejects.toThrow("Failed query");
    expect(clock.now()).toEqual(start);
  });
});

describe("without TEST_CLOCK", () => {
  test("the portal's time is real time", async () => {
    const clock = await open(false);
    expect([clock.now(), clock.testClock]).toEqual([start, null]);
  });

  test("a database whose time was moved is refused, since its time would go back", async () => {
    await (await open()).testClock?.forward(hourMs, nothing);
    await expect(open(false)).rejects.toThrow("Start with TEST_CLOCK=1");
  });
});

// Only PostgreSQL serves several processes.
test.skipIf(inject("databaseUrl") === null)(
  "a process with a connection of its own follows within a second",
  async () => {
    const [row] = await connection.database
      .select({ name: sql<string>`current_database()` })
      .from(sql`(select 1) as one`);
    const url = new URL(inject("databaseUrl") ?? "");
    url.pathname = `/${row?.name}`;
    const other = await connectPostgres(url.href);
    const following = await open(true, other);
    await (await open()).testClock?.forward(hourMs, nothing);
    await expect.poll(() => following.now(), within).toEqual(new Date("2026-03-01T13:00:00Z"));
    await following.close();
    await other.close();
  },
);
