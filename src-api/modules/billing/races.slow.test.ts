import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import {
  type Buyer,
  checkOut,
  createBuyer,
  goodCard,
  monthly,
  pay,
  workbook,
  yearly,
} from "#api/testing/billing-requests.ts";
import {
  booksOf,
  callAs,
  createMember,
  failsAtRenewalCard,
  membershipOf,
  moveTo,
  renewDue,
} from "#api/testing/members.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { runRenewals } from "./renew.ts";
import { discountCodes } from "./schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";

const portal = await forFile(createBillingPortal({ demo: true }));

const books = (buyer: Buyer) => booksOf(portal.portal.database, buyer);
const cancel = (buyer: Buyer) => callAs(portal, buyer, "POST", "/subscription/cancel");
const resume = (buyer: Buyer) => callAs(portal, buyer, "POST", "/subscription/resume");
const undo = (buyer: Buyer) => callAs(portal, buyer, "DELETE", "/subscription/switch");
const change = (buyer: Buyer, to: string, dueNow: number) =>
  callAs(portal, buyer, "POST", "/subscription/switch", { to, dueNow });

const subscriptionOf = async ({ id }: Buyer) => {
  const own = await portal.portal.database
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, id));
  expect(own).toHaveLength(1);
  return own[0];
};

/** What must hold whatever came first: what was taken was invoiced, and every invoice is settled. */
async function expectSettled(buyer: Buyer): Promise<void> {
  const { invoices, payments } = await books(buyer);
  const paid = invoices.filter(({ status }) => status === "paid");
  expect(invoices.filter(({ status }) => status === "open" || status === "pending")).toEqual([]);
  const succeeded = payments.filter(({ status }) => status === "succeeded");
  expect(succeeded.map(({ invoiceId }) => invoiceId).toSorted()).toEqual(
    paid.map(({ id }) => id).toSorted(),
  );
  const latest = paid.map(({ periodEnd }) => periodEnd?.getTime() ?? 0);
  expect((await subscriptionOf(buyer))?.endsAt?.getTime()).toBe(Math.max(...latest));
}

test("of two orders that both hold a membership, paid at once, one is charged", async () => {
  const buyer = await createBuyer(portal);
  const orders = await Promise.all([
    checkOut(portal, buyer, [monthly]),
    checkOut(portal, buyer, [yearly, workbook]),
  ]);
  const answers = await Promise.all(
    orders.map(({ body }) => pay(portal, body.paymentUrl, goodCard)),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303, 409]));
  const { invoices, payments } = await books(buyer);
  expect(invoices.map(({ status }) => status).toSorted()).toEqual(["declined", "paid"]);
  expect(payments).toHaveLength(1);
  await expectSettled(buyer);
});

test("a code that each user may use once, used twice at once, is redeemed once", async () => {
  await portal.portal.database.insert(discountCodes).values({
    code: "ONCE",
    description: { en: "Half" },
    kind: "percent",
    value: 50,
    skus: [],
    maxPerUser: 1,
  });
  const buyer = await createBuyer(portal);
  const order = () => checkOut(portal, buyer, [workbook], { discountCode: "ONCE" });
  const orders = await Promise.all([order(), order(), order()]);
  for (const { body } of orders) {
    if (body.paymentUrl) await pay(portal, body.paymentUrl, goodCard);
  }
  const { invoices } = await books(buyer);
  expect(invoices.filter(({ status }) => status === "paid")).toHaveLength(1);
  expect((await order()).body.code).toBe("discount-used");
});

describe("raced against each other", () => {
  test("two changes to yearly are charged once", async () => {
    const member = await createMember(portal);
    portal.advance(minuteMs);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => change(member, "yearly", 8100)),
    );
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await books(member)).collected).toEqual([8100]);
    expect(await membershipOf(portal, member)).toMatchObject({
      period: "yearly",
      status: "active",
    });
    await expectSettled(member);
  });

  test("cancelling and a change to yearly both count, or the change is refused", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const member = await createMember(portal);
      portal.advance(minuteMs);
      const [cancelled, changed] = await Promise.all([
        cancel(member),
        change(member, "yearly", 8100),
      ]);
      expect(cancelled.status).toBe(200);
      const { period, cancelAtPeriodEnd } = (await subscriptionOf(member)) ?? {};
      expect(cancelAtPeriodEnd).toBe(true);
      expect(period).toBe(changed.status === 200 ? "yearly" : "monthly");
      expect((await books(member)).collected).toEqual(changed.status === 200 ? [8100] : []);
      await expectSettled(member);
    }
  });

  test("a cancelled membership is either resumed and renewed, or ended", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const member = await createMember(portal);
      const { endsAt } = await membershipOf(portal, member);
      await cancel(member);
      moveTo(portal, new Date(Date.parse(endsAt) - 1).toISOString());
      const resumed = resume(member);
      portal.advance(1);
      await Promise.all([resumed, runRenewals(portal.portal)]);
      await renewDue(portal);
      const { status } = (await subscriptionOf(member)) ?? {};
      const isResumed = (await resumed).status === 200;
      expect(status).toBe(isResumed ? "active" : "ended");
      expect((await books(member)).collected).toEqual(isResumed ? [900] : []);
      await expectSettled(member);
    }
  });

  test("a renewal and cancelling: it is charged and ends later, or it is not and ends now", async () => {
    for (let turn = 0; turn < 8; turn++) {
      const member = await createMember(portal);
      moveTo(portal, (await membershipOf(portal, member)).endsAt);
      const [cancelled] = await Promise.all([
        cancel(member),
        runRenewals(portal.portal),
        runRenewals(portal.portal),
      ]);
      await renewDue(portal);
      const { collected } = await books(member);
      const { status } = await membershipOf(portal, member);
      expect([
        [200, "ended", []],
        [200, "ending", [900]],
        [409, "active", [900]],
      ]).toContainEqual([cancelled.status, status, collected]);
      await expectSettled(member);
    }
  });

  test("a renewal, a change to monthly and taking that back: one charge, of the plan that was chosen", async () => {
    for (let turn = 0; turn < 3; turn++) {
      const member = await createMember(portal, { item: yearly });
      const { endsAt } = await membershipOf(portal, member);
      moveTo(portal, new Date(Date.parse(endsAt) - 1).toISOString());
      const changed = [change(member, "monthly", 0), undo(member), change(member, "monthly", 0)];
      portal.advance(1);
      await Promise.all([...changed, runRenewals(portal.portal), runRenewals(portal.portal)]);
      await renewDue(portal);
      const renewals = (await books(member)).invoices.slice(1);
      expect(renewals).toHaveLength(1);
      const { period } = (await subscriptionOf(member)) ?? {};
      expect(renewals[0]?.period).toBe(period);
      expect(renewals[0]?.total).toBe(period === "monthly" ? 900 : 9000);
      await expectSettled(member);
    }
  });

  test("paying a renewal on its page and cancelling it", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const member = await createMember(portal, { card: failsAtRenewalCard });
      moveTo(portal, (await membershipOf(portal, member)).endsAt);
      await renewDue(portal);
      const { body } = await callAs(portal, member, "POST", "/subscription/pay");
      const [cancelled] = await Promise.all([cancel(member), pay(portal, body.url, goodCard)]);
      expect(cancelled.status).toBe(200);
      const { status } = await membershipOf(portal, member);
      const [, renewal] = (await books(member)).invoices;
      expect([renewal?.status, status]).toEqual(
        renewal?.status === "paid" ? ["paid", "ending"] : ["void", "ended"],
      );
      await expectSettled(member);
    }
  });

  test("paying a renewal on its page and the next try of the card on file", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const member = await createMember(portal, { card: failsAtRenewalCard });
      const { endsAt } = await membershipOf(portal, member);
      moveTo(portal, endsAt);
      await renewDue(portal);
      const { body } = await callAs(portal, member, "POST", "/subscription/pay");
      moveTo(portal, new Date(Date.parse(endsAt) + 24 * hourMs).toISOString());
      await Promise.all([runRenewals(portal.portal), pay(portal, body.url, goodCard)]);
      const { payments } = await books(member);
      const paid = payments.filter(({ status }) => status === "succeeded");
      const isPaid = (await membershipOf(portal, member)).status === "active";
      expect(paid).toHaveLength(isPaid ? 2 : 1);
      if (isPaid) await expectSettled(member);
    }
  });
});
