import { describe, expect, test, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq, inArray } from "#api/infra/database/drizzle.ts";
import {
  type Buyer,
  checkOut,
  comeBack,
  goodCard,
  lateCard,
  pay,
  replaceProvider,
  yearly,
} from "#api/testing/billing-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { booksOf, callAs, createMember, membershipOf, renewDue } from "#api/testing/members.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { sandboxCalls } from "./schema.ts";
import { refundLeaseMs, runRefunds } from "./refund.ts";
import { chargeLeaseMs } from "./payments.ts";
import { runRenewals } from "./renew.ts";

const portal = await forFile(createBillingPortal({ demo: false }));

const books = (buyer: Buyer) => booksOf(portal.portal.database, buyer);

/** Makes the provider charge, and its answers get lost, until the returned function is called. */
function loseAnswers() {
  const { current } = portal.portal.payments;
  const keys: string[] = [];
  const restore = replaceProvider(portal, {
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
  const member = await createMember(portal);
  portal.advance(31 * dayMs);
  const { restore } = loseAnswers();
  await expect(runRenewals(portal.portal)).rejects.toThrow("Some renewals failed.");
  restore();
  return member;
}

test("a charge whose answer was lost is repeated with the same key, and moves no money twice", async () => {
  const member = await createMember(portal);
  portal.advance(31 * dayMs);
  const { keys, restore } = loseAnswers();
  for (let run = 0; run < 3; run++) {
    await expect(runRenewals(portal.portal)).rejects.toThrow("Some renewals failed.");
    await runRenewals(portal.portal); // not before the answer counts as lost
    portal.advance(chargeLeaseMs);
  }
  restore();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect((await callAs(portal, member, "GET", "/me")).body.subscriptionOwned).toBe(true);
  await renewDue(portal);
  const { invoices, payments, collected } = await books(member);
  expect(collected).toEqual([900]);
  expect(payments.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(invoices.map(({ status }) => status)).toEqual(["paid", "paid"]);
  const { database } = portal.portal;
  expect(await database.$count(sandboxCalls, eq(sandboxCalls.key, keys[0] ?? ""))).toBe(1);
});

test("an answer that could not be stored is asked for again", async () => {
  const member = await createMember(portal);
  portal.advance(31 * dayMs);
  const enqueue = vi.spyOn(portal.portal.jobs, "enqueue");
  enqueue.mockRejectedValue(new Error("the process is ending"));
  await expect(runRenewals(portal.portal)).rejects.toThrow("Some renewals failed.");
  enqueue.mockRestore();
  expect((await books(member)).payments[1]?.status).toBe("processing");
  portal.advance(chargeLeaseMs);
  await renewDue(portal);
  const { invoices, collected } = await books(member);
  expect(collected).toEqual([900]);
  expect(invoices[1]?.status).toBe("paid");
});

test("a payment that cannot be settled keeps no others waiting", async () => {
  const late = [
    await createMember(portal, { card: lateCard }),
    await createMember(portal, { card: lateCard }),
  ];
  portal.advance(60_000);
  const enqueue = vi.spyOn(portal.portal.jobs, "enqueue");
  enqueue.mockRejectedValueOnce(new Error("the process is ending"));
  await expect(runRenewals(portal.portal)).rejects.toThrow("Some renewals failed.");
  enqueue.mockRestore();
  const statuses = async () =>
    (await Promise.all(late.map(books))).map(({ invoices: [invoice] }) => invoice?.status);
  expect(new Set(await statuses())).toEqual(new Set(["paid", "pending"]));
  await renewDue(portal);
  expect(await statuses()).toEqual(["paid", "paid"]);
});

test("two processes that repeat a lost charge at once settle it once", async () => {
  const member = await renewAndLose();
  portal.advance(chargeLeaseMs);
  await Promise.all([runRenewals(portal.portal), runRenewals(portal.portal)]);
  await portal.runDueJobs();
  const { invoices, payments, collected } = await books(member);
  expect([invoices.length, payments.length, collected]).toEqual([2, 2, [900]]);
});

test("a lost charge is asked for even after its time, and the runs until then come to an end", async () => {
  const member = await renewAndLose();
  const { restore } = loseAnswers();
  for (let on = 0; on < 3; on++) {
    portal.advance(7 * dayMs);
    await expect(runRenewals(portal.portal)).rejects.toThrow("Some renewals failed.");
  }
  restore();
  portal.advance(chargeLeaseMs);
  await renewDue(portal);
  const { invoices, collected } = await books(member);
  expect(collected).toEqual([900]);
  expect(invoices[1]?.status).toBe("paid");
  expect((await membershipOf(portal, member)).status).toBe("active");
});

describe("a lost charge that is answered when its membership can no longer be had", () => {
  /** Lets the refund of such a charge be sent. */
  async function sendRefunds(): Promise<void> {
    portal.advance(refundLeaseMs);
    await runRefunds(portal.portal);
    await portal.runDueJobs();
  }

  /** Expects that the receipt of such a charge does not promise what it could not pay for. */
  function expectLateReceipt({ email }: Buyer, why = "too late to continue"): void {
    const texts = portal.mails
      .filter(({ to }) => to === email)
      .map(({ paragraphs }) => paragraphs.join());
    expect(texts.filter((text) => text.includes("has been renewed"))).toEqual([]);
    expect(texts.filter((text) => text.includes(why))).toHaveLength(1);
  }

  const movedBack = async (keys: string[]) =>
    (
      await portal.portal.database
        .select()
        .from(sandboxCalls)
        .where(inArray(sandboxCalls.key, keys))
    ).map(({ amount }) => amount);

  test("is paid back, with a credit note and a mail, and leaves the new membership alone", async () => {
    const member = await renewAndLose();
    portal.advance(15 * dayMs);
    const { body: bought } = await checkOut(portal, await comeBack(portal, member), [yearly]);
    await pay(portal, bought.paymentUrl, goodCard);
    const before = await membershipOf(portal, member);
    expect(before).toMatchObject({ status: "active", period: "yearly" });
    await renewDue(portal);
    await sendRefunds();
    expect(await membershipOf(portal, member)).toEqual(before);
    const { items } = (await callAs(portal, member, "GET", "/purchases")).body;
    const late = items.find(({ reason }: { reason: string }) => reason === "renewal");
    expect(late).toMatchObject({
      status: "paid",
      covers: null,
      creditNotes: [{ amount: { amount: 900 } }],
    });
    expect(await movedBack([late.creditNotes[0].id])).toEqual([-900]);
    const mail = portal.mails.findLast(({ to }) => to === member.email);
    expect(mail?.subject).toBe("We have refunded €9");
    expect(mail?.paragraphs.join()).toContain("confirmation of this charge reached us late");
    expectLateReceipt(member);
    await renewDue(portal);
    expect((await books(member)).collected).toEqual([900]);
  });

  test("is paid back once the account is deleted, to the card that was charged", async () => {
    const member = await renewAndLose();
    portal.advance(15 * dayMs);
    await portal.portal.database.delete(users).where(eq(users.id, member.id));
    await renewDue(portal);
    await sendRefunds();
    const mail = portal.mails.findLast(({ to }) => to === member.email);
    expect(mail?.subject).toBe("We have refunded €9");
    expect(mail?.paragraphs.join()).not.toContain("has ended, and nothing more");
    expectLateReceipt(member, "We are refunding all of it.");
  });
});

test("a membership cannot be cancelled while its renewal is being charged, and is afterwards", async () => {
  const member = await renewAndLose();
  const cancel = () => callAs(portal, member, "POST", "/subscription/cancel");
  expect(await cancel()).toMatchObject({ status: 409, body: { code: "conflict" } });
  portal.advance(chargeLeaseMs);
  await renewDue(portal);
  expect((await cancel()).body.status).toBe("ending");
  expect((await books(member)).collected).toEqual([900]);
});

test("a card that is no longer known to any provider counts as none", async () => {
  const member = await createMember(portal);
  portal.advance(31 * dayMs);
  const { payments } = portal.portal;
  portal.portal.payments = { ...payments, byId: new Map() };
  await runRenewals(portal.portal);
  portal.portal.payments = payments;
  await portal.runDueJobs();
  expect(await membershipOf(portal, member)).toMatchObject({
    status: "past-due",
    pastDue: { needs: "card" },
  });
});
