import { expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq, inArray } from "#api/infra/database/drizzle.ts";
import {
  checkOut,
  createBuyer,
  lateCard,
  monthly,
  replaceProvider,
  yearly,
} from "#api/testing/billing-requests.ts";
import {
  booksOf,
  callAs,
  createMember,
  insertDueMembers,
  membershipOf,
  moveTo,
  renewDue,
  subjectsTo,
} from "#api/testing/members.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { importCatalogue } from "./catalogue.ts";
import { discountCodes, invoices, products, sandboxCalls } from "./schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { runRenewals } from "./renew.ts";

const portal = await forFile(createBillingPortal({ demo: false }));

const books = (buyer: { id: string }) => booksOf(portal.portal.database, buyer);
/** Deletes users, so that later tests do not renew their memberships. */
const removeAll = (members: { id: string }[]) =>
  portal.portal.database.delete(users).where(
    inArray(
      users.id,
      members.map(({ id }) => id),
    ),
  );
const createCode = (code: Partial<typeof discountCodes.$inferInsert> & { code: string }) =>
  portal.portal.database
    .insert(discountCodes)
    .values({ description: { en: "Half" }, kind: "percent", value: 50, skus: [], ...code });

test("a renewal pays the period that follows, on the day of the month on which it was bought", async () => {
  moveTo(portal, "2026-03-31T12:00:00Z");
  const member = await createMember(portal);
  for (const time of ["2026-04-30T12:00:30Z", "2026-05-31T12:00:30Z"]) {
    moveTo(portal, time);
    await renewDue(portal);
  }
  const { invoices: paid, payments, collected } = await books(member);
  expect(
    paid.map(({ status, reason, periodStart, periodEnd, total }) => [
      status,
      reason,
      periodStart?.toISOString(),
      periodEnd?.toISOString(),
      total,
    ]),
  ).toEqual([
    ["paid", "checkout", "2026-03-31T12:00:00.000Z", "2026-04-30T12:00:00.000Z", 900],
    ["paid", "renewal", "2026-04-30T12:00:00.000Z", "2026-05-31T12:00:00.000Z", 900],
    ["paid", "renewal", "2026-05-31T12:00:00.000Z", "2026-06-30T12:00:00.000Z", 900],
  ]);
  expect(payments.map(({ status, card }) => [status, card])).toEqual(
    Array.from({ length: 3 }, () => ["succeeded", "Visa 4242"]),
  );
  expect(collected).toEqual([900, 900]);
  expect(new Set(paid.map(({ receiptNumber }) => receiptNumber)).size).toBe(3);
  expect(subjectsTo(portal, member)).toEqual(
    paid.map(({ receiptNumber }) => `Your receipt ${receiptNumber}`),
  );
  expect(await membershipOf(portal, member)).toMatchObject({
    status: "active",
    nextCharge: { on: "2026-06-30T12:00:00.000Z", price: { amount: 900 } },
  });
});

test("members keep the price that they agreed to when the catalogue's rises", async () => {
  const member = await createMember(portal);
  const { database } = portal.portal;
  await database.update(products).set({ price: 1300 }).where(eq(products.sku, monthly.sku));
  const late = await createBuyer(portal);
  expect((await checkOut(portal, late, [monthly])).body.total.amount).toBe(1300);
  expect((await membershipOf(portal, member)).nextCharge.price.amount).toBe(900);
  portal.advance(31 * dayMs);
  await renewDue(portal);
  await importCatalogue(portal.portal, { demo: false });
  expect((await books(member)).invoices.map(({ total }) => total)).toEqual([900, 900]);
});

test("a discount lowers as many payments as it says, and renewals are not further uses of it", async () => {
  await createCode({ code: "THREE", periods: 3, maxRedemptions: 2, maxPerUser: 1 });
  const member = await createMember(portal, { discountCode: "THREE" });
  for (let month = 0; month < 4; month++) {
    const { nextCharge } = await membershipOf(portal, member);
    portal.advance(31 * dayMs);
    await renewDue(portal);
    expect((await books(member)).invoices.at(-1)?.total).toBe(nextCharge.price.amount);
  }
  const totals = (await books(member)).invoices.map(({ total }) => total);
  expect(totals).toEqual([450, 450, 450, 900, 900]);
  const second = await checkOut(portal, await createBuyer(portal), [monthly], {
    discountCode: "THREE",
  });
  expect(second.status).toBe(201);
});

test("a membership that costs nothing renews without a card, with an invoice of zero", async () => {
  await createCode({ code: "FREE", value: 100, periods: null });
  const member = await createMember(portal, { discountCode: "FREE" });
  portal.advance(31 * dayMs);
  await renewDue(portal);
  const { invoices: paid, payments } = await books(member);
  expect(paid.map(({ status, total }) => [status, total])).toEqual([
    ["paid", 0],
    ["paid", 0],
  ]);
  expect(payments).toEqual([]);
});

test("without a card a renewal that costs something is owed, and nothing is charged", async () => {
  await createCode({ code: "FREEMONTH", value: 100 });
  const member = await createMember(portal, { discountCode: "FREEMONTH" });
  portal.advance(31 * dayMs);
  await renewDue(portal);
  expect((await books(member)).payments).toEqual([]);
  expect(await membershipOf(portal, member)).toMatchObject({
    status: "past-due",
    pastDue: { price: { amount: 900 }, needs: "card", nextTryOn: null },
  });
});

test("a renewal that settles late is charged once, and the membership stays in force meanwhile", async () => {
  const member = await createMember(portal, { card: lateCard });
  portal.advance(15_000);
  await membershipOf(portal, member);
  portal.advance(31 * dayMs);
  for (let run = 0; run < 3; run++) await renewDue(portal);
  expect((await books(member)).invoices.map(({ status }) => status)).toEqual(["paid", "pending"]);
  expect((await callAs(portal, member, "GET", "/me")).body.subscriptionOwned).toBe(true);
  portal.advance(15_000);
  await renewDue(portal);
  const { invoices: paid, payments } = await books(member);
  expect(paid.map(({ status }) => status)).toEqual(["paid", "paid"]);
  expect(payments).toHaveLength(2);
});

test("three processes that renew at the same time charge each member once", async () => {
  const { database, now } = portal.portal;
  const members = await insertDueMembers(database, 40, now());
  await Promise.all([
    runRenewals(portal.portal),
    runRenewals(portal.portal),
    runRenewals(portal.portal),
  ]);
  for (const member of members) {
    const { invoices: paid, payments, collected } = await books(member);
    expect(paid.map(({ status }) => status)).toEqual(["paid", "paid"]);
    expect(payments.map(({ status }) => status)).toEqual(["succeeded"]);
    expect(collected).toEqual([900]);
  }
  await removeAll(members);
});

test("renewals that the provider does not answer keep no others waiting", async () => {
  const { database, now } = portal.portal;
  const members = await insertDueMembers(database, 130, now());
  const { current } = portal.portal.payments;
  let charges = 0;
  const restore = replaceProvider(portal, {
    charge: (request) => {
      charges += 1;
      return charges <= 120
        ? Promise.reject(new Error("provider is down"))
        : current.charge(request);
    },
  });
  await expect(runRenewals(portal.portal)).rejects.toThrow("Some renewals failed.");
  restore();
  const paid = await Promise.all(
    members.map(async (member) => (await books(member)).collected.length),
  );
  expect(paid.filter((count) => count === 1)).toHaveLength(10);
  await removeAll(members);
});

test("a cancelled membership is not charged; its end is told once", async () => {
  const member = await createMember(portal);
  await callAs(portal, member, "POST", "/subscription/cancel");
  portal.advance(31 * dayMs);
  await renewDue(portal);
  await renewDue(portal);
  expect((await books(member)).invoices).toHaveLength(1);
  expect((await membershipOf(portal, member)).status).toBe("ended");
  expect(subjectsTo(portal, member).slice(1)).toEqual([
    "Your membership is cancelled",
    "Your membership has ended",
  ]);
});

test("a member whose account is deleted is not charged, and the receipts are kept", async () => {
  const member = await createMember(portal, { item: yearly });
  const { database } = portal.portal;
  await database.delete(users).where(eq(users.id, member.id));
  portal.advance(366 * dayMs);
  const before = await database.$count(sandboxCalls);
  await renewDue(portal);
  expect(await database.$count(sandboxCalls)).toBe(before);
  const kept = await database.select().from(invoices).where(eq(invoices.buyerEmail, member.email));
  expect(
    kept.map(({ status, userId, subscriptionId }) => [status, userId, subscriptionId]),
  ).toEqual([["paid", null, null]]);
  expect(await database.$count(subscriptions, eq(subscriptions.userId, member.id))).toBe(0);
});

test("a membership whose renewal nobody tried for two weeks ends, and nothing is charged", async () => {
  const member = await createMember(portal);
  portal.advance(46 * dayMs);
  await renewDue(portal);
  const { invoices: opened, payments } = await books(member);
  expect(opened.map(({ status }) => status)).toEqual(["paid", "uncollectible"]);
  expect(payments).toHaveLength(1);
  expect((await membershipOf(portal, member)).status).toBe("ended");
});
