import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import { readersTable } from "#api/modules/readers/module.ts";
import { products } from "#api/modules/billing/schema.ts";
import {
  buy,
  checkOut,
  createBuyer,
  goodCard,
  monthly,
  pay,
  workbook,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";

let portal: TestPortal;
beforeEach(async () => {
  portal = await createBillingPortal({ demo: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await portal.close();
});

const database = () => portal.portal.database;

/** Returns an account, which agreed to mails unless it says otherwise. */
async function account({ agrees = true } = {}): Promise<Buyer> {
  const buyer = await createBuyer(portal);
  if (agrees) {
    await database().insert(readersTable).values({
      id: randomUUID(),
      email: buyer.email,
      userId: buyer.id,
      language: "en",
      source: "account",
      consentedAt: portal.portal.now(),
    });
  }
  return buyer;
}

/** Lets hours pass, and runs the hourly job then, twice. */
async function pass(hours: number) {
  portal.advance(hours * hourMs);
  for (const _ of [1, 2]) {
    expect(await portal.portal.jobs.runScheduled()).toEqual([]);
    await portal.runDueJobs();
  }
}

const reminders = ({ email }: Buyer) =>
  portal.mails.filter(({ to, subject }) => to === email && /is not finished/.test(subject));

test("an unfinished order is mailed a day later, once ever, with its cart", async () => {
  const buyer = await account();
  await checkOut(portal, buyer, [monthly, { ...workbook, quantity: 2 }]);
  await pass(23);
  expect(reminders(buyer)).toEqual([]);
  await pass(3);
  const [mail, ...others] = reminders(buyer);
  expect(others).toEqual([]);
  expect(mail?.action?.url).toBe(
    "http://portal.test/checkout?items=membership-monthly*1%2Ccourse-walking-workbook*2",
  );
  expect(mail?.paragraphs.join()).toMatch(/2 × /);
  expect(mail?.unsubscribe?.url).toContain("/api/");
  await checkOut(portal, buyer, [workbook]);
  await pass(30);
  expect(reminders(buyer)).toHaveLength(1);
});

test("an order that is begun again is mailed once, a day after the last try", async () => {
  const buyer = await account();
  await checkOut(portal, buyer, [monthly]);
  await pass(20);
  await checkOut(portal, buyer, [workbook]);
  await pass(20);
  expect(reminders(buyer)).toEqual([]);
  await pass(6);
  expect(reminders(buyer).map(({ action }) => action?.url)).toEqual([
    "http://portal.test/checkout?items=course-walking-workbook*1",
  ]);
});

test.each<[string, (buyer: Buyer, paymentUrl: string) => Promise<unknown>]>([
  ["was paid", (_, paymentUrl) => pay(portal, paymentUrl, goodCard)],
  ["was bought in another way", (buyer) => buy(portal, buyer, [monthly])],
  [
    "is of somebody who unsubscribed",
    ({ id }) =>
      database()
        .update(readersTable)
        .set({ withdrawnAt: portal.portal.now() })
        .where(eq(readersTable.userId, id)),
  ],
  ["is not sold any more", () => database().update(products).set({ onSale: false })],
  [
    "is of an account that was deleted",
    ({ id }) => database().delete(users).where(eq(users.id, id)),
  ],
  [
    "began in a portal without this part",
    async () =>
      void (portal.portal.brand = { ...portal.portal.brand, partsOff: ["orderReminder"] }),
  ],
])("an order that %s is not mailed", async (_, meanwhile) => {
  const buyer = await account();
  const { body, status } = await checkOut(portal, buyer, [monthly]);
  expect(status).toBe(201);
  await pass(12);
  await meanwhile(buyer, body.paymentUrl);
  await pass(30);
  expect(reminders(buyer)).toEqual([]);
});

test("nobody who did not agree to mails is reminded, nor of what is days old", async () => {
  const silent = await account({ agrees: false });
  await checkOut(portal, silent, [monthly]);
  const old = await account();
  await checkOut(portal, old, [monthly]);
  portal.advance(4 * dayMs);
  await pass(2);
  expect([...reminders(silent), ...reminders(old)]).toEqual([]);
});

test("a reminder that waits for the mail server is not sent once the order was paid", async () => {
  const [pays, waits] = [await account(), await account()];
  await checkOut(portal, waits, [monthly]);
  await checkOut(portal, pays, [monthly]);
  await pass(20);
  const refusal = Object.assign(new Error("down"), { command: "CONN", syscall: "connect" });
  const down = vi.spyOn(portal.portal.mailer, "send").mockRejectedValue(refusal);
  await pass(6);
  await buy(portal, pays, [monthly]);
  down.mockRestore();
  await pass(3);
  expect([reminders(pays).length, reminders(waits).length]).toEqual([0, 1]);
});
