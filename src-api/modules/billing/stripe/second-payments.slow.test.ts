import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { memberActor } from "#api/infra/audit/record-act.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { comeBack, monthly, workbook, type Buyer } from "#api/testing/billing-requests.ts";
import { deletePersonalData } from "#api/account-deletion.ts";
import { invoices, paymentPages } from "#api/modules/billing/schema.ts";
import { reconcile } from "#api/modules/billing/reconcile.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";

const completed = "checkout.session.completed";

let buyer: Buyer;
const testPortal = await forFile(createStripePortal());
beforeEach(async () => {
  buyer = await testPortal.newBuyer();
  testPortal.mails.length = 0;
});
afterEach(async () => {
  testPortal.stripe.outage = null;
  await testPortal.portal.database.delete(paymentPages);
});

const pageIn = (url: unknown) => String(url).split("/").at(-1) ?? "";
const openPages = () => testPortal.portal.database.$count(paymentPages);

/** Opens two pages of one order, as two tabs in two languages do when neither has seen the other's page. */
async function openTwice(): Promise<{ id: string; pages: [string, string] }> {
  const { id, page } = await testPortal.open(buyer, [workbook]);
  const unseen = { providerReference: null };
  await testPortal.portal.database.update(invoices).set(unseen).where(eq(invoices.id, id));
  const headers = { "accept-language": "pl" };
  const { body } = await call(testPortal, "GET", `/purchases/${id}`, {
    token: buyer.token,
    headers,
  });
  const other = pageIn(body.paymentUrl);
  if (page === other) throw new Error("Both tabs have the same page.");
  return { id, pages: [page, other] };
}

/** Expects that one payment of an invoice was kept, and what else was paid is back, once. */
async function expectOneKept(id: string, pages: readonly string[]): Promise<void> {
  expect(await testPortal.invoice(id)).toMatchObject({ status: "paid" });
  const kept = (await testPortal.paymentsOf(id)).filter(({ status }) => status === "succeeded");
  expect(kept).toHaveLength(1);
  const paid = pages.map((page) => String(testPortal.stripe.get(page)["payment_intent"]));
  const returned = testPortal.stripe
    .all("refund")
    .map((refund) => String(refund["payment_intent"]));
  const back = returned.filter((intent) => paid.includes(intent));
  expect(back).toEqual(paid.filter((intent) => intent !== kept[0]?.providerReference));
}

/** A member whose renewal was declined, and the page where it can be paid. */
async function pastDue(): Promise<{ id: string; page: string }> {
  await testPortal.buy(buyer, [monthly], { card: "pm_poor" });
  testPortal.advance(31 * dayMs);
  await testPortal.renew();
  buyer = await comeBack(testPortal, buyer);
  const { body } = await call(testPortal, "POST", "/subscription/pay", { token: buyer.token });
  const { id } = await testPortal.renewalOf(buyer);
  return { id, page: pageIn(body.url) };
}

/** Gives another card, which the renewal is charged to at once. */
async function giveCard(): Promise<void> {
  const { page, path } = await testPortal.openCardPage(buyer);
  testPortal.stripe.pay(page, "pm_other");
  await testPortal.comeBack(path);
}

describe("a second payment of an order", () => {
  test.each([
    ["with no event at all", []],
    ["with the first one's event only", [0]],
    ["with the second one's event only", [1]],
    ["with both events", [0, 1]],
    ["with both events in reverse order", [1, 0]],
  ])("is paid back %s", async (_, arrived) => {
    const { id, pages } = await openTwice();
    for (const page of pages) testPortal.stripe.pay(page);
    for (const index of arrived) await testPortal.send(completed, pages[index] ?? "");
    testPortal.advance(hourMs);
    await Promise.all([reconcile(testPortal.portal), reconcile(testPortal.portal)]);
    await testPortal.runDueJobs();
    await expectOneKept(id, pages);
    expect(await openPages()).toBe(0);
    expect(testPortal.mailsTo(buyer.email)).toHaveLength(2); // the receipt, and what was paid back
  });

  test("is paid back by the way back, after the first was taken", async () => {
    const { id, pages } = await openTwice();
    for (const page of pages) testPortal.stripe.pay(page);
    await testPortal.send(completed, pages[0]);
    await testPortal.comeBack(`/api/payments/stripe/return/${id}?paid=1`);
    await expectOneKept(id, pages);
    expect(await openPages()).toBe(0);
  });

  test("cannot be made once the first is taken: the other page is closed", async () => {
    const { id, pages } = await openTwice();
    testPortal.stripe.pay(pages[0]);
    await testPortal.send(completed, pages[0]);
    expect(testPortal.stripe.get(pages[1])["status"]).toBe("expired");
    await reconcile(testPortal.portal);
    expect(await openPages()).toBe(0);
    await expectOneKept(id, [pages[0]]);
  });
});

describe("the page of a renewal", () => {
  test("is closed once another card has paid it", async () => {
    const { id, page } = await pastDue();
    await giveCard();
    expect(await testPortal.invoice(id)).toMatchObject({ status: "paid" });
    expect(testPortal.stripe.get(page)["status"]).toBe("expired");
  });

  test("that was paid before another card paid, unheard of, is paid back", async () => {
    const { id, page } = await pastDue();
    testPortal.stripe.pay(page);
    await giveCard();
    await reconcile(testPortal.portal);
    await expectOneKept(id, [page]);
    await reconcile(testPortal.portal);
    await expectOneKept(id, [page]);
    expect(await openPages()).toBe(0);
  });

  test("is closed when the membership is cancelled; while Stripe is down, by the reconciliation", async () => {
    const { id, page } = await pastDue();
    testPortal.stripe.outage = "error";
    await call(testPortal, "POST", "/subscription/cancel", { token: buyer.token });
    await testPortal.runDueJobs();
    testPortal.stripe.outage = null;
    expect(await testPortal.invoice(id)).toMatchObject({ status: "void" });
    expect(testPortal.stripe.get(page)["status"]).toBe("open");
    await reconcile(testPortal.portal);
    expect(testPortal.stripe.get(page)["status"]).toBe("expired");
    expect(await openPages()).toBe(0);
  });

  test("that was paid after it was given up, unheard of, is paid back", async () => {
    const { id, page } = await pastDue();
    testPortal.stripe.outage = "error";
    await call(testPortal, "POST", "/subscription/cancel", { token: buyer.token });
    await testPortal.runDueJobs();
    testPortal.stripe.outage = null;
    testPortal.stripe.pay(page);
    await reconcile(testPortal.portal);
    expect(await testPortal.invoice(id)).toMatchObject({ status: "void" });
    const intent = testPortal.stripe.get(page)["payment_intent"];
    const back = testPortal.stripe
      .all("refund")
      .filter((refund) => refund["payment_intent"] === intent);
    expect(back).toHaveLength(1);
  });
});

test("the open pages of an account are closed when it is deleted", async () => {
  const { page } = await testPortal.open(buyer, [workbook]);
  const { portal, app } = testPortal;
  await portal.database.transaction(async (tx) => {
    const by = { actor: memberActor(buyer.id), log: app.log };
    await deletePersonalData(portal, tx, buyer.id, by);
  });
  await testPortal.runDueJobs();
  expect(testPortal.stripe.get(page)["status"]).toBe("expired");
});
