import { afterAll, beforeEach, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { monthly, workbook, yearly, type Buyer } from "#api/testing/billing-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { reconcile } from "#api/modules/billing/reconcile.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";

const portal = await forFile(createStripePortal());
const { brand } = portal.portal;
const waysBefore = brand.waysToPay;
afterAll(() => void (brand.waysToPay = waysBefore));
let buyer: Buyer;
beforeEach(async () => {
  brand.waysToPay = ["sepa_debit", "paypal", "link", "blik", "p24"];
  buyer = await portal.newBuyer();
});

const completed = "checkout.session.completed";
const statusOf = async (id: string) => (await portal.invoice(id))?.status;
const waysAsked = () =>
  Object.entries(portal.stripe.calls.at(-1)?.form ?? {})
    .filter(([name]) => name.startsWith("allowed_payment_method_types"))
    .map(([, way]) => way);

/** Pays a membership by debit. Returns the order, and the debit at Stripe. */
async function payByDebit() {
  const order = await portal.buy(buyer, [monthly], { card: "pm_debit" });
  return { ...order, intent: String(portal.stripe.get(order.page)["payment_intent"]) };
}

test("Stripe offers only ways that can be stored for what renews, and those of the currency for the rest", async () => {
  await portal.open(buyer, [monthly]);
  expect(waysAsked()).toEqual(["card", "sepa_debit", "paypal", "link"]);
  await portal.open(buyer, [workbook]);
  expect(waysAsked()).toEqual(["card", "sepa_debit", "paypal", "link", "p24"]);
  await portal.open(buyer, [yearly], { paidOnce: true });
  expect(waysAsked()).toEqual(["card", "sepa_debit", "paypal", "link", "p24"]);
  const { form } = portal.stripe.calls.at(-1) ?? {};
  expect(form).not.toHaveProperty("payment_intent_data[setup_future_usage]");
});

test("a debit begins the membership when its page is left, and settles it when the bank has paid", async () => {
  const { id, page, intent } = await payByDebit();
  expect(await statusOf(id)).toBe("pending");
  const begun = await portal.subscriptionOf(buyer);
  expect(begun?.status).toBe("active");
  portal.advance(5 * dayMs);
  portal.stripe.decide(intent, true);
  await portal.send("checkout.session.async_payment_succeeded", page);
  await portal.send("payment_intent.succeeded", intent);
  expect(await statusOf(id)).toBe("paid");
  expect(await portal.paymentsOf(id)).toMatchObject([
    { status: "succeeded", way: "sepa_debit", card: "SEPA ··3000", providerReference: intent },
  ]);
  expect((await portal.subscriptionOf(buyer))?.endsAt).toEqual(begun?.endsAt);
});

test.each(["checkout.session.async_payment_failed", "payment_intent.payment_failed"])(
  "a debit that fails, as %s says, takes the membership back",
  async (event) => {
    const { id, page, intent } = await payByDebit();
    portal.stripe.decide(intent, false);
    await portal.send(event, event.startsWith("checkout") ? page : intent);
    expect(await statusOf(id)).toBe("uncollectible");
    expect((await portal.subscriptionOf(buyer))?.status).toBe("ended");
    expect(portal.mailsTo(buyer.email)).toContain("Your payment of €9 failed");
  },
);

test("a debit whose messages are lost is asked for by the hourly check", async () => {
  const { id, intent } = await payByDebit();
  portal.advance(5 * dayMs);
  portal.stripe.decide(intent, true);
  await reconcile(portal.portal);
  expect(await statusOf(id)).toBe("paid");
});

test("a second debit that buys nothing is paid back once the bank has paid it", async () => {
  const first = await portal.open(buyer, [monthly]);
  const second = await portal.open(buyer, [monthly]);
  portal.stripe.pay(first.page, "pm_debit");
  portal.stripe.pay(second.page, "pm_debit");
  await portal.send(completed, first.page);
  await portal.send(completed, second.page);
  const intent = String(portal.stripe.get(second.page)["payment_intent"]);
  const refunds = () =>
    portal.stripe.all("refund").filter((one) => one["payment_intent"] === intent);
  expect(refunds()).toEqual([]);
  portal.stripe.decide(intent, true);
  await portal.send("checkout.session.async_payment_succeeded", second.page);
  expect(refunds()).toHaveLength(1);
});

test("a renewal by PayPal names PayPal, which is no way without redirects for Stripe", async () => {
  await portal.buy(buyer, [monthly], { card: "pm_paypal" });
  const { endsAt } = (await portal.subscriptionOf(buyer)) ?? {};
  portal.advance(Number(endsAt) - portal.portal.now().getTime() + 1000);
  await portal.renew();
  const { form } =
    portal.stripe.calls.find((one) => one.form["payment_method"] === "pm_paypal") ?? {};
  expect(form).toMatchObject({ "payment_method_types[0]": "paypal", off_session: "true" });
  expect(form).not.toHaveProperty("automatic_payment_methods[enabled]");
  expect((await portal.renewalOf(buyer)).status).toBe("paid");
});

test("another way for renewals can be given on Stripe's page, also a bank account", async () => {
  await portal.buy(buyer, [monthly]);
  const { page, path } = await portal.openCardPage(buyer);
  expect(waysAsked()).toEqual(["card", "sepa_debit", "paypal", "link"]);
  portal.advance(1000);
  portal.stripe.pay(page, "pm_debit");
  await portal.comeBack(path);
  expect((await portal.get(buyer, "/membership")).card).toMatchObject({
    kind: "sepa_debit",
    last4: "3000",
    brand: null,
  });
});
