import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { periodEnd } from "./prices.ts";
import { invoices } from "./schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  type Buyer,
  comeBack,
  createBuyer,
  lateCard,
  monthly,
  pay,
  yearly,
} from "#api/testing/billing-requests.ts";
import { failsAtRenewalCard, renewDue } from "#api/testing/members.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";

let buyer: Buyer;
const portal = await forFile(createBillingPortal({ demo: true }));
beforeEach(async () => void (buyer = await createBuyer(portal)));
afterEach(() => vi.restoreAllMocks());

const membership = async () => (await call(portal, "GET", "/membership", buyer)).body;
const change = (what: "cancel" | "resume", language = "en") =>
  call(portal, "POST", `/subscription/${what}`, {
    ...buyer,
    headers: { "accept-language": language },
  });
const purchaseOf = async ({ id }: Buyer) =>
  (await portal.portal.database.select().from(invoices).where(eq(invoices.userId, id)))[0];
const me = async () => (await call(portal, "GET", "/me", buyer)).body;

test("a visitor is asked to log in; a user without a membership has status none", async () => {
  expect((await call(portal, "GET", "/membership")).status).toBe(401);
  expect((await membership()).status).toBe("none");
});

test("a cancelled membership is in force until its period ends", async () => {
  await buy(portal, buyer, [monthly]);
  const endsAt = periodEnd(portal.portal.now(), "monthly").toISOString();
  expect(await membership()).toEqual({
    status: "active",
    source: "purchase",
    period: "monthly",
    startedAt: portal.portal.now().toISOString(),
    endsAt,
    nextCharge: { price: { amount: 900, currency: "EUR" }, on: endsAt, period: "monthly" },
    nextPeriod: null,
    pastDue: null,
    card: { kind: "card", brand: "Visa", last4: "4242", expMonth: 4, expYear: 2030 },
    credit: null,
    withdrawUntil: "2026-03-15T23:00:00.000Z",
    // What a member is offered who leaves since it is too expensive.
    yearly: {
      price: { amount: 9000, currency: "EUR" },
      saving: { amount: 1800, currency: "EUR" },
    },
  });
  expect(await me()).toMatchObject({ subscriptionOwned: true, subscriptionPending: false });
  await change("cancel");
  portal.advance(31 * dayMs);
  buyer = await comeBack(portal, buyer);
  expect(await membership()).toMatchObject({ status: "ended", nextCharge: null });
  expect((await me()).subscriptionOwned).toBe(false);
});

test("a membership that has ended can be bought again", async () => {
  await buy(portal, buyer, [monthly]);
  await change("cancel");
  portal.advance(31 * dayMs);
  buyer = await comeBack(portal, buyer);
  await buy(portal, buyer, [yearly]);
  expect(await membership()).toMatchObject({ status: "active", period: "yearly" });
});

test("with a payment that settles late the membership is pending first, then active, in every answer", async () => {
  await buy(portal, buyer, [monthly], lateCard);
  expect(await membership()).toMatchObject({ status: "pending", startedAt: null, endsAt: null });
  expect(await me()).toMatchObject({ subscriptionOwned: false, subscriptionPending: true });
  portal.advance(14_999);
  expect((await me()).subscriptionPending).toBe(true);
  portal.advance(1);
  expect(await me()).toMatchObject({ subscriptionOwned: true, subscriptionPending: false });
  expect(await membership()).toMatchObject({
    status: "active",
    startedAt: portal.portal.now().toISOString(),
    endsAt: periodEnd(portal.portal.now(), "monthly").toISOString(),
  });
});

test("the session says that a renewal was not paid, until a payment of it has arrived", async () => {
  await buy(portal, buyer, [monthly], failsAtRenewalCard);
  expect(await me()).toMatchObject({ subscriptionOwned: true, subscriptionPastDue: false });
  portal.advance(31 * dayMs);
  await renewDue(portal);
  buyer = await comeBack(portal, buyer);
  expect(await me()).toMatchObject({ subscriptionOwned: true, subscriptionPastDue: true });
  const page = await call(portal, "POST", "/subscription/pay", buyer);
  await pay(portal, page.body.url, lateCard);
  expect(await membership()).toMatchObject({ status: "past-due", pastDue: null });
  expect(await me()).toMatchObject({ subscriptionOwned: true, subscriptionPastDue: false });
  portal.advance(15_000);
  await renewDue(portal);
  expect((await membership()).status).toBe("active");
  expect(await me()).toMatchObject({ subscriptionOwned: true, subscriptionPastDue: false });
});

test("the session of a member whose unpaid membership is over owes nothing", async () => {
  await buy(portal, buyer, [monthly], failsAtRenewalCard);
  portal.advance(31 * dayMs);
  await renewDue(portal);
  portal.advance(14 * dayMs);
  buyer = await comeBack(portal, buyer);
  expect(await me()).toMatchObject({ subscriptionOwned: false, subscriptionPastDue: false });
});

test("twenty concurrent reads of a payment that has just settled make one receipt and one welcome", async () => {
  await buy(portal, buyer, [monthly], lateCard);
  portal.advance(15_000);
  const answers = await Promise.all(Array.from({ length: 20 }, membership));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["active"]));
  const numbered = (await purchaseOf(buyer))?.receiptNumber;
  const mails = portal.mails.filter(({ to }) => to === buyer.email);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    "Welcome to Ringside",
    `Your receipt ${numbered}`,
  ]);
});

test("cancelling keeps the membership until its period ends, and resuming undoes it", async () => {
  await buy(portal, buyer, [monthly]);
  const before = await membership();
  const cancelled = await change("cancel");
  expect(cancelled.status).toBe(200);
  const { yearly: _, ...kept } = before;
  expect(cancelled.body).toEqual({ ...kept, status: "ending", nextCharge: null });
  expect((await me()).subscriptionOwned).toBe(true);
  expect((await change("resume")).body).toEqual(before);
  expect(await membership()).toEqual(before);
});

test("cancelling several times at once is told once", async () => {
  await buy(portal, buyer, [monthly]);
  await Promise.all([change("cancel"), change("cancel"), change("cancel")]);
  await portal.runDueJobs();
  const subjects = portal.mails
    .filter(({ to }) => to === buyer.email)
    .map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("cancelled"))).toHaveLength(1);
});

test.each([
  ["en", "Your subscription has not been cancelled, there was an error, please contact us."],
  ["pl", "Rezygnacja z członkostwa się nie powiodła, wystąpił błąd. Skontaktuj się z nami."],
])("a cancel that fails says so and changes nothing: %s", async (language, message) => {
  await buy(portal, buyer, [monthly]);
  const before = await membership();
  vi.spyOn(portal.portal.jobs, "enqueue").mockRejectedValue(new Error("the queue is full"));
  const { status, body } = await change("cancel", language);
  expect({ status, ...body }).toEqual({ status: 502, code: "cancel-failed", message });
  expect(await membership()).toEqual(before);
});

test("nothing can be resumed once the period is over", async () => {
  await buy(portal, buyer, [monthly]);
  await change("cancel");
  portal.advance(31 * dayMs);
  buyer = await comeBack(portal, buyer);
  const { status, body } = await change("resume");
  expect([status, body.code]).toEqual([409, "no-subscription"]);
});

test.each(["cancel", "resume"] as const)(
  "without a membership there is nothing to %s",
  async (what) => {
    const { status, body } = await change(what);
    expect([status, body.code]).toEqual([409, "no-subscription"]);
  },
);

test("a granted membership does not renew and cannot be cancelled", async () => {
  const { database, now } = portal.portal;
  await database.insert(subscriptions).values({
    id: randomUUID(),
    userId: buyer.id,
    source: "grant",
    status: "active",
    startedAt: now(),
    endsAt: null,
    cancelAtPeriodEnd: false,
  });
  const { status, body } = await change("cancel");
  expect([status, body.code]).toEqual([409, "no-subscription"]);
  expect(await membership()).toMatchObject({ status: "active", source: "grant", nextCharge: null });
});
