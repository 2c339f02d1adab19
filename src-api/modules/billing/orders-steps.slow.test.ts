import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { call, claimedUser, logIn } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { buy, type Buyer, comeBack, createBuyer, workbook } from "#api/testing/billing-requests.ts";
import { moveTo } from "#api/testing/members.ts";

let buyer: Buyer;
const admin = `${randomUUID()}@example.com`;
const portal = await forFile(createBillingPortal({ demo: true }));
await claimedUser(portal, admin, { roles: ["ROLE_USER", "ROLE_ADMIN"] });
let token = "";
beforeEach(async () => {
  buyer = await createBuyer(portal);
  token = (await logIn(portal, admin)).body.token;
});

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
async function deliveryOf({ token: own } = buyer) {
  const { body } = await call(portal, "GET", "/deliveries", { token: own });
  return body.items[0];
}

type Step = { step: "schedule"; time: string } | { step: "done" } | { step: "cancel" };

/** Takes a step as an admin who has just seen the order, and sends the mails that it caused. Returns the status. */
async function take(number: string, sku: string, step: Step): Promise<number> {
  const listed = await call(portal, "GET", `/orders?query=${number}`, { token });
  const [{ changedAt }] = listed.body.items;
  const path = `/orders/${number}/${sku}`;
  const { status } = await call(portal, "POST", path, { token, body: { ...step, changedAt } });
  await portal.runDueJobs();
  return status;
}
const schedule = (number: string, sku: string, time: string) =>
  take(number, sku, { step: "schedule", time });
const done = (number: string, sku: string) => take(number, sku, { step: "done" });
const cancel = (number: string, sku: string) => take(number, sku, { step: "cancel" });

/** Returns the subjects of the mails to a buyer, but for the receipt. */
const mailsTo = ({ email } = buyer): string[] =>
  portal.mails
    .filter(({ to, subject }) => to === email && !/receipt|rachunek/.test(subject))
    .map(({ subject }) => subject);

describe("an order is not scheduled for", () => {
  test.each([
    ["tomorrow", "no date"],
    ["2026-12-01", "no time of day"],
    ["01/02/2027 10:00", "more than one date"],
    ["2026-02-30T10:00", "a day that does not exist"],
    ["2027-03-28T02:30", "an hour that the clocks skip"],
    ["2026-03-01T12:59", "the past"], // 11:59 in UTC
  ])("%s: %s", async (time) => {
    const number = await order(consultation);
    expect(await schedule(number, consultation, time)).toBe(400);
    expect(await deliveryOf()).toMatchObject({ state: "requested", scheduledFor: null });
  });
});

test("an appointment is scheduled, moved and done, and its buyer is told of each change once", async () => {
  const number = await order(consultation);
  const item = "Online handling consultation";
  expect(await schedule(number, consultation, "2026-03-10T18:00")).toBe(200);
  expect(await deliveryOf()).toMatchObject({
    state: "scheduled",
    scheduledFor: "2026-03-10T17:00:00.000Z",
  });
  expect(await schedule(number, consultation, "2026-03-10T18:00")).toBe(200);
  await schedule(number, consultation, "2026-03-30T18:00");
  expect(await done(number, consultation)).toBe(409); // its time has not come
  expect(await deliveryOf()).toMatchObject({ state: "scheduled", completed: 0 });
  moveTo(portal, "2026-03-30T16:00:00Z");
  buyer = await comeBack(portal, buyer);
  token = (await logIn(portal, admin)).body.token;
  expect(await done(number, consultation)).toBe(200);
  expect(await done(number, consultation)).toBe(200);
  expect(await cancel(number, consultation)).toBe(409);
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
  await schedule(number, place, "2026-10-10T09:00");
  const [subject] = mailsTo(polish);
  expect(subject).toMatch(/Miejsce na jesiennych zajęciach.*sobota.*10 października 2026.*09:00/);
});

test("of two appointments each has a time of its own; two places have one", async () => {
  const two = await order(consultation, 2);
  await schedule(two, consultation, "2026-04-10T18:00");
  moveTo(portal, "2026-04-10T16:00:00Z");
  buyer = await comeBack(portal, buyer);
  token = (await logIn(portal, admin)).body.token;
  await done(two, consultation);
  expect(await deliveryOf()).toMatchObject({
    state: "requested",
    completed: 1,
    scheduledFor: null,
  });
  await done(two, consultation);
  expect(await deliveryOf()).toMatchObject({ state: "done", completed: 2 });
  expect(mailsTo().slice(1)).toEqual([
    "Done: Online handling consultation (1 of 2)",
    "Done: Online handling consultation (2 of 2)",
  ]);
  const pair = await createBuyer(portal);
  const places = await order(place, 2, pair);
  await done(places, place);
  expect(await deliveryOf(pair)).toMatchObject({ state: "done", completed: 2 });
});

test("a cancelled order can be scheduled again, but not be done", async () => {
  const number = await order(place);
  expect(await cancel(number, place)).toBe(200);
  expect(await cancel(number, place)).toBe(200);
  expect(await done(number, place)).toBe(409);
  await schedule(number, place, "2026-10-10T09:00");
  expect(await deliveryOf()).toMatchObject({ state: "scheduled" });
  expect(mailsTo()).toHaveLength(2);
});

test("a report has no time, and a file is delivered already: it can only be withdrawn", async () => {
  const report = await order(assessment);
  expect(await schedule(report, assessment, "2026-10-10T09:00")).toBe(409);
  await done(report, assessment);
  expect(mailsTo()).toEqual(["Sent: Fitness assessment by video"]);
  const reader = await createBuyer(portal);
  const file = await order(workbook.sku, 1, reader);
  expect(await done(file, workbook.sku)).toBe(409);
  await cancel(file, workbook.sku);
  const { purchaseId } = await deliveryOf(reader);
  const path = `/purchases/${purchaseId}/files/${workbook.sku}`;
  expect((await call(portal, "GET", path, { token: reader.token })).status).toBe(404);
});
