import { beforeEach, describe, expect, test } from "vitest";
import { forFile } from "../../testing/for-file.ts";
import { call } from "../../testing/account-requests.ts";
import {
  buy,
  comeBack,
  createBuyer,
  workbook,
  type Buyer,
} from "../../testing/billing-requests.ts";
import { moveTo } from "../../testing/members.ts";
import { createBillingPortal } from "../../testing/billing-portal.ts";
import { readCommand } from "../channel/testing/read-command.ts";
import { defineOrderCommands } from "./define-order-commands.ts";
import type { OrderCommand } from "./order-command.ts";
import { runOrderCommand } from "./run-order-command.ts";

let buyer: Buyer;
const portal = await forFile(createBillingPortal({ demo: true }));
beforeEach(async () => void (buyer = await createBuyer(portal)));

const read = (...args: string[]) =>
  readCommand<OrderCommand>({ name: "orders", define: defineOrderCommands }, args);

/** Runs a command as it is typed, and sends the mail that it caused. */
async function type(...args: string[]): Promise<string[]> {
  const command = await read(...args);
  if (!command) throw new Error("The command did nothing.");
  const lines = await runOrderCommand(portal.portal, command);
  await portal.runDueJobs();
  return lines;
}

const consultation = "handling-consultation";
const place = "show-day-class";
const assessment = "fitness-assessment";

/** Buys an extra. Returns the number of its receipt. */
async function order(sku: string, quantity = 1, who = buyer): Promise<string> {
  const { id } = await buy(portal, who, [{ sku, quantity }]);
  const { body } = await call(portal, "GET", `/purchases/${id}`, { token: who.token });
  return body.receiptNumber;
}

/** Returns the first delivery of a buyer. */
async function deliveryOf({ token } = buyer) {
  const { body } = await call(portal, "GET", "/deliveries", { token });
  return body.items[0];
}

/** Returns the subjects of the mails to a buyer, but for the receipt. */
const mailsTo = ({ email } = buyer): string[] =>
  portal.mails
    .filter(({ to, subject }) => to === email && !/receipt|rachunek/.test(subject))
    .map(({ subject }) => subject);

describe("the orders command line", () => {
  test.each([
    [["schedule", "RS-2026-000001", consultation], "missing required argument 'time'"],
    [["schedule", "1", consultation, "2026-12-01T18:00"], "the number of the receipt"],
    [["done", "RS-2026-000001"], "missing required argument 'item'"],
  ])("refuses %j and names the mistake", async (args, message) => {
    await expect(read(...args)).rejects.toThrow(message);
  });

  test("names what a purchase contains when the item is not part of it", async () => {
    const number = await order(consultation);
    await expect(type("done", number, place)).rejects.toThrow(`It contains: ${consultation}.`);
    await expect(type("done", "RS-2020-000001", place)).rejects.toThrow(
      "There is no paid order of extras with the number RS-2020-000001.",
    );
  });

  test.each([
    ["tomorrow", "is not a date"],
    ["2026-12-01", "has no time of day"],
    ["01/02/2027 10:00", "could be more than one date"],
    ["2026-02-30T10:00", "is not a date"],
    ["2027-03-28T02:30", "is not one time in Europe/Warsaw"], // the clocks go forward
    ["2026-03-01T12:59", "is in the past"], // 11:59 in UTC
  ])("refuses the time %s", async (time, message) => {
    const number = await order(consultation);
    await expect(type("schedule", number, consultation, time)).rejects.toThrow(message);
    expect(await deliveryOf()).toMatchObject({ state: "requested", scheduledFor: null });
  });
});

test("an appointment is scheduled, moved and done, and its buyer is told of each change once", async () => {
  const number = await order(consultation);
  const item = "Online handling consultation";
  expect(await type("schedule", number, consultation, "2026-03-10T18:00")).toEqual([
    `${number} ${consultation}: Tuesday, 10 March 2026 at 18:00 CET.`,
  ]);
  expect(await deliveryOf()).toMatchObject({
    state: "scheduled",
    scheduledFor: "2026-03-10T17:00:00.000Z",
  });
  expect(await type("schedule", number, consultation, "2026-03-10T18:00")).toEqual([
    `${number} ${consultation}: Tuesday, 10 March 2026 at 18:00 CET, as before.`,
  ]);
  await type("schedule", number, consultation, "2026-03-30T18:00");
  await expect(type("done", number, consultation)).rejects.toThrow("not come yet");
  expect(await deliveryOf()).toMatchObject({ state: "scheduled", completed: 0 });
  moveTo(portal, "2026-03-30T16:00:00Z");
  buyer = await comeBack(portal, buyer);
  await type("done", number, consultation);
  expect(await type("done", number, consultation)).toEqual([
    `${number} ${consultation}: done before.`,
  ]);
  await expect(type("cancel", number, consultation)).rejects.toThrow("This order is done.");
  expect(await deliveryOf()).toMatchObject({ state: "done", completed: 1 });
  expect(mailsTo()).toEqual([
    `${item}: Tuesday, 10 March 2026 at 18:00 CET`,
    `New time: ${item}, Monday, 30 March 2026 at 18:00 CEST`,
    `Done: ${item}`,
  ]);
});

test("buyers are told in their language, at their present address", async () => {
  const polish = await createBuyer(portal, { language: "pl" });
  const number = await order(place, 1, polish);
  await type("schedule", number, place, "2026-10-10T09:00");
  const [subject] = mailsTo(polish);
  expect(subject).toMatch(/Miejsce na jesiennych zajęciach.*sobota.*10 października 2026.*09:00/);
});

test("of two appointments each has a time of its own; two places have one", async () => {
  const two = await order(consultation, 2);
  await type("schedule", two, consultation, "2026-04-10T18:00");
  moveTo(portal, "2026-04-10T16:00:00Z");
  await type("done", two, consultation);
  expect(await deliveryOf()).toMatchObject({
    state: "requested",
    completed: 1,
    scheduledFor: null,
  });
  await type("done", two, consultation);
  expect(await deliveryOf()).toMatchObject({ state: "done", completed: 2 });
  expect(mailsTo().slice(1)).toEqual([
    "Done: Online handling consultation (1 of 2)",
    "Done: Online handling consultation (2 of 2)",
  ]);
  const pair = await createBuyer(portal);
  const places = await order(place, 2, pair);
  await type("done", places, place);
  expect(await deliveryOf(pair)).toMatchObject({ state: "done", completed: 2 });
});

test("a cancelled order can be scheduled again, but not be done", async () => {
  const number = await order(place);
  expect(await type("cancel", number, place)).toEqual([
    `${number} ${place}: cancelled.`,
    expect.stringContaining(
      `Nothing was refunded. To refund it: npm run -s payments -- refund ${number}`,
    ),
  ]);
  expect(await type("cancel", number, place)).toEqual([`${number} ${place}: cancelled before.`]);
  await expect(type("done", number, place)).rejects.toThrow("This order was cancelled.");
  await type("schedule", number, place, "2026-10-10T09:00");
  expect(await deliveryOf()).toMatchObject({ state: "scheduled" });
  expect(mailsTo()).toHaveLength(2);
});

test("a report has no time, and a file is delivered already: it can only be withdrawn", async () => {
  const report = await order(assessment);
  await expect(type("schedule", report, assessment, "2026-10-10T09:00")).rejects.toThrow("no time");
  await type("done", report, assessment);
  expect(mailsTo()).toEqual(["Sent: Fitness assessment by video"]);
  const reader = await createBuyer(portal);
  const file = await order(workbook.sku, 1, reader);
  await expect(type("done", file, workbook.sku)).rejects.toThrow("This is a file");
  await type("cancel", file, workbook.sku);
  const { purchaseId } = await deliveryOf(reader);
  const path = `/purchases/${purchaseId}/files/${workbook.sku}`;
  expect((await call(portal, "GET", path, { token: reader.token })).status).toBe(404);
});

test("the list shows what is to be done; with --all also what is done", async () => {
  const open = await order(consultation, 2);
  const done = await order(place);
  const file = await order(workbook.sku);
  await type("done", open, consultation);
  await type("done", done, place);
  const rowsOf = async (...args: string[]) => {
    const [heading, ...rows] = await type("list", ...args);
    expect(heading?.split(/ {2,}/)).toEqual(["NUMBER", "PAID", "ITEM", "STATE", "TIME", "BUYER"]);
    return rows.map((row) => row.split(/ {2,}/)).filter((row) => row[5]?.includes(buyer.email));
  };
  const buyerCell = `Ada Buyer <${buyer.email}>`;
  const today = portal.portal.now().toISOString().slice(0, 10);
  const first = [open, today, `2 × ${consultation}`, "requested, 1 done", "-", buyerCell];
  expect(await rowsOf()).toEqual([first]);
  expect(await rowsOf("--all")).toEqual([
    first,
    [done, today, place, "done", "-", buyerCell],
    [file, today, workbook.sku, "ready", "-", buyerCell],
  ]);
});
