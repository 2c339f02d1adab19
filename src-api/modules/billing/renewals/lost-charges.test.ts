import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  checkOut,
  comeBack,
  goodCard,
  lateCard,
  pay,
  replaceProvider,
  yearly,
  type Buyer,
} from "../../../testing/billing-requests.ts";
import { booksOf, callAs, createMember, membershipOf, renewDue } from "../../../testing/members.ts";
import { createBillingPortal } from "../../../testing/billing-portal.ts";
import type { TestPortal } from "../../../testing/test-portal.ts";
import { users } from "../../accounts/schema.ts";
import { sandboxCalls } from "../payments/schema.ts";
import { refundLease } from "../refunds/refund.ts";
import { runRefunds } from "../refunds/run-refunds.ts";
import { chargeLease } from "./collect.ts";
import { runRenewals } from "./run-renewals.ts";

const day = 24 * 60 * 60_000;

let it: TestPortal;
beforeAll(async () => {
  it = await createBillingPortal({ demo: false });
});
afterAll(() => it.close());

const books = (buyer: Buyer) => booksOf(it.portal.database, buyer);

/** Makes the provider charge, and its answers get lost, until the returned function is called. */
function loseAnswers() {
  const { current } = it.portal.payments;
  const keys: string[] = [];
  const restore = replaceProvider(it, {
    charge: async (request) => {
      keys.push(request.idempotencyKey);
      await current.charge(request);
      throw new Error("the connection broke");
    },
  });
  return { keys, restore };
}

/** Renews a member whose charge is taken, and whose answer is lost. */
async function renewAndLose(): Promise<Buyer> {
  const member = await createMember(it);
  it.advance(31 * day);
  const { restore } = loseAnswers();
  await expect(runRenewals(it.portal)).rejects.toThrow("Some renewals failed.");
  restore();
  return member;
}

test("a charge whose answer was lost is repeated with the same key, and moves no money twice", async () => {
  const member = await createMember(it);
  it.advance(31 * day);
  const { keys, restore } = loseAnswers();
  for (let run = 0; run < 3; run++) {
    await expect(runRenewals(it.portal)).rejects.toThrow("Some renewals failed.");
    await runRenewals(it.portal); // not before the answer counts as lost
    it.advance(chargeLease);
  }
  restore();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect((await callAs(it, member, "GET", "/me")).body.subscriptionOwned).toBe(true);
  await renewDue(it);
  const { invoices, payments, taken } = await books(member);
  expect(taken).toEqual([900]);
  expect(payments.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(invoices.map(({ status }) => status)).toEqual(["paid", "paid"]);
  const { database } = it.portal;
  expect(await database.$count(sandboxCalls, eq(sandboxCalls.key, keys[0] ?? ""))).toBe(1);
});

test("an answer that could not be stored is asked for again", async () => {
  const member = await createMember(it);
  it.advance(31 * day);
  const enqueue = vi.spyOn(it.portal.jobs, "enqueue");
  enqueue.mockRejectedValue(new Error("the process is ending"));
  await expect(runRenewals(it.portal)).rejects.toThrow("Some renewals failed.");
  enqueue.mockRestore();
  expect((await books(member)).payments[1]?.status).toBe("processing");
  it.advance(chargeLease);
  await renewDue(it);
  const { invoices, taken } = await books(member);
  expect(taken).toEqual([900]);
  expect(invoices[1]?.status).toBe("paid");
});

test("a payment that cannot be settled keeps no others waiting", async () => {
  const late = [
    await createMember(it, { card: lateCard }),
    await createMember(it, { card: lateCard }),
  ];
  it.advance(60_000);
  const enqueue = vi.spyOn(it.portal.jobs, "enqueue");
  enqueue.mockRejectedValueOnce(new Error("the process is ending"));
  await expect(runRenewals(it.portal)).rejects.toThrow("Some renewals failed.");
  enqueue.mockRestore();
  const statuses = async () =>
    (await Promise.all(late.map(books))).map(({ invoices: [invoice] }) => invoice?.status);
  expect(new Set(await statuses())).toEqual(new Set(["paid", "pending"]));
  await renewDue(it);
  expect(await statuses()).toEqual(["paid", "paid"]);
});

test("two processes that repeat a lost charge at once settle it once", async () => {
  const member = await renewAndLose();
  it.advance(chargeLease);
  await Promise.all([runRenewals(it.portal), runRenewals(it.portal)]);
  await it.runDueJobs();
  const { invoices, payments, taken } = await books(member);
  expect([invoices.length, payments.length, taken]).toEqual([2, 2, [900]]);
});

test("a lost charge is asked for even after its time, and the runs until then come to an end", async () => {
  const member = await renewAndLose();
  const { restore } = loseAnswers();
  for (let on = 0; on < 3; on++) {
    it.advance(7 * day);
    await expect(runRenewals(it.portal)).rejects.toThrow("Some renewals failed.");
  }
  restore();
  it.advance(chargeLease);
  await renewDue(it);
  const { invoices, taken } = await books(member);
  expect(taken).toEqual([900]);
  expect(invoices[1]?.status).toBe("paid");
  expect((await membershipOf(it, member)).status).toBe("active");
});

describe("a lost charge that is answered when its membership can no longer be had", () => {
  /** Lets the refund of such a charge be sent. */
  async function sendRefunds(): Promise<void> {
    it.advance(refundLease);
    await runRefunds(it.portal);
    await it.runDueJobs();
  }

  /** Expects that the receipt of such a charge does not promise what it could not pay for. */
  function expectLateReceipt({ email }: Buyer): void {
    const texts = it.mails
      .filter(({ to }) => to === email)
      .map(({ paragraphs }) => paragraphs.join());
    expect(texts.filter((text) => text.includes("has been renewed"))).toEqual([]);
    expect(texts.filter((text) => text.includes("too late to continue"))).toHaveLength(1);
  }

  const movedBack = async (keys: string[]) =>
    (
      await it.portal.database.select().from(sandboxCalls).where(inArray(sandboxCalls.key, keys))
    ).map(({ amount }) => amount);

  test("is paid back, with a credit note and a mail, and leaves the new membership alone", async () => {
    const member = await renewAndLose();
    it.advance(15 * day);
    const { body: bought } = await checkOut(it, await comeBack(it, member), [yearly]);
    await pay(it, bought.paymentUrl, goodCard);
    const before = await membershipOf(it, member);
    expect(before).toMatchObject({ status: "active", period: "yearly" });
    await renewDue(it);
    await sendRefunds();
    expect(await membershipOf(it, member)).toEqual(before);
    const { items } = (await callAs(it, member, "GET", "/purchases")).body;
    const late = items.find(({ reason }: { reason: string }) => reason === "renewal");
    expect(late).toMatchObject({
      status: "paid",
      covers: null,
      creditNotes: [{ amount: { amount: 900 } }],
    });
    expect(await movedBack([late.creditNotes[0].id])).toEqual([-900]);
    const mail = it.mails.findLast(({ to }) => to === member.email);
    expect(mail?.subject).toBe("We have paid you back €9");
    expect(mail?.paragraphs.join()).toContain("confirmed to us late");
    expectLateReceipt(member);
    await renewDue(it);
    expect((await books(member)).taken).toEqual([900]);
  });

  test("is paid back once the account is deleted, to the card that was charged", async () => {
    const member = await renewAndLose();
    it.advance(15 * day);
    await it.portal.database.delete(users).where(eq(users.id, member.id));
    await renewDue(it);
    await sendRefunds();
    const mail = it.mails.findLast(({ to }) => to === member.email);
    expect(mail?.subject).toBe("We have paid you back €9");
    expect(mail?.paragraphs.join()).not.toContain("has ended, and nothing more");
    expectLateReceipt(member);
  });
});

test("a membership cannot be cancelled while its renewal is being charged, and is afterwards", async () => {
  const member = await renewAndLose();
  const cancel = () => callAs(it, member, "POST", "/subscription/cancel");
  expect(await cancel()).toMatchObject({ status: 409, body: { code: "conflict" } });
  it.advance(chargeLease);
  await renewDue(it);
  expect((await cancel()).body.status).toBe("ending");
  expect((await books(member)).taken).toEqual([900]);
});

test("a card that is no longer known to any provider counts as none", async () => {
  const member = await createMember(it);
  it.advance(31 * day);
  const { payments } = it.portal;
  it.portal.payments = { ...payments, byId: new Map() };
  await runRenewals(it.portal);
  it.portal.payments = payments;
  await it.runDueJobs();
  expect(await membershipOf(it, member)).toMatchObject({
    status: "past-due",
    pastDue: { needs: "card" },
  });
});
