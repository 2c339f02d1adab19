import { beforeEach, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { type Buyer, monthly, offerTrial } from "#api/testing/billing-requests.ts";
import { reconcile } from "#api/modules/billing/reconcile.ts";
import { usedTrials } from "#api/modules/billing/schema.ts";
import { createStripePortal } from "./testing/stripe-portal.ts";

const completed = "checkout.session.completed";

let buyer: Buyer;
const portal = await forFile(createStripePortal());
beforeEach(async () => {
  await portal.portal.database.delete(usedTrials);
  await offerTrial(portal, 14);
  buyer = await portal.newBuyer();
});

const membership = async (who = buyer) => portal.get(who, "/membership");

test("the card is given on a page that charges nothing, and says what is charged when", async () => {
  const { page, id, body } = await portal.open(buyer, [monthly]);
  const { form } = portal.stripe.calls.at(-1) ?? {};
  expect(form).toMatchObject({
    mode: "setup",
    "metadata[invoice]": id,
    customer_creation: "always",
  });
  expect(form?.["custom_text[submit][message]"]).toContain("€9 is charged on 15 March 2026");
  expect(form).not.toHaveProperty("line_items[0][quantity]");
  // Asked again, it is the same page.
  expect((await portal.get(buyer, `/purchases/${id}`)).paymentUrl).toBe(body.paymentUrl);
  portal.stripe.pay(page);
  expect(await portal.comeBack(`/api/payments/stripe/return/${id}?paid=1`)).toEqual([
    303,
    `http://portal.test/cart/subscription/success?purchase=${id}`,
  ]);
  expect(await membership()).toMatchObject({ status: "active", onTrial: true });
  expect(portal.stripe.all("payment_intent")).toEqual([]);
});

test("the event begins it once, however often it comes", async () => {
  const { page, id } = await portal.open(buyer, [monthly]);
  portal.stripe.pay(page);
  for (const eventId of ["evt_a", "evt_a", "evt_b"]) {
    expect(await portal.send(completed, page, { id: eventId })).toBe(200);
  }
  await portal.comeBack(`/api/payments/stripe/return/${id}?paid=1`);
  expect(await membership()).toMatchObject({ status: "active", onTrial: true });
  expect(await portal.paymentsOf(id)).toEqual([]);
  expect((await portal.invoice(id))?.status).toBe("paid");
});

test("a page whose return and event were lost is found by the reconciliation", async () => {
  const { page } = await portal.open(buyer, [monthly]);
  portal.stripe.pay(page);
  portal.advance(61 * minuteMs);
  await reconcile(portal.portal);
  expect(await membership()).toMatchObject({ status: "active", onTrial: true });
});

test("at its end the stored card is charged, once", async () => {
  const { page, id } = await portal.open(buyer, [monthly]);
  portal.stripe.pay(page);
  await portal.send(completed, page);
  portal.advance(14 * dayMs + hourMs);
  await portal.renew();
  await portal.renew();
  const { id: renewal } = await portal.renewalOf(buyer);
  expect(await portal.paymentsOf(renewal)).toMatchObject([{ status: "succeeded", amount: 900 }]);
  expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "active", onTrial: false });
  expect((await portal.invoice(id))?.total).toBe(0);
});

test.each(["return", "event"])(
  "a card that another address has used is refused, and deleted at Stripe: %s",
  async (notice) => {
    const first = await portal.open(buyer, [monthly]);
    portal.stripe.pay(first.page);
    await portal.send(completed, first.page);
    const other = await portal.newBuyer();
    const { page, id } = await portal.open(other, [monthly]);
    const customer = String(portal.stripe.pay(page)["customer"]);
    if (notice === "event") await portal.send(completed, page);
    expect(await portal.comeBack(`/api/payments/stripe/return/${id}?paid=1`)).toEqual([
      303,
      "http://portal.test/checkout?payment=trial-used",
    ]);
    expect(await membership(other)).toMatchObject({ status: "none", card: null });
    expect(portal.stripe.objects.has(customer)).toBe(false);
    const priced = await portal.open(other, [monthly]);
    expect(priced.body.total.amount).toBe(900);
  },
);

test("leaving the page begins nothing", async () => {
  const { id } = await portal.open(buyer, [monthly]);
  expect(await portal.comeBack(`/api/payments/stripe/return/${id}`)).toEqual([
    303,
    "http://portal.test/checkout",
  ]);
  expect((await membership()).status).toBe("none");
});
