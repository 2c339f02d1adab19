import { afterEach, describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import {
  type Buyer,
  goodCard,
  lateCard,
  pay,
  replaceProvider,
  yearly,
} from "#api/testing/billing-requests.ts";
import {
  booksOf,
  callAs,
  confirmedCard,
  createMember,
  failsAtRenewalCard,
  membershipOf,
  moveTo,
  renewDue,
  subjectsTo,
} from "#api/testing/members.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { chargeLeaseMs } from "./payments.ts";
import { discountCodes, products } from "./schema.ts";

let restore = () => {};

const portal = await forFile(createBillingPortal({ demo: false }));

const code = { description: { en: "Less" }, kind: "percent" as const, skus: [] };

await portal.portal.database.insert(discountCodes).values([
  { ...code, code: "HALF", value: 50, periods: 2 },
  { ...code, code: "FIRSTFREE", value: 100 },
]);

afterEach(() => restore());

const books = (buyer: Buyer) => booksOf(portal.portal.database, buyer);

const preview = async (buyer: Buyer, to = "yearly") =>
  (await callAs(portal, buyer, "GET", `/subscription/switch?to=${to}`)).body;

const change = (buyer: Buyer, dueNow: number, to = "yearly") =>
  callAs(portal, buyer, "POST", "/subscription/switch", { to, dueNow });

/** Changes to yearly for what the preview says. */
async function changeNow(buyer: Buyer) {
  const shown = await preview(buyer);
  return { shown, answer: await change(buyer, shown.dueNow.amount) };
}

const setYearlyPrice = (price: number) =>
  portal.portal.database.update(products).set({ price }).where(eq(products.sku, yearly.sku));

test("a change in the very millisecond of the purchase begins after it", async () => {
  const member = await createMember(portal);
  const { shown, answer } = await changeNow(member);
  expect([answer.status, shown.dueNow.amount]).toEqual([200, 8100]);
  const { invoices } = await books(member);
  expect(invoices.map(({ reason, status }) => [reason, status])).toEqual([
    ["checkout", "paid"],
    ["switch", "paid"],
  ]);
  expect((await membershipOf(portal, member)).period).toBe("yearly");
});

describe("changing to yearly charges what the preview shows, to the cent", () => {
  test.each([
    ["the first day of a 30-day month", "2026-04-01T12:00:00Z", "2026-04-01T12:01:00Z", "", 8100],
    ["the 15th of a 30-day month", "2027-06-01T12:00:00Z", "2027-06-15T12:00:00Z", "", 8520],
    ["the last day of a 30-day month", "2028-09-01T12:00:00Z", "2028-09-30T18:00:00Z", "", 8970],
    ["the first day of a 31-day month", "2029-10-01T12:00:00Z", "2029-10-01T12:01:00Z", "", 8100],
    ["the 15th of a 31-day month", "2030-12-01T12:00:00Z", "2030-12-15T12:00:00Z", "", 8506],
    ["the last day of a 31-day month", "2032-01-01T12:00:00Z", "2032-01-31T18:00:00Z", "", 8970],
    ["the first day of February", "2033-02-01T12:00:00Z", "2033-02-01T12:01:00Z", "", 8100],
    ["15 February", "2035-02-01T12:00:00Z", "2035-02-15T12:00:00Z", "", 8550],
    ["the last day of February", "2037-02-01T12:00:00Z", "2037-02-28T18:00:00Z", "", 8967],
    ["15 February of a leap year", "2040-02-01T12:00:00Z", "2040-02-15T12:00:00Z", "", 8534],
    ["the last day of it", "2044-02-01T12:00:00Z", "2044-02-29T18:00:00Z", "", 8968],
    [
      "half a price twice, on the 15th",
      "2046-03-01T12:00:00Z",
      "2046-03-15T12:00:00Z",
      "HALF",
      4253,
    ],
    [
      "a free month, on the 15th",
      "2048-03-01T12:00:00Z",
      "2048-03-15T12:00:00Z",
      "FIRSTFREE",
      9000,
    ],
  ])("%s", async (_, start, at, discountCode, due) => {
    moveTo(portal, start);
    const member = await createMember(portal, discountCode ? { discountCode } : {});
    moveTo(portal, at);
    // Without a card the change is paid on a page.
    const shown = await preview(member);
    expect(shown.dueNow).toEqual({ amount: due, currency: "EUR" });
    const { body } = await change(member, due);
    if (body.paymentUrl) await pay(portal, body.paymentUrl, goodCard, { expiry: "04/60" });

    const { invoices, payments } = await books(member);
    const [first, switched] = invoices;
    expect(switched).toMatchObject({ reason: "switch", status: "paid", total: due });
    expect(payments.at(-1)).toMatchObject({ amount: due, status: "succeeded" });
    expect(switched?.credit).toBe(shown.credit.amount);
    expect(switched?.credit).toBeLessThanOrEqual(first?.total ?? 0);
    const taxed = switched?.taxes.reduce((sum, { gross }) => sum + gross.amount, 0);
    expect(taxed).toBe(due);

    const membership = await membershipOf(portal, member);
    expect(membership).toMatchObject({ status: "active", period: "yearly", credit: null });
    expect(membership.nextCharge).toEqual(shown.next);
    expect(membership.endsAt).toBe(shown.next.on);
    moveTo(portal, shown.next.on);
    await renewDue(portal);
    expect((await books(member)).invoices.at(-1)?.total).toBe(shown.next.price.amount);
  });
});

test("credit that is left over stays on the account and lowers the next invoices", async () => {
  await setYearlyPrice(500);
  const member = await createMember(portal);
  portal.advance(minuteMs);
  const { shown, answer } = await changeNow(member);
  expect(shown).toMatchObject({
    dueNow: { amount: 0 },
    credit: { amount: 500 },
    creditLeft: { amount: 400 },
    next: { price: { amount: 100 } },
  });
  expect(answer.body.membership).toMatchObject({ credit: { amount: 400 }, period: "yearly" });
  await setYearlyPrice(9000);
  for (const credit of [0, 0]) {
    moveTo(portal, (await membershipOf(portal, member)).endsAt);
    await renewDue(portal);
    expect((await membershipOf(portal, member)).credit).toBe(credit || null);
  }
  const { invoices, payments } = await books(member);
  expect(invoices.map(({ total, credit, creditChange }) => [total, credit, creditChange])).toEqual([
    [900, 0, 0],
    [0, 500, 400],
    [100, 400, -400],
    [500, 0, 0],
  ]);
  expect(payments.map(({ amount }) => amount)).toEqual([900, 100, 500]);
});

test("a change is refused when it costs something else by now; nothing is charged", async () => {
  const member = await createMember(portal);
  const { dueNow } = await preview(member);
  portal.advance(3 * dayMs);
  const { status, body } = await change(member, dueNow.amount);
  expect([status, body.code]).toEqual([409, "price-changed"]);
  expect((await books(member)).invoices).toHaveLength(1);
});

test("a change that the card is declined for changes nothing, and can be made with another card", async () => {
  const member = await createMember(portal, { card: failsAtRenewalCard });
  const before = await membershipOf(portal, member);
  portal.advance(minuteMs);
  const { answer } = await changeNow(member);
  expect([answer.status, answer.body.code]).toEqual([402, "payment-declined"]);
  expect(await membershipOf(portal, member)).toEqual(before);
  expect((await books(member)).invoices.map(({ status }) => status)).toEqual(["paid", "void"]);
  expect((await changeNow(member)).answer.status).toBe(402);
});

test.each([
  ["the bank wants to confirm", confirmedCard, undefined],
  ["has no card for", goodCard, "FIRSTFREE"],
])("a change that %s is paid on a page, and waits until then", async (_, card, discountCode) => {
  const member = await createMember(portal, { card, ...(discountCode && { discountCode }) });
  portal.advance(minuteMs);
  const { answer } = await changeNow(member);
  expect(answer.body.membership.period).toBe("monthly");
  await pay(portal, answer.body.paymentUrl, goodCard, { expiry: "04/60" });
  expect(await membershipOf(portal, member)).toMatchObject({ period: "yearly", status: "active" });
  const live = (await books(member)).payments.filter(({ status }) => status !== "failed");
  expect(live.map(({ status }) => status)).toEqual(
    discountCode ? ["succeeded"] : ["succeeded", "succeeded"],
  );
});

test("a change that is not confirmed in time is off, and the month renews", async () => {
  const member = await createMember(portal, { card: confirmedCard });
  portal.advance(minuteMs);
  const { body } = (await changeNow(member)).answer;
  portal.advance(61 * minuteMs);
  await pay(portal, body.paymentUrl, goodCard, { expiry: "04/60" });
  expect(await membershipOf(portal, member)).toMatchObject({ period: "monthly", status: "active" });
  moveTo(portal, (await membershipOf(portal, member)).endsAt);
  await renewDue(portal);
  const { invoices } = await books(member);
  expect(invoices.map(({ reason, status }) => [reason, status])).toEqual([
    ["checkout", "paid"],
    ["switch", "void"],
    ["renewal", "declined"],
  ]);
});

test("a change whose charge was not answered can be sent again, and is charged once", async () => {
  const member = await createMember(portal);
  portal.advance(minuteMs);
  const { current } = portal.portal.payments;
  restore = replaceProvider(portal, {
    charge: async (request) => {
      await current.charge(request);
      throw new Error("the connection broke");
    },
  });
  const { shown, answer } = await changeNow(member);
  expect([answer.status, answer.body.code]).toEqual([503, "payments-unavailable"]);
  expect((await change(member, shown.dueNow.amount + 1)).body.code).toBe("conflict");
  restore();
  const again = await change(member, shown.dueNow.amount);
  expect(again.body.membership.period).toBe("yearly");
  const { invoices, collected } = await books(member);
  expect([invoices.length, collected]).toEqual([2, [shown.dueNow.amount]]);
});

test("a month is not renewed while a change to yearly is being charged", async () => {
  const member = await createMember(portal);
  const { endsAt } = await membershipOf(portal, member);
  moveTo(portal, new Date(Date.parse(endsAt) - minuteMs).toISOString());
  const { current } = portal.portal.payments;
  restore = replaceProvider(portal, {
    charge: async (request) => {
      await current.charge(request);
      throw new Error("the connection broke");
    },
  });
  await changeNow(member);
  restore();
  moveTo(portal, endsAt);
  await renewDue(portal);
  portal.advance(chargeLeaseMs);
  await renewDue(portal);
  const { invoices, collected } = await books(member);
  expect(invoices.map(({ reason, status }) => [reason, status])).toEqual([
    ["checkout", "paid"],
    ["switch", "paid"],
  ]);
  expect(collected).toEqual([invoices[1]?.total]);
});

test("a change with a card that settles late is not made twice meanwhile", async () => {
  const member = await createMember(portal, { card: lateCard });
  portal.advance(15_000);
  expect((await membershipOf(portal, member)).status).toBe("active");
  portal.advance(minuteMs);
  const { shown } = await changeNow(member);
  expect((await change(member, shown.dueNow.amount)).body.code).toBe("conflict");
  portal.advance(15_000);
  await renewDue(portal);
  expect(await membershipOf(portal, member)).toMatchObject({ period: "yearly", status: "active" });
  expect((await books(member)).payments).toHaveLength(2);
});

describe("changing to monthly", () => {
  const yearlyMember = () => createMember(portal, { item: yearly });
  const undo = (buyer: Buyer) => callAs(portal, buyer, "DELETE", "/subscription/switch");
  const renewOnce = async (member: Buyer) => {
    moveTo(portal, (await membershipOf(portal, member)).endsAt);
    await renewDue(portal);
    return (await books(member)).invoices.slice(1).map(({ period, total }) => [period, total]);
  };

  test("happens at the end of the year, with one charge", async () => {
    const member = await yearlyMember();
    const { endsAt } = await membershipOf(portal, member);
    const shown = await preview(member, "monthly");
    expect(shown).toMatchObject({ on: endsAt, dueNow: { amount: 0 }, credit: { amount: 0 } });
    expect((await change(member, 0, "monthly")).body.membership).toMatchObject({
      period: "yearly",
      nextPeriod: "monthly",
      nextCharge: shown.next,
    });
    expect(await renewOnce(member)).toEqual([["monthly", 900]]);
    expect(await renewOnce(member)).toEqual([
      ["monthly", 900],
      ["monthly", 900],
    ]);
    expect((await membershipOf(portal, member)).nextPeriod).toBeNull();
  });

  test("is told once, however often it is asked for", async () => {
    const member = await yearlyMember();
    for (let call = 0; call < 3; call++) await change(member, 0, "monthly");
    expect(subjectsTo(portal, member)).toHaveLength(2);
  });

  test("taken back, renews the year", async () => {
    const member = await yearlyMember();
    await change(member, 0, "monthly");
    expect((await undo(member)).body).toMatchObject({ nextPeriod: null });
    expect(await renewOnce(member)).toEqual([["yearly", 9000]]);
  });

  test("and cancelled, charges nothing; resumed, the month", async () => {
    const cancelled = await yearlyMember();
    const resumed = await yearlyMember();
    for (const member of [cancelled, resumed]) {
      await change(member, 0, "monthly");
      await callAs(portal, member, "POST", "/subscription/cancel");
    }
    await callAs(portal, resumed, "POST", "/subscription/resume");
    expect(await renewOnce(resumed)).toEqual([["monthly", 900]]);
    expect((await books(cancelled)).invoices).toHaveLength(1);
    expect((await membershipOf(portal, cancelled)).status).toBe("ended");
  });
});
