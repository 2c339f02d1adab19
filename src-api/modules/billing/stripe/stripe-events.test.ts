import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { workbook, yearly, type Buyer } from "#api/testing/billing-requests.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";

let buyer: Buyer;
const portal = await forFile(createStripePortal());
beforeEach(async () => {
  buyer = await portal.newBuyer();
  portal.mails.length = 0;
});
afterEach(() => {
  portal.stripe.outage = null;
});

const success = (id: string) => `http://portal.test/cart/subscription/success?purchase=${id}`;
const completed = "checkout.session.completed";
const returnPath = (id: string) => `/api/payments/stripe/return/${id}`;
const statusOf = async (id: string) => (await portal.invoice(id))?.status;

describe("an event", () => {
  test.each([
    ["signed with another secret", { secret: "whsec_other" }],
    ["signed more than five minutes ago", { ageSeconds: 301 }],
  ])("%s is refused and changes nothing", async (_, options) => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.stripe.pay(page);
    expect(await portal.send(completed, page, options)).toBe(400);
    expect(await statusOf(id)).toBe("open");
  });

  test("signed almost five minutes ago is accepted", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.stripe.pay(page);
    expect(await portal.send(completed, page, { ageSeconds: 299 })).toBe(200);
    expect(await statusOf(id)).toBe("paid");
  });

  test.each([
    ["without a signature", {}, "{}"],
    ["that is no JSON", { "stripe-signature": "t=1,v1=00" }, "{"],
    ["in a form", { "content-type": "application/x-www-form-urlencoded" }, "a=1"],
  ])("%s is refused", async (_, headers, payload) => {
    const answer = await portal.app.inject({
      method: "POST",
      url: "/api/payments/stripe/webhook",
      headers: { "content-type": "application/json", ...headers },
      payload,
    });
    expect([400, 415]).toContain(answer.statusCode);
  });

  const event = { id: "evt_odd", type: completed, data: { object: { id: "cs_test_1" } } };
  test.each([
    null,
    true,
    5,
    "evt_1",
    [],
    [event],
    {},
    { ...event, id: 5 },
    { ...event, id: null },
    { ...event, id: "" },
    { ...event, id: "x".repeat(10_000) },
    { ...event, id: "evt_\0" },
    { ...event, type: null },
    { ...event, type: { length: 1 } },
    { ...event, account: { id: "acct" } },
    { ...event, data: undefined },
    { ...event, data: null },
    { ...event, data: { object: null } },
    { ...event, data: { object: "cs_test_1" } },
    { ...event, data: { object: [] } },
    { ...event, data: { object: { id: 5 } } },
    { ...event, data: { object: { id: { toString: 1 } } } },
    { ...event, data: { object: { id: "../refunds" } } },
  ])("signed, but of odd types, is refused: %j", async (odd) => {
    expect(await portal.sendSigned(JSON.stringify(odd))).toBe(400);
  });

  test.each(["constructor", "toString", "__proto__"])(
    "of the type %s changes nothing",
    async (type) => {
      expect(await portal.sendSigned(JSON.stringify({ ...event, type }))).toBe(200);
    },
  );

  test("of another account, an unknown type or about an unknown object changes nothing", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.stripe.pay(page);
    expect(await portal.send(completed, page, { account: "acct_other" })).toBe(200);
    expect(await portal.send("customer.created", page)).toBe(200);
    for (const type of [completed, "payment_intent.succeeded", "charge.dispute.created"]) {
      expect(await portal.send(type, "cs_of_somebody_else")).toBe(200);
    }
    expect(await statusOf(id)).toBe("open");
  });

  test("about something that another program wrote into the same account changes nothing", async () => {
    const metadata = { invoice: "INV-1", payment: "2", refund: "3", setup: "4" };
    const intent = portal.stripe.add("pi", "payment_intent", { status: "succeeded", metadata });
    const refund = portal.stripe.add("re", "refund", { status: "succeeded", metadata });
    const fields = { mode: "payment", status: "complete", metadata };
    const page = portal.stripe.add("cs_test", "checkout.session", fields);
    const setup = portal.stripe.add("cs_test", "checkout.session", { ...fields, mode: "setup" });
    expect(await portal.send("payment_intent.succeeded", intent.id)).toBe(200);
    expect(await portal.send("refund.updated", refund.id)).toBe(200);
    expect(await portal.send(completed, page.id)).toBe(200);
    expect(await portal.send(completed, setup.id)).toBe(200);
  });

  test("that could not be processed is processed when Stripe sends it again", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.stripe.pay(page);
    portal.stripe.outage = "error";
    expect(await portal.send(completed, page, { id: "evt_again" })).toBe(500);
    expect(await statusOf(id)).toBe("open");
    portal.stripe.outage = null;
    expect(await portal.send(completed, page, { id: "evt_again" })).toBe(200);
    expect(await statusOf(id)).toBe("paid");
  });
});

describe("the way back from Stripe", () => {
  test("leads to the page where the order was placed while nothing is paid", async () => {
    const { id } = await portal.open(buyer, [workbook]);
    expect(await portal.comeBack(returnPath(id))).toEqual([303, "http://portal.test/checkout"]);
    expect(await statusOf(id)).toBe("open");
  });

  test.each(["nothing", randomUUID()])("of no order leads to the membership: %s", async (id) => {
    expect(await portal.comeBack(returnPath(id))).toEqual([303, "http://portal.test/membership"]);
  });

  test("followed by somebody else shows them nothing of the purchase", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.stripe.pay(page);
    const location = success(id);
    expect(await portal.comeBack(`${returnPath(id)}?paid=1`)).toEqual([303, location]);
    expect(await portal.comeBack(`${returnPath(id)}?paid=1`)).toEqual([303, location]);
    expect(await portal.paymentsOf(id)).toHaveLength(1);
    const stranger = await portal.newBuyer();
    expect((await call(portal, "GET", `/purchases/${id}`, stranger)).status).toBe(404);
    expect((await call(portal, "GET", `/purchases/${id}`)).status).toBe(401);
  });

  test("claiming a payment that was not made buys nothing", async () => {
    const { id } = await portal.open(buyer, [yearly]);
    expect(await portal.comeBack(`${returnPath(id)}?paid=1`)).toEqual([303, success(id)]);
    expect(await statusOf(id)).toBe("open");
    expect(await portal.subscriptionOf(buyer)).toBeUndefined();
  });

  test("works while Stripe does not answer; the event completes the payment", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.stripe.pay(page);
    portal.stripe.outage = "refused";
    expect(await portal.comeBack(`${returnPath(id)}?paid=1`)).toEqual([303, success(id)]);
    portal.stripe.outage = null;
    await portal.send(completed, page);
    expect(await statusOf(id)).toBe("paid");
  });
});
