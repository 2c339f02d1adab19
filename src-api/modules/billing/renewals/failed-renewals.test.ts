import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  buy,
  comeBack,
  goodCard,
  monthly,
  pay,
  replaceProvider,
  yearly,
  type Buyer,
} from "../../../testing/billing-requests.ts";
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
} from "../../../testing/members.ts";
import { createBillingPortal } from "../../../testing/billing-portal.ts";
import type { TestPortal } from "../../../testing/test-portal.ts";
import { keepCard } from "../payments/keep-card.ts";
import type { Card } from "../payments/provider.ts";

const day = 24 * 60 * 60_000;
const minute = 60_000;

let it: TestPortal;
let start = Date.parse("2026-03-02T12:00:00Z");
beforeAll(async () => {
  it = await createBillingPortal({ demo: false });
});
// What the test before left undone is over by then.
beforeEach(() => moveTo(it, new Date((start += 100 * day)).toISOString()));
afterAll(() => it.close());

const books = (buyer: Buyer) => booksOf(it.portal.database, buyer);
const isMember = async (buyer: Buyer) =>
  (await callAs(it, buyer, "GET", "/me")).body.subscriptionOwned;

const cardOf = (outcome: string): Card => ({
  reference: `sandbox_card_${outcome}`,
  customer: null,
  brand: "Visa",
  last4: "4242",
  expMonth: 4,
  expYear: 2099,
});

/** Gives another card, as its page does. */
async function giveCard(buyer: Buyer, outcome = "succeeds"): Promise<void> {
  await it.portal.database.transaction((tx) =>
    keepCard(it.portal, tx, buyer.id, "sandbox", {
      card: cardOf(outcome),
      givenAt: it.portal.now(),
    }),
  );
  await it.runDueJobs();
}

/** Creates a member whose first period ends now. */
async function memberAtEnd(card: string): Promise<{ member: Buyer; endsAt: Date }> {
  const member = await createMember(it, { card });
  const endsAt = new Date((await membershipOf(it, member)).endsAt);
  it.advance(endsAt.getTime() - it.portal.now().getTime());
  return { member, endsAt };
}

/** Moves the clock to so many days after a time, and runs the renewals. */
async function renewOn(time: Date, days: number): Promise<void> {
  moveTo(it, new Date(time.getTime() + days * day).toISOString());
  await renewDue(it);
}

describe("a renewal that the card declines", () => {
  test("is tried again after 1, 3, 5 and 7 days; access is kept, and each try is told", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    const triedOn: number[] = [];
    for (let on = 0; on < 14; on++) {
      const before = (await books(member)).payments.length;
      await renewOn(endsAt, on);
      if ((await books(member)).payments.length > before) triedOn.push(on);
      expect(await isMember(member)).toBe(true);
      expect((await membershipOf(it, member)).status).toBe("past-due");
    }
    expect(triedOn).toEqual([0, 1, 3, 5, 7]);
    expect((await books(member)).taken).toEqual([]);
    const told = subjectsTo(it, member).slice(1);
    expect(told).toHaveLength(5);
    expect(new Set(told).size).toBe(1);
  });

  test("and succeeds later, pays the period from its old end on", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    const { current } = it.portal.payments;
    await renewOn(endsAt, 0);
    await renewOn(endsAt, 1);
    const restore = replaceProvider(it, {
      charge: (request) => current.charge({ ...request, card: cardOf("succeeds") }),
    });
    await renewOn(endsAt, 3);
    restore();
    const { invoices, payments, taken } = await books(member);
    expect(payments.map(({ status }) => status)).toEqual([
      "succeeded",
      "failed",
      "failed",
      "succeeded",
    ]);
    expect(taken).toEqual([900]);
    expect(invoices[1]).toMatchObject({ status: "paid", periodStart: endsAt, tries: 2 });
    const { status, endsAt: next } = await membershipOf(it, member);
    expect([status, next]).toEqual(["active", invoices[1]?.periodEnd?.toISOString()]);
    expect(new Date(next).getUTCDate()).toBe(endsAt.getUTCDate());
  });

  test("for good ends the membership on day 14; nothing is owed, and one may come back", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    await renewOn(endsAt, 0);
    const { pastDue } = await membershipOf(it, member);
    expect(pastDue).toMatchObject({
      price: { amount: 900, currency: "EUR" },
      needs: "card",
      endsOn: new Date(endsAt.getTime() + 14 * day).toISOString(),
      nextTryOn: new Date(endsAt.getTime() + day).toISOString(),
    });
    for (const on of [1, 3, 5, 7]) await renewOn(endsAt, on);
    expect((await membershipOf(it, member)).pastDue.nextTryOn).toBeNull();
    moveTo(it, new Date(endsAt.getTime() + 14 * day - 1).toISOString());
    expect(await isMember(member)).toBe(true);
    it.advance(1);
    expect(await isMember(member)).toBe(false);
    await renewDue(it);
    await renewDue(it);
    expect((await membershipOf(it, member)).status).toBe("ended");
    expect((await books(member)).invoices[1]?.status).toBe("uncollectible");
    expect(subjectsTo(it, member).filter((subject) => /ended/.test(subject))).toHaveLength(1);
    await buy(it, await comeBack(it, member), [yearly]);
    expect(await membershipOf(it, member)).toMatchObject({ status: "active", period: "yearly" });
    expect((await books(member)).invoices.at(-1)?.total).toBe(9000);
  });

  test("finally is not tried again by itself", async () => {
    const { member, endsAt } = await memberAtEnd(goodCard);
    await giveCard(member, "expiredCard");
    for (const on of [0, 1, 3, 5, 7]) await renewOn(endsAt, on);
    const { payments } = await books(member);
    expect(payments.map(({ status, failure }) => [status, failure])).toEqual([
      ["succeeded", null],
      ["failed", "expired-card"],
    ]);
    expect(await isMember(member)).toBe(true);
  });

  test("can be paid on a page with any card, which renewals are charged to from then on", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    await renewOn(endsAt, 0);
    const { body } = await callAs(it, member, "POST", "/subscription/pay");
    await pay(it, body.url, goodCard);
    expect(await membershipOf(it, member)).toMatchObject({ status: "active", pastDue: null });
    await renewOn(endsAt, 1);
    expect((await books(member)).payments.map(({ status }) => status)).toEqual([
      "succeeded",
      "failed",
      "succeeded",
    ]);
    await renewOn(endsAt, 31);
    expect((await books(member)).taken).toEqual([900]);
  });

  test("is not owed by a member who cancels: access ends at once", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    await renewOn(endsAt, 0);
    expect((await callAs(it, member, "POST", "/subscription/cancel")).body.status).toBe("ended");
    for (const on of [1, 3, 15]) await renewOn(endsAt, on);
    const { invoices, payments } = await books(member);
    expect(invoices[1]?.status).toBe("void");
    expect(payments).toHaveLength(2);
  });
});

describe("a renewal that the bank wants to be confirmed", () => {
  test("is told, keeps access, and is paid on the page", async () => {
    const { member, endsAt } = await memberAtEnd(confirmedCard);
    await renewOn(endsAt, 0);
    const told = subjectsTo(it, member).at(-1);
    for (const on of [1, 3, 5]) await renewOn(endsAt, on);
    expect(subjectsTo(it, member).at(-1)).toBe(told);
    expect(await membershipOf(it, member)).toMatchObject({
      status: "past-due",
      pastDue: { needs: "confirmation", nextTryOn: null },
    });
    expect(await isMember(member)).toBe(true);
    const { body } = await callAs(it, member, "POST", "/subscription/pay");
    await pay(it, body.url, goodCard);
    const { status, endsAt: next } = await membershipOf(it, member);
    expect(status).toBe("active");
    expect(next).toBe((await books(member)).invoices[1]?.periodEnd?.toISOString());
  });

  test("is cancelled at its provider when it is given up", async () => {
    const { member, endsAt } = await memberAtEnd(confirmedCard);
    await renewOn(endsAt, 0);
    const waiting = (await books(member)).payments[1];
    const cancel = vi.fn(async () => {});
    const restore = replaceProvider(it, { cancel });
    await renewOn(endsAt, 14);
    restore();
    expect(cancel).toHaveBeenCalledExactlyOnceWith(waiting?.providerReference);
    expect((await books(member)).payments[1]?.status).toBe("failed");
  });
});

describe("another card", () => {
  test.each([failsAtRenewalCard, confirmedCard])(
    "is charged at once for a renewal that was not paid with %s",
    async (card) => {
      const { member, endsAt } = await memberAtEnd(card);
      await renewOn(endsAt, 0);
      it.advance(minute);
      await giveCard(member);
      expect(await membershipOf(it, member)).toMatchObject({ status: "active", pastDue: null });
      const { payments, taken } = await books(member);
      expect(payments.map(({ status }) => status)).toEqual(["succeeded", "failed", "succeeded"]);
      expect(taken).toEqual([900]);
    },
  );

  test("that is declined too is tried again like the one before", async () => {
    const { member, endsAt } = await memberAtEnd(goodCard);
    await giveCard(member, "expiredCard");
    await renewOn(endsAt, 0);
    it.advance(minute);
    await giveCard(member, "insufficientFunds");
    expect((await membershipOf(it, member)).pastDue.nextTryOn).toBe(
      new Date(endsAt.getTime() + day).toISOString(),
    );
    expect((await books(member)).payments).toHaveLength(3);
  });

  test("given while the one before is charged is charged when that fails", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    const { current } = it.portal.payments;
    const restore = replaceProvider(it, {
      charge: async (request) => {
        restore();
        await giveCard(member);
        return current.charge(request);
      },
    });
    await renewOn(endsAt, 0);
    it.advance(minute);
    await renewDue(it);
    expect((await books(member)).payments.map(({ status }) => status)).toEqual([
      "succeeded",
      "failed",
      "succeeded",
    ]);
    expect((await membershipOf(it, member)).status).toBe("active");
  });

  test("changes nothing while no renewal is owed", async () => {
    const member = await createMember(it, { item: monthly });
    await giveCard(member);
    expect((await books(member)).payments).toHaveLength(1);
    expect((await membershipOf(it, member)).status).toBe("active");
  });
});
