import { beforeEach, describe, expect, test, vi } from "vitest";
import { dayMs, minuteMs } from "#shared/durations.ts";
import {
  buy,
  comeBack,
  goodCard,
  monthly,
  pay,
  replaceProvider,
  yearly,
  type Buyer,
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
import { storeCard } from "./cards.ts";
import type { Card } from "#api/infra/payment-provider.ts";

let start = Date.parse("2026-03-02T12:00:00Z");
const portal = await forFile(createBillingPortal({ demo: false }));
// What the test before left undone is over by then.
beforeEach(() => moveTo(portal, new Date((start += 100 * dayMs)).toISOString()));

const books = (buyer: Buyer) => booksOf(portal.portal.database, buyer);
const isMember = async (buyer: Buyer) =>
  (await callAs(portal, buyer, "GET", "/me")).body.subscriptionOwned;

const cardOf = (outcome: string): Card => ({
  kind: "card",
  reference: `sandbox_card_${outcome}`,
  customer: null,
  brand: "Visa",
  last4: "4242",
  expMonth: 4,
  expYear: 2099,
});

/** Gives another card, as its page does. */
async function giveCard(buyer: Buyer, outcome = "succeeds"): Promise<void> {
  await portal.portal.database.transaction((tx) =>
    storeCard(portal.portal, tx, buyer.id, "sandbox", {
      card: cardOf(outcome),
      givenAt: portal.portal.now(),
    }),
  );
  await portal.runDueJobs();
}

/** Creates a member whose first period ends now. */
async function memberAtEnd(card: string): Promise<{ member: Buyer; endsAt: Date }> {
  const member = await createMember(portal, { card });
  const endsAt = new Date((await membershipOf(portal, member)).endsAt);
  portal.advance(endsAt.getTime() - portal.portal.now().getTime());
  return { member, endsAt };
}

/** Moves the clock to so many days after a time, and runs the renewals. */
async function renewOn(time: Date, days: number): Promise<void> {
  moveTo(portal, new Date(time.getTime() + days * dayMs).toISOString());
  await renewDue(portal);
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
      expect((await membershipOf(portal, member)).status).toBe("past-due");
    }
    expect(triedOn).toEqual([0, 1, 3, 5, 7]);
    expect((await books(member)).collected).toEqual([]);
    const subjects = subjectsTo(portal, member).slice(1);
    expect(subjects).toHaveLength(5);
    expect(new Set(subjects).size).toBe(1);
  });

  test("and succeeds later, pays the period from its old end on", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    const { current } = portal.portal.payments;
    await renewOn(endsAt, 0);
    await renewOn(endsAt, 1);
    const restore = replaceProvider(portal, {
      charge: (request) => current.charge({ ...request, card: cardOf("succeeds") }),
    });
    await renewOn(endsAt, 3);
    restore();
    const { invoices, payments, collected } = await books(member);
    expect(payments.map(({ status }) => status)).toEqual([
      "succeeded",
      "failed",
      "failed",
      "succeeded",
    ]);
    expect(collected).toEqual([900]);
    expect(invoices[1]).toMatchObject({ status: "paid", periodStart: endsAt, tries: 2 });
    const { status, endsAt: next } = await membershipOf(portal, member);
    expect([status, next]).toEqual(["active", invoices[1]?.periodEnd?.toISOString()]);
    expect(new Date(next).getUTCDate()).toBe(endsAt.getUTCDate());
  });

  test("for good ends the membership on day 14; nothing is owed, and one may come back", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    await renewOn(endsAt, 0);
    const { pastDue } = await membershipOf(portal, member);
    expect(pastDue).toMatchObject({
      price: { amount: 900, currency: "EUR" },
      needs: "card",
      endsOn: new Date(endsAt.getTime() + 14 * dayMs).toISOString(),
      nextTryOn: new Date(endsAt.getTime() + dayMs).toISOString(),
    });
    for (const on of [1, 3, 5, 7]) await renewOn(endsAt, on);
    expect((await membershipOf(portal, member)).pastDue.nextTryOn).toBeNull();
    moveTo(portal, new Date(endsAt.getTime() + 14 * dayMs - 1).toISOString());
    expect(await isMember(member)).toBe(true);
    portal.advance(1);
    expect(await isMember(member)).toBe(false);
    await renewDue(portal);
    await renewDue(portal);
    expect((await membershipOf(portal, member)).status).toBe("ended");
    expect((await books(member)).invoices[1]?.status).toBe("uncollectible");
    expect(subjectsTo(portal, member).filter((subject) => /ended/.test(subject))).toHaveLength(1);
    await buy(portal, await comeBack(portal, member), [yearly]);
    expect(await membershipOf(portal, member)).toMatchObject({
      status: "active",
      period: "yearly",
    });
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
    const { body } = await callAs(portal, member, "POST", "/subscription/pay");
    await pay(portal, body.url, goodCard);
    expect(await membershipOf(portal, member)).toMatchObject({ status: "active", pastDue: null });
    await renewOn(endsAt, 1);
    expect((await books(member)).payments.map(({ status }) => status)).toEqual([
      "succeeded",
      "failed",
      "succeeded",
    ]);
    await renewOn(endsAt, 31);
    expect((await books(member)).collected).toEqual([900]);
  });

  test("is not owed by a member who cancels: access ends at once", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    await renewOn(endsAt, 0);
    expect((await callAs(portal, member, "POST", "/subscription/cancel")).body.status).toBe(
      "ended",
    );
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
    const lastSubject = subjectsTo(portal, member).at(-1);
    for (const on of [1, 3, 5]) await renewOn(endsAt, on);
    expect(subjectsTo(portal, member).at(-1)).toBe(lastSubject);
    expect(await membershipOf(portal, member)).toMatchObject({
      status: "past-due",
      pastDue: { needs: "confirmation", nextTryOn: null },
    });
    expect(await isMember(member)).toBe(true);
    const { body } = await callAs(portal, member, "POST", "/subscription/pay");
    await pay(portal, body.url, goodCard);
    const { status, endsAt: next } = await membershipOf(portal, member);
    expect(status).toBe("active");
    expect(next).toBe((await books(member)).invoices[1]?.periodEnd?.toISOString());
  });

  test("is cancelled at its provider when it is given up", async () => {
    const { member, endsAt } = await memberAtEnd(confirmedCard);
    await renewOn(endsAt, 0);
    const waiting = (await books(member)).payments[1];
    const cancel = vi.fn(async () => {});
    const restore = replaceProvider(portal, { cancel });
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
      portal.advance(minuteMs);
      await giveCard(member);
      expect(await membershipOf(portal, member)).toMatchObject({ status: "active", pastDue: null });
      const { payments, collected } = await books(member);
      expect(payments.map(({ status }) => status)).toEqual(["succeeded", "failed", "succeeded"]);
      expect(collected).toEqual([900]);
    },
  );

  test("that is declined too is tried again like the one before", async () => {
    const { member, endsAt } = await memberAtEnd(goodCard);
    await giveCard(member, "expiredCard");
    await renewOn(endsAt, 0);
    portal.advance(minuteMs);
    await giveCard(member, "insufficientFunds");
    expect((await membershipOf(portal, member)).pastDue.nextTryOn).toBe(
      new Date(endsAt.getTime() + dayMs).toISOString(),
    );
    expect((await books(member)).payments).toHaveLength(3);
  });

  test("given while the one before is charged is charged when that fails", async () => {
    const { member, endsAt } = await memberAtEnd(failsAtRenewalCard);
    const { current } = portal.portal.payments;
    const restore = replaceProvider(portal, {
      charge: async (request) => {
        restore();
        await giveCard(member);
        return current.charge(request);
      },
    });
    await renewOn(endsAt, 0);
    portal.advance(minuteMs);
    await renewDue(portal);
    expect((await books(member)).payments.map(({ status }) => status)).toEqual([
      "succeeded",
      "failed",
      "succeeded",
    ]);
    expect((await membershipOf(portal, member)).status).toBe("active");
  });

  test("changes nothing while no renewal is owed", async () => {
    const member = await createMember(portal, { item: monthly });
    await giveCard(member);
    expect((await books(member)).payments).toHaveLength(1);
    expect((await membershipOf(portal, member)).status).toBe("active");
  });
});
