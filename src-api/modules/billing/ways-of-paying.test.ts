import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { deletePersonalData } from "#api/account-deletion.ts";
import { memberActor } from "#api/infra/audit/record-act.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import {
  checkOut,
  comeBack,
  createBuyer,
  failingDebit,
  goodCard,
  goodDebit,
  monthly,
  pay,
  payBy,
  workbook,
  yearly,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import {
  booksOf,
  callAs,
  createMember,
  membershipOf,
  moveTo,
  renewDue,
  subjectsTo,
} from "#api/testing/members.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { applyDispute } from "./disputes.ts";
import { periodEnd } from "./prices.ts";
import { runRefunds } from "./refund.ts";
import { creditNotes, deliveries, invoices, products } from "./schema.ts";

const portal = await forFile(createBillingPortal({ demo: true }));
const { database, brand } = portal.portal;
const waysBefore = brand.waysToPay;
afterAll(() => void (brand.waysToPay = waysBefore));
// What the test before left undone is over by then.
beforeEach(() => {
  portal.advance(60 * dayMs);
  brand.waysToPay = ["sepa_debit", "paypal", "link", "blik", "p24"];
  portal.mails.length = 0;
});

const isMember = async (buyer: Buyer) =>
  (await callAs(portal, buyer, "GET", "/me")).body.subscriptionOwned;

/** Lets days pass, as the minute's job sees them. */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    portal.advance(dayMs);
    await renewDue(portal);
  }
}

async function order(items: Parameters<typeof checkOut>[2], account: string, paidOnce = false) {
  const buyer = await createBuyer(portal);
  const { body } = await checkOut(portal, buyer, items, paidOnce ? { paidOnce } : {});
  const page = await payBy(portal, body.paymentUrl, account);
  return { buyer, id: String(body.id), page };
}

const statusesOf = async (buyer: Buyer) => {
  const { invoices: own, payments } = await booksOf(database, buyer);
  return [own.map(({ status }) => status), payments.map(({ status }) => status)];
};

describe("a membership by SEPA debit", () => {
  test("begins at once, is paid after five days, and renews by the same account", async () => {
    const begunAt = portal.portal.now();
    const { buyer } = await order([monthly], goodDebit);
    expect(await isMember(buyer)).toBe(true);
    expect(await membershipOf(portal, buyer)).toMatchObject({
      status: "active",
      unsettled: true,
      card: { kind: "sepa_debit", brand: null, last4: "3000", expMonth: null },
    });
    expect(await statusesOf(buyer)).toEqual([["pending"], ["processing"]]);
    await days(4);
    expect(subjectsTo(portal, buyer)).toEqual([]);
    await days(1);
    expect(await statusesOf(buyer)).toEqual([["paid"], ["succeeded"]]);
    expect(subjectsTo(portal, buyer)).toEqual([expect.stringMatching(/^Your receipt /)]);
    expect(portal.mails.filter(({ subject }) => subject.startsWith("Welcome"))).toHaveLength(1);
    const { endsAt, unsettled } = await membershipOf(portal, buyer);
    expect(unsettled).toBeUndefined();
    // Counted from the day on which it began, not from the bank's answer.
    expect(endsAt).toBe(periodEnd(begunAt, "monthly").toISOString());

    moveTo(portal, new Date(Date.parse(endsAt) + hourMs).toISOString());
    await renewDue(portal);
    const renewed = await membershipOf(portal, buyer);
    expect(Date.parse(renewed.endsAt)).toBeGreaterThan(Date.parse(endsAt) + 27 * dayMs);
    await days(5);
    const { payments } = await booksOf(database, buyer);
    expect(payments.map(({ status, way, card }) => [status, way, card])).toEqual([
      ["succeeded", "sepa_debit", "SEPA ··3000"],
      ["succeeded", "sepa_debit", "SEPA ··3000"],
    ]);
    expect(await isMember(buyer)).toBe(true);
  });

  test("is taken back when the debit fails, nothing is owed, and it can be bought again", async () => {
    const { buyer } = await order([monthly, workbook], failingDebit);
    expect(await isMember(buyer)).toBe(true);
    await days(5);
    expect(await isMember(buyer)).toBe(false);
    expect(await statusesOf(buyer)).toEqual([["uncollectible"], ["failed"]]);
    expect(await database.select().from(deliveries)).toEqual([]);
    expect(subjectsTo(portal, buyer)).toEqual(["Your payment of €21 failed"]);
    expect(portal.mails.at(-1)?.action?.url).toContain("/checkout?items=");
    const membership = await membershipOf(portal, buyer);
    expect(membership).toMatchObject({ status: "ended", nextCharge: null });
    expect(membership.failedDebit.currency).toBe("EUR");
    await days(20);
    expect(subjectsTo(portal, buyer)).toHaveLength(1);
    const again = (await checkOut(portal, await comeBack(portal, buyer), [monthly])).body;
    await pay(portal, again.paymentUrl, goodCard, { expiry: "04/60" });
    expect(await isMember(buyer)).toBe(true);
    expect((await membershipOf(portal, buyer)).failedDebit).toBeUndefined();
  });

  test("can be cancelled while the bank decides, and not changed", async () => {
    const { buyer } = await order([monthly], goodDebit);
    const change = { to: "yearly", dueNow: 9000 };
    const { status } = await callAs(portal, buyer, "POST", "/subscription/switch", change);
    expect(status).toBe(409);
    const { body } = await callAs(portal, buyer, "POST", "/subscription/cancel");
    expect(body.status).toBe("ending");
    await days(5);
    expect(await membershipOf(portal, buyer)).toMatchObject({ status: "ending" });
    expect(await statusesOf(buyer)).toEqual([["paid"], ["succeeded"]]);
    await days(27);
    expect(await isMember(buyer)).toBe(false);
  });

  test("whose account is deleted meanwhile is booked, paid back, and charged no more", async () => {
    const { buyer, id } = await order([monthly], goodDebit);
    await database.transaction((tx) =>
      deletePersonalData(portal.portal, tx, buyer.id, {
        actor: memberActor(buyer.id),
        log: portal.app.log,
      }),
    );
    await days(40);
    const [invoice] = await database.select().from(invoices).where(eq(invoices.id, id));
    expect(invoice).toMatchObject({ status: "paid", userId: null, periodStart: null });
    await runRefunds(portal.portal);
    const notes = await database.select().from(creditNotes).where(eq(creditNotes.invoiceId, id));
    expect(notes.map(({ amount, status }) => [amount, status])).toEqual([[900, "succeeded"]]);
  });

  test("whose account is deleted meanwhile owes nothing when the debit fails", async () => {
    const { buyer, id } = await order([monthly], failingDebit);
    await database.transaction((tx) =>
      deletePersonalData(portal.portal, tx, buyer.id, {
        actor: memberActor(buyer.id),
        log: portal.app.log,
      }),
    );
    const mailed = portal.mails.length;
    await days(40);
    const [invoice] = await database.select().from(invoices).where(eq(invoices.id, id));
    expect(invoice).toMatchObject({ status: "uncollectible", receiptNumber: null });
    expect(portal.mails).toHaveLength(mailed);
  });

  test("stops renewing when its buyer disputes the debit at the bank", async () => {
    const { buyer } = await order([monthly], goodDebit);
    await days(6);
    const { payments } = await booksOf(database, buyer);
    await applyDispute(portal.portal, "sandbox", {
      reference: "dispute",
      payment: payments[0]?.providerReference ?? "",
      amount: 900,
      status: "lost",
      createdAt: portal.portal.now(),
    });
    await portal.runDueJobs();
    expect(await isMember(buyer)).toBe(false);
    await days(40);
    expect((await booksOf(database, buyer)).payments).toHaveLength(1);
  });
});

describe("a renewal by SEPA debit", () => {
  /** A member whose first period was paid by card, and whose renewals are debits that fail. */
  async function memberWithFailingAccount() {
    const buyer = await createMember(portal);
    const { body } = await callAs(portal, buyer, "POST", "/subscription/card");
    await payBy(portal, body.url, failingDebit);
    const { endsAt } = await membershipOf(portal, buyer);
    moveTo(portal, new Date(Date.parse(endsAt) + hourMs).toISOString());
    await renewDue(portal);
    return { buyer, endsAt: String(endsAt) };
  }

  test("keeps access while the bank decides; failed, it is tried again and given up as with cards", async () => {
    const { buyer, endsAt } = await memberWithFailingAccount();
    const during = await membershipOf(portal, buyer);
    expect(during).toMatchObject({ status: "active", unsettled: true });
    await days(5);
    expect(await membershipOf(portal, buyer)).toMatchObject({ status: "past-due", endsAt });
    expect(subjectsTo(portal, buyer).at(-1)).toMatch(/renew/i);
    // The second debit, after seven days, fails as well.
    await days(3);
    expect(await membershipOf(portal, buyer)).toMatchObject({ status: "active", unsettled: true });
    await days(5);
    expect(await isMember(buyer)).toBe(true);
    await days(3);
    expect(await isMember(buyer)).toBe(false);
    expect((await booksOf(database, buyer)).invoices.at(-1)?.status).toBe("uncollectible");
  });

  test("that was cancelled meanwhile is not tried again when it fails", async () => {
    const { buyer } = await memberWithFailingAccount();
    expect((await callAs(portal, buyer, "POST", "/subscription/cancel")).body.status).toBe(
      "ending",
    );
    await days(5);
    expect(await isMember(buyer)).toBe(false);
    await days(20);
    const { invoices: own, payments } = await booksOf(database, buyer);
    expect(own.at(-1)?.status).toBe("void");
    expect(payments).toHaveLength(2);
  });
});

test("a membership by PayPal is paid at once and renews by it", async () => {
  const { buyer } = await order([monthly], "paypal");
  const { status, card, endsAt } = await membershipOf(portal, buyer);
  expect([status, card.kind, card.last4]).toEqual(["active", "paypal", null]);
  moveTo(portal, new Date(Date.parse(endsAt) + hourMs).toISOString());
  await renewDue(portal);
  const { payments } = await booksOf(database, buyer);
  expect(payments.map((payment) => [payment.status, payment.card])).toEqual([
    ["succeeded", "PayPal"],
    ["succeeded", "PayPal"],
  ]);
});

describe("a year by BLIK", () => {
  const priceIn = (currency: string) => database.update(products).set({ currency });

  test("is paid once: access for a year, nothing stored, no renewal", async () => {
    await priceIn("PLN");
    const { buyer } = await order([yearly], "blik", true);
    await priceIn("EUR");
    const { status, card, endsAt, paidOnce } = await membershipOf(portal, buyer);
    expect([status, card, paidOnce]).toEqual(["ending", null, true]);
    const { invoices: own, payments } = await booksOf(database, buyer);
    expect(own).toMatchObject([{ status: "paid", currency: "PLN", paidOnce: true }]);
    expect(payments).toMatchObject([{ status: "succeeded", way: "blik", card: "BLIK" }]);
    moveTo(portal, new Date(Date.parse(endsAt) - hourMs).toISOString());
    expect(await isMember(buyer)).toBe(true);
    moveTo(portal, new Date(Date.parse(endsAt) + hourMs).toISOString());
    await renewDue(portal);
    expect(await isMember(buyer)).toBe(false);
    expect((await booksOf(database, buyer)).invoices).toHaveLength(1);
  });

  test("is offered by the quote only for a year, where such a way is on", async () => {
    const quote = async (items: (typeof yearly)[]) =>
      (await callAs(portal, await createBuyer(portal), "POST", "/quote", { items })).body.onceBy;
    expect(await quote([yearly])).toEqual(["p24"]);
    expect(await quote([monthly])).toBeUndefined();
    brand.waysToPay = ["sepa_debit"];
    expect(await quote([yearly])).toBeUndefined();
    const refused = await checkOut(portal, await createBuyer(portal), [yearly], { paidOnce: true });
    expect(refused.status).toBe(400);
  });

  test("is refused for a membership that renews", async () => {
    const { buyer, page } = await order([yearly], "p24");
    expect(page.statusCode).toBe(404);
    expect(await isMember(buyer)).toBe(false);
  });
});

test("extras by debit are delivered once the bank has paid", async () => {
  const { buyer, id } = await order([workbook], goodDebit);
  const delivered = () => database.select().from(deliveries).where(eq(deliveries.invoiceId, id));
  expect(await delivered()).toEqual([]);
  const waiting = await callAs(portal, buyer, "GET", `/purchases/${id}`);
  expect(waiting.body).toMatchObject({ status: "pending", awaitsBank: true });
  await days(5);
  expect(await delivered()).toHaveLength(1);
  expect((await booksOf(database, buyer)).invoices[0]?.status).toBe("paid");
});

test("a way that is off is not offered on the payment page", async () => {
  brand.waysToPay = [];
  const { page } = await order([monthly], goodDebit);
  expect(page.statusCode).toBe(404);
});
