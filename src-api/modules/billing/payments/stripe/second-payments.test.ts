import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { memberActor } from "../../../../infra/audit/record-act.ts";
import { call } from "../../../../testing/account-requests.ts";
import { comeBack, monthly, workbook, type Buyer } from "../../../../testing/billing-requests.ts";
import { users } from "../../../accounts/schema.ts";
import { invoices } from "../../schema.ts";
import { billingData } from "../../owned-data.ts";
import { reconcile } from "../reconcile.ts";
import { paymentPages } from "../schema.ts";
import { createStripePortal, type StripePortal } from "./testing/stripe-portal.ts";

const hour = 60 * 60_000;
const completed = "checkout.session.completed";

let it: StripePortal;
let buyer: Buyer;
beforeAll(async () => void (it = await createStripePortal()));
beforeEach(async () => {
  buyer = await it.newBuyer();
  it.mails.length = 0;
});
afterEach(async () => {
  it.stripe.outage = null;
  await it.portal.database.delete(paymentPages);
});
afterAll(() => it.close());

const pageIn = (url: unknown) => String(url).split("/").at(-1) ?? "";
const openPages = () => it.portal.database.$count(paymentPages);

/** Opens two pages of one order, as two tabs in two languages do when neither has seen the other's page. */
async function openTwice(): Promise<{ id: string; pages: [string, string] }> {
  const { id, page } = await it.open(buyer, [workbook]);
  const unseen = { providerReference: null };
  await it.portal.database.update(invoices).set(unseen).where(eq(invoices.id, id));
  const headers = { "accept-language": "pl" };
  const { body } = await call(it, "GET", `/purchases/${id}`, { token: buyer.token, headers });
  const other = pageIn(body.paymentUrl);
  if (page === other) throw new Error("Both tabs have the same page.");
  return { id, pages: [page, other] };
}

/** Expects that one payment of an invoice was kept, and what else was paid is back, once. */
async function expectOneKept(id: string, pages: readonly string[]): Promise<void> {
  expect(await it.invoice(id)).toMatchObject({ status: "paid" });
  const kept = (await it.paymentsOf(id)).filter(({ status }) => status === "succeeded");
  expect(kept).toHaveLength(1);
  const paid = pages.map((page) => String(it.stripe.get(page)["payment_intent"]));
  const returned = it.stripe.all("refund").map((refund) => String(refund["payment_intent"]));
  const back = returned.filter((intent) => paid.includes(intent));
  expect(back).toEqual(paid.filter((intent) => intent !== kept[0]?.providerReference));
}

/** A member whose renewal was declined, and the page where it can be paid. */
async function pastDue(): Promise<{ id: string; page: string }> {
  await it.buy(buyer, [monthly], { card: "pm_poor" });
  it.advance(31 * 24 * hour);
  await it.renew();
  buyer = await comeBack(it, buyer);
  const { body } = await call(it, "POST", "/subscription/pay", { token: buyer.token });
  const { id } = await it.renewalOf(buyer);
  return { id, page: pageIn(body.url) };
}

/** Gives another card, which the renewal is charged to at once. */
async function giveCard(): Promise<void> {
  const { page, path } = await it.openCardPage(buyer);
  it.stripe.pay(page, "pm_other");
  await it.comeBack(path);
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
    for (const page of pages) it.stripe.pay(page);
    for (const index of arrived) await it.send(completed, pages[index] ?? "");
    it.advance(hour);
    await Promise.all([reconcile(it.portal), reconcile(it.portal)]);
    await it.runDueJobs();
    await expectOneKept(id, pages);
    expect(await openPages()).toBe(0);
    expect(it.mailsTo(buyer.email)).toHaveLength(2); // the receipt, and what was paid back
  });

  test("is paid back by the way back, after the first was taken", async () => {
    const { id, pages } = await openTwice();
    for (const page of pages) it.stripe.pay(page);
    await it.send(completed, pages[0]);
    await it.comeBack(`/api/payments/stripe/return/${id}?paid=1`);
    await expectOneKept(id, pages);
    expect(await openPages()).toBe(0);
  });

  test("cannot be made once the first is taken: the other page is closed", async () => {
    const { id, pages } = await openTwice();
    it.stripe.pay(pages[0]);
    await it.send(completed, pages[0]);
    expect(it.stripe.get(pages[1])["status"]).toBe("expired");
    await reconcile(it.portal);
    expect(await openPages()).toBe(0);
    await expectOneKept(id, [pages[0]]);
  });
});

describe("the page of a renewal", () => {
  test("is closed once another card has paid it", async () => {
    const { id, page } = await pastDue();
    await giveCard();
    expect(await it.invoice(id)).toMatchObject({ status: "paid" });
    expect(it.stripe.get(page)["status"]).toBe("expired");
  });

  test("that was paid before another card paid, unheard of, is paid back", async () => {
    const { id, page } = await pastDue();
    it.stripe.pay(page);
    await giveCard();
    await reconcile(it.portal);
    await expectOneKept(id, [page]);
    await reconcile(it.portal);
    await expectOneKept(id, [page]);
    expect(await openPages()).toBe(0);
  });

  test("is closed when the membership is cancelled; while Stripe is down, by the reconciliation", async () => {
    const { id, page } = await pastDue();
    it.stripe.outage = "error";
    await call(it, "POST", "/subscription/cancel", { token: buyer.token });
    await it.runDueJobs();
    it.stripe.outage = null;
    expect(await it.invoice(id)).toMatchObject({ status: "void" });
    expect(it.stripe.get(page)["status"]).toBe("open");
    await reconcile(it.portal);
    expect(it.stripe.get(page)["status"]).toBe("expired");
    expect(await openPages()).toBe(0);
  });

  test("that was paid after it was given up, unheard of, is paid back", async () => {
    const { id, page } = await pastDue();
    it.stripe.outage = "error";
    await call(it, "POST", "/subscription/cancel", { token: buyer.token });
    await it.runDueJobs();
    it.stripe.outage = null;
    it.stripe.pay(page);
    await reconcile(it.portal);
    expect(await it.invoice(id)).toMatchObject({ status: "void" });
    const intent = it.stripe.get(page)["payment_intent"];
    const back = it.stripe.all("refund").filter((refund) => refund["payment_intent"] === intent);
    expect(back).toHaveLength(1);
  });
});

test("the open pages of an account are closed when it is deleted", async () => {
  const { page } = await it.open(buyer, [workbook]);
  const { portal, app } = it;
  await portal.database.transaction(async (tx) => {
    await billingData.beforeDeletion?.({ ...portal, database: tx }, buyer.id, {
      actor: memberActor(buyer.id),
      log: app.log,
    });
    await tx.delete(users).where(eq(users.id, buyer.id));
  });
  await it.runDueJobs();
  expect(it.stripe.get(page)["status"]).toBe("expired");
});
