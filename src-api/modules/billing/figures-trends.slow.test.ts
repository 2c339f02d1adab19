import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addMonths } from "#shared/calendar-date.ts";
import { dayMs } from "#shared/durations.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  type Buyer,
  checkOut,
  comeBack,
  createBuyer,
  goodCard,
  monthly,
  pay,
  yearly,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { discountCodes } from "./schema.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { refundInvoice } from "./refund.ts";
import { runRenewals } from "./renew.ts";
import { findTrends } from "./figures.ts";

const timeZone = "Europe/Warsaw";

let portal: TestPortal;
let buyer: Buyer;
// Each test has a portal of its own, since they move its clock, which begins on 1 March 2026.
beforeEach(async () => {
  portal = await createBillingPortal({ demo: true });
  buyer = await createBuyer(portal);
});
afterEach(() => portal.close());

const trends = () => findTrends(portal.portal.database, { now: portal.portal.now(), timeZone });

/** Moves the clock, a week at once so that what is due is renewed, and ends, in its month. */
async function moveTo(iso: string): Promise<void> {
  const until = Date.parse(iso);
  for (let at = portal.portal.now().getTime(); at < until; at = portal.portal.now().getTime()) {
    portal.advance(Math.min(until - at, 7 * dayMs));
    await runRenewals(portal.portal);
  }
  buyer = await comeBack(portal, buyer);
}

const post = (path: string, body: object = {}) =>
  call(portal, "POST", path, { token: buyer.token, body });

const eur = (amount: number) => [{ amount, currency: "EUR" }];

test("Before the first membership there are no months, and in its month one without churn", async () => {
  expect(await trends()).toEqual([]);
  await buy(portal, buyer, [monthly]);
  expect(await trends()).toEqual([
    { month: "2026-03", members: 1, bought: 1, revenue: eur(900), churn: { from: 0, left: 0 } },
  ]);
});

test("A month ends at midnight in the brand’s time zone", async () => {
  await buy(portal, buyer, [monthly]);
  await moveTo("2026-03-31T21:59:59Z");
  await buy(portal, await createBuyer(portal), [monthly]);
  await moveTo("2026-03-31T22:00:00Z");
  await buy(portal, await createBuyer(portal), [monthly]);
  expect((await trends()).map(({ month, members }) => [month, members])).toEqual([
    ["2026-03", 2],
    ["2026-04", 3],
  ]);
});

test("Twelve months are shown, the present one included", async () => {
  await buy(portal, buyer, [yearly]);
  await moveTo("2027-04-10T12:00:00Z");
  const months = await trends();
  expect(months.map(({ month }) => month)).toEqual(
    Array.from({ length: 12 }, (_, index) => addMonths("2026-05", index)),
  );
  expect(months.every(({ members }) => members === 1)).toBe(true);
});

describe("churn", () => {
  beforeEach(async () => {
    await buy(portal, await createBuyer(portal), [yearly]);
    await buy(portal, buyer, [monthly]);
    await moveTo("2026-04-02T12:00:00Z");
    await post("/subscription/cancel");
  });
  const churn = async () => (await trends()).map(({ churn: { from, left } }) => [from, left]);

  test("counts who left in the month of the end, of those at its beginning", async () => {
    await moveTo("2026-05-20T12:00:00Z");
    expect(await churn()).toEqual([
      [0, 0],
      [2, 0],
      [2, 1],
    ]);
  });

  test("does not count who came back before the month was over, and counts who came back later", async () => {
    await moveTo("2026-05-20T12:00:00Z");
    await buy(portal, buyer, [monthly]);
    await post("/subscription/cancel");
    await moveTo("2026-07-20T12:00:00Z");
    await buy(portal, buyer, [monthly]);
    expect(await churn()).toEqual([
      [0, 0],
      [2, 0],
      [2, 0],
      [2, 1],
      [1, 0],
    ]);
    expect((await trends()).map(({ members }) => members)).toEqual([2, 2, 2, 1, 2]);
  });
});

describe("revenue", () => {
  const revenue = async () => (await trends()).map((month) => month.revenue);

  test("counts a twelfth of a yearly plan, from the month of the change on", async () => {
    await buy(portal, buyer, [monthly]);
    await moveTo("2026-04-20T12:00:00Z");
    const { token } = buyer;
    const { body } = await call(portal, "GET", "/subscription/switch?to=yearly", { token });
    const switched = await post("/subscription/switch", {
      to: "yearly",
      dueNow: body.dueNow.amount,
    });
    expect(switched.status).toBe(200);
    expect(await revenue()).toEqual([eur(900), eur(750)]);
  });

  test("counts what is left after a discount, for as long as it lasts", async () => {
    await portal.portal.database.insert(discountCodes).values({
      code: "HALF",
      description: { en: "Half", pl: "Połowa" },
      kind: "percent",
      value: 50,
      skus: [],
    });
    const { body } = await checkOut(portal, buyer, [monthly], { discountCode: "HALF" });
    await pay(portal, body.paymentUrl, goodCard);
    await moveTo("2026-04-20T12:00:00Z");
    expect(await revenue()).toEqual([eur(450), eur(900)]);
  });

  test("is not changed by a refund, unless that ends the membership", async () => {
    const invoice = await buy(portal, buyer, [monthly]);
    const note = { invoiceId: invoice.id, reason: "refund", note: "" } as const;
    await refundInvoice(portal.portal, { ...note, amount: 300 });
    expect(await revenue()).toEqual([eur(900)]);
    await refundInvoice(portal.portal, { ...note, amount: null });
    expect(await trends()).toMatchObject([{ members: 0, bought: 0, revenue: [] }]);
  });

  test("counts nothing of a free membership, whose member counts", async () => {
    await grantMembership(
      portal.portal,
      portal.portal.database,
      buyer.id,
      new Date("2026-03-31T22:00:00Z"),
    );
    await moveTo("2026-04-20T12:00:00Z");
    const none = { bought: 0, revenue: [], churn: { from: 0, left: 0 } };
    expect(await trends()).toEqual([
      { month: "2026-03", members: 1, ...none },
      { month: "2026-04", members: 0, ...none },
    ]);
  });
});
