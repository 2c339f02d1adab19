import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { testClock } from "#api/infra/clock/schema.ts";
import { invoices } from "#api/modules/billing/schema.ts";
import { call } from "#api/testing/account-requests.ts";
import { buy, createBuyer, monthly, type Buyer } from "#api/testing/billing-requests.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { readCommand } from "#api/cli/channel/testing/read-command.ts";
import type { ClockCommand } from "./clock-command.ts";
import { defineClockCommands } from "./define-clock-commands.ts";
import { runClockCommand } from "./run-clock-command.ts";

const read = (...args: string[]) =>
  readCommand<ClockCommand>({ name: "clock", define: defineClockCommands }, args);

/** Runs a command as it is typed. */
async function type(portal: TestPortal, ...args: string[]): Promise<string[]> {
  const command = await read(...args);
  if (!command) throw new Error("The command did nothing.");
  return runClockCommand(portal.portal, command);
}

describe("the clock command line", () => {
  test.each([
    [["1 month"], { count: 1, unit: "month" }],
    [["14", "days"], { count: 14, unit: "day" }],
    [["3Hours"], { count: 3, unit: "hour" }],
    [[" 2  weeks "], { count: 2, unit: "week" }],
  ])("reads how far %j is", async (words, by) => {
    expect(await read("forward", ...words)).toEqual({ command: "forward", by });
  });

  test.each([[["a while"]], [["0 days"]], [["-1 month"]], [["1.5 days"]], [["1 fortnight"]]])(
    "refuses %j and says what to write",
    async (words) => {
      await expect(read("forward", "--", ...words)).rejects.toThrow("Write how far, such as");
    },
  );
});

describe("where the portal was started with TEST_CLOCK=1", () => {
  let portal: TestPortal;
  let buyer: Buyer;
  beforeAll(async () => {
    portal = await createBillingPortal({ demo: false }, { testClock: true });
    buyer = await createBuyer(portal);
  });
  afterAll(() => portal.close());

  const membership = async () => (await call(portal, "GET", "/membership", buyer)).body;
  const kinds = () =>
    portal.mails.filter(({ to }) => to === buyer.email).map(({ subject }) => subject);

  test("shows the portal's time", async () => {
    expect(await type(portal, "show")).toEqual([
      "The portal's time is 2026-03-01 13:00 +01:00.",
      "This is real time.",
    ]);
  });

  test("renews in each month that passes, for whoever stays logged in", async () => {
    await buy(portal, buyer, [monthly]);
    expect(await type(portal, "forward", "2 months")).toEqual([
      "The portal's time was 2026-03-01 13:00 +01:00.",
      "The portal's time is 2026-05-01 14:00 +02:00.",
      "That is 61 days and 0 hours ahead of real time.",
    ]);
    expect(await membership()).toMatchObject({
      status: "active",
      nextCharge: { on: "2026-06-01T12:00:00.000Z" },
    });
    const paid = await portal.portal.database
      .select({ from: invoices.periodStart, paidAt: invoices.paidAt })
      .from(invoices)
      .where(eq(invoices.userId, buyer.id))
      .orderBy(invoices.paidAt);
    expect(paid).toEqual(
      ["2026-03-01", "2026-04-01", "2026-05-01"].map((day) => {
        const at = new Date(`${day}T12:00:00Z`);
        return { from: at, paidAt: at };
      }),
    );
    expect(kinds().filter((subject) => subject.startsWith("Your receipt"))).toHaveLength(3);
  });

  test("retries and ends happen on their days, though the time is moved at once", async () => {
    const unlucky = await createBuyer(portal);
    await buy(portal, unlucky, [monthly], "4000 0000 0000 9979");
    await type(portal, "forward", "1 month");
    expect((await call(portal, "GET", "/membership", unlucky)).body).toMatchObject({
      status: "past-due",
      pastDue: { nextTryOn: "2026-06-02T12:00:00.000Z", endsOn: "2026-06-15T12:00:00.000Z" },
    });
    await type(portal, "forward", "3 weeks");
    expect((await call(portal, "GET", "/membership", unlucky)).body.status).toBe("ended");
    const [renewal] = await portal.portal.database
      .select({ tries: invoices.tries, status: invoices.status })
      .from(invoices)
      .where(eq(invoices.userId, unlucky.id))
      .orderBy(invoices.createdAt)
      .offset(1);
    expect(renewal).toEqual({ tries: 5, status: "uncollectible" });
  });

  test("whoever was logged out by the time stays logged out", async () => {
    const gone = await createBuyer(portal);
    portal.advance(15 * dayMs);
    expect((await call(portal, "GET", "/me", gone)).status).toBe(401);
    await type(portal, "forward", "1 day");
    expect((await call(portal, "GET", "/me", gone)).status).toBe(401);
  });

  test("refuses to move by more than five years, and does not move", async () => {
    const before = await portal.portal.database.select().from(testClock);
    await expect(type(portal, "forward", "6 years")).rejects.toThrow("by 5 years at most");
    expect(await portal.portal.database.select().from(testClock)).toEqual(before);
  });
});

test("without a running portal the command says so, and opens no database", async () => {
  const folder = await temporaryFolder();
  const script = fileURLToPath(new URL("../clock.ts", import.meta.url));
  const environment = {
    ...process.env,
    DATA_DIR: folder.path,
    TEST_CLOCK: "1",
    PAYMENTS: "sandbox",
  };
  const ran = promisify(execFile)(process.execPath, [script, "show"], { env: environment });
  await expect(ran).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Portal: .*\nNo portal runs with this DATA_DIR\. Start it first\.\n$/,
    ),
  });
  expect(await readdir(folder.path)).toEqual([]);
  await folder.remove();
});

test("elsewhere the time cannot be moved", async () => {
  const portal = await createTestPortal();
  await expect(type(portal, "forward", "1 day")).rejects.toThrow("started with TEST_CLOCK=1");
  await portal.close();
});
