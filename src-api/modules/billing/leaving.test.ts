import { beforeEach, describe, expect, test } from "vitest";
import type { Leaving } from "#shared/api/leaving.ts";
import { dayMs } from "#shared/durations.ts";
import { deletePersonalData } from "#api/account-deletion.ts";
import { memberActor } from "#api/infra/audit/record-act.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { purge } from "#api/retention/retention.ts";
import { call, claimedUser } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { type Buyer, comeBack, createBuyer } from "#api/testing/billing-requests.ts";
import { insertBoughtMembership } from "#api/testing/bought-membership.ts";
import { forFile } from "#api/testing/for-file.ts";
import { leavingLifeMs } from "./leaving.ts";
import { billingData } from "./personal-data.ts";
import { cancellationReasons } from "./schema.ts";

const portal = await forFile(createBillingPortal({ demo: false }));
const { database } = portal.portal;
const adminId = await claimedUser(portal, "admin@example.com", { roles: ["ROLE_ADMIN"] });

let member: Buyer;
beforeEach(async () => {
  await database.delete(cancellationReasons);
  member = await newMember();
});

async function newMember(): Promise<Buyer> {
  const buyer = await createBuyer(portal);
  const endsAt = new Date(portal.portal.now().getTime() + 30 * dayMs);
  await insertBoughtMembership(portal, buyer.id, endsAt);
  return buyer;
}

const post = async (path: string, body?: object, { token } = member) =>
  call(portal, "POST", `/subscription/${path}`, { token, ...(body && { body }) });

async function leaving(): Promise<Leaving> {
  const token = await createSession(portal.portal, adminId, "");
  const { status, body } = await call(portal, "GET", "/leaving", { token });
  expect(status).toBe(200);
  return body;
}

/** Returns the reasons that were given, each with its number, and how many gave none. */
async function counted() {
  const { reasons, skipped, offers } = await leaving();
  const given = reasons.map((row) => [row.reason, row.count] as const);
  const taken = offers.map((row) => [`stayed: ${row.offer}`, row.count] as const);
  return Object.fromEntries(
    [...given, ["skipped", skipped] as const, ...taken].filter(([, count]) => count > 0),
  );
}

const membershipOf = async ({ token } = member) =>
  (await call(portal, "GET", "/membership", { token })).body;

describe("why a member cancels", () => {
  test("is counted with what was chosen, and the text is listed with its member", async () => {
    const text = "Ninety euros at once would be too much, too.";
    const cancelled = await post("cancel", { reason: "too-expensive", text: ` ${text} ` });
    expect(cancelled).toMatchObject({ status: 200, body: { status: "ending" } });
    expect(await counted()).toEqual({ "too-expensive": 1 });
    expect((await leaving()).texts).toMatchObject([
      { at: portal.portal.now().toISOString(), reason: "too-expensive", text, memberId: member.id },
    ]);
  });

  test("can be left open: an app of before, which asks nothing, cancels as it did", async () => {
    expect(await post("cancel")).toMatchObject({ status: 200, body: { status: "ending" } });
    member = await newMember();
    expect(await post("cancel", { text: "" })).toMatchObject({ status: 200 });
    expect(await counted()).toEqual({ skipped: 2 });
    expect((await leaving()).texts).toEqual([]);
  });

  test("counts once for each membership, with the latest answer", async () => {
    await post("cancel", { reason: "no-time" });
    await post("cancel"); // a repetition, whose answer would be an empty one
    expect(await counted()).toEqual({ "no-time": 1 });
    await post("resume");
    expect(await counted()).toEqual({ "no-time": 1 });
    await post("cancel", { reason: "technical-problems", text: "Videos stop." });
    expect(await counted()).toEqual({ "technical-problems": 1 });
  });

  test("is not counted where nothing was cancelled", async () => {
    member = await createBuyer(portal);
    expect((await post("cancel", { reason: "no-time" })).body.code).toBe("no-subscription");
    expect(await counted()).toEqual({});
  });

  test("is counted for twelve months, and then deleted", async () => {
    await post("cancel", { reason: "no-time" });
    portal.advance(leavingLifeMs - dayMs);
    await purge(portal.portal);
    expect(await counted()).toEqual({ "no-time": 1 });
    portal.advance(2 * dayMs);
    expect(await counted()).toEqual({});
    await purge(portal.portal);
    expect(await database.$count(cancellationReasons)).toBe(0);
  });

  test("stays counted when the account is deleted, without the text and without the member", async () => {
    await post("cancel", { reason: "not-as-expected", text: "I am Ada of Hill Street." });
    const by = { actor: memberActor(member.id), log: console };
    await database.transaction((tx) => deletePersonalData(portal.portal, tx, member.id, by));
    expect(await counted()).toEqual({ "not-as-expected": 1 });
    expect(await database.select().from(cancellationReasons)).toMatchObject([
      { userId: null, subscriptionId: null, text: null },
    ]);
  });

  test("is in the member's export", async () => {
    await post("cancel", { reason: "only-for-a-while", text: "The season is over." });
    expect(await billingData.exportData(database, member)).toMatchObject({
      reasonsForLeaving: [{ reason: "only-for-a-while", text: "The season is over." }],
    });
  });

  test("is read by admins only", async () => {
    expect((await call(portal, "GET", "/leaving", { token: member.token })).status).toBe(403);
  });
});

describe("an offer", () => {
  test("that was taken is counted, and changes nothing about the membership", async () => {
    const before = await membershipOf();
    const taken = { reason: "no-time", text: "Two months would help.", offer: "pause" };
    expect((await post("offers", taken)).status).toBe(204);
    expect(await membershipOf()).toEqual(before);
    expect(await counted()).toEqual({ "stayed: pause": 1 });
    expect((await leaving()).texts).toMatchObject([{ text: "Two months would help." }]);
  });

  test("does not count any more once the member has cancelled all the same", async () => {
    await post("offers", { reason: "too-expensive", offer: "yearly" });
    await post("cancel", { reason: "too-expensive" });
    expect(await counted()).toEqual({ "too-expensive": 1 });
    await post("offers", { reason: "no-time", offer: "pause" }); // a tab that shows what was before
    expect(await counted()).toEqual({ "too-expensive": 1 });
  });

  test("to pay yearly is made only where a year costs less than twelve months", async () => {
    const euros = (amount: number) => ({ amount, currency: "EUR" });
    expect((await membershipOf()).yearly).toEqual({ price: euros(9000), saving: euros(1800) });
    const change = (changes: Partial<typeof subscriptions.$inferInsert>) =>
      database.update(subscriptions).set(changes).where(eq(subscriptions.userId, member.id));
    for (const changes of [
      { price: 750 },
      { price: 900, currency: "PLN" },
      { currency: "EUR", nextSku: "membership-yearly", nextPeriod: "yearly" as const },
      { nextSku: null, nextPeriod: null, cancelAtPeriodEnd: true },
    ]) {
      await change(changes);
      expect((await membershipOf(await comeBack(portal, member))).yearly).toBeUndefined();
    }
  });
});
