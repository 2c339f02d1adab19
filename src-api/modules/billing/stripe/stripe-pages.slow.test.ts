import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { monthly, workbook, yearly, type Buyer } from "#api/testing/billing-requests.ts";
import { reconcile } from "#api/modules/billing/reconcile.ts";
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

describe("the page of an order", () => {
  test("asks for the agreed amount, and keeps the card of a membership only", async () => {
    await portal.open(buyer, [monthly]);
    expect(portal.stripe.calls.at(-1)).toMatchObject({
      version: "2026-10-28.endive",
      form: {
        mode: "payment",
        locale: "en",
        "line_items[0][price_data][unit_amount]": "900",
        "line_items[0][price_data][currency]": "eur",
        "adaptive_pricing[enabled]": "false",
        "allowed_payment_method_types[0]": "card",
        "payment_intent_data[setup_future_usage]": "off_session",
        customer_creation: "always",
        customer_email: buyer.email,
      },
    });
    await portal.open(buyer, [workbook]);
    const { form } = portal.stripe.calls.at(-1) ?? {};
    expect(form?.["customer_creation"]).toBe("if_required");
    expect(form).not.toHaveProperty("payment_intent_data[setup_future_usage]");
  });

  test("is the same one as long as it is open, also after a failed try", async () => {
    const { id, body } = await portal.open(buyer, [workbook]);
    expect((await portal.get(buyer, `/purchases/${id}`)).paymentUrl).toBe(body.paymentUrl);
    const intent = portal.stripe.add("pi", "payment_intent", {
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined", decline_code: "generic_decline" },
      metadata: { invoice: id },
    });
    await portal.send("payment_intent.payment_failed", intent.id);
    const declined = await portal.get(buyer, `/purchases/${id}`);
    expect(declined).toMatchObject({ status: "declined", paymentUrl: body.paymentUrl });
    expect(await portal.comeBack(returnPath(id))).toEqual([
      303,
      "http://portal.test/checkout?payment=declined",
    ]);
    portal.stripe.pay(String(body.paymentUrl).split("/").at(-1) ?? "", "pm_other");
    expect(await portal.comeBack(`${returnPath(id)}?paid=1`)).toEqual([303, success(id)]);
    expect(await statusOf(id)).toBe("paid");
  });

  test("is a new one after the first has expired, with the same order, and nothing was declined", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.stripe.get(page)["status"] = "expired";
    const given = { status: "canceled", last_payment_error: null, metadata: { invoice: id } };
    await portal.send(
      "payment_intent.canceled",
      portal.stripe.add("pi", "payment_intent", given).id,
    );
    await portal.send("checkout.session.expired", page);
    const { paymentUrl, status } = await portal.get(buyer, `/purchases/${id}`);
    expect(status).toBe("open");
    expect(paymentUrl).toMatch(/^https:\/\/checkout\.stripe\.test\//);
    expect(paymentUrl).not.toContain(page);
  });

  test("is opened for somebody whose customer at Stripe is gone", async () => {
    await portal.buy(buyer, [monthly]);
    portal.stripe.objects.delete(String(portal.stripe.all("customer").at(-1)?.id));
    const { status, body } = await portal.open(buyer, [workbook]);
    expect([status, body.status]).toEqual([201, "open"]);
  });
});

describe("a payment", () => {
  test.each([
    ["by the return only", ["return"]],
    ["by the event before the return", [completed, "return"]],
    ["by the event after the return", ["return", completed]],
    ["by the event twice", [completed, completed]],
    ["by all events in reverse order", ["payment_intent.succeeded", completed, "return"]],
    ["by the page that asks for the purchase", ["purchase", completed]],
  ])("noticed %s counts once", async (_, steps) => {
    const { id, page } = await portal.open(buyer, [monthly]);
    const intent = String(portal.stripe.pay(page)["payment_intent"]);
    const runStep = async (step: string): Promise<unknown> => {
      if (step === "return") return (await portal.comeBack(`${returnPath(id)}?paid=1`))[1];
      if (step === "purchase") return (await portal.get(buyer, `/purchases/${id}`)).id;
      return portal.send(step, step === completed ? page : intent);
    };
    for (const step of steps) expect([success(id), id, 200]).toContain(await runStep(step));
    await portal.runDueJobs();
    expect(await portal.get(buyer, `/purchases/${id}`)).toMatchObject({ status: "paid" });
    expect(await portal.paymentsOf(id)).toMatchObject([
      { status: "succeeded", providerReference: intent, amount: 900, card: "Visa 4242" },
    ]);
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "active" });
    expect(portal.mailsTo(buyer.email).toSorted()).toEqual([
      "Welcome to Ringside",
      expect.stringMatching(/^Your receipt /),
    ]);
    expect(portal.stripe.all("refund").filter((one) => one["payment_intent"] === intent)).toEqual(
      [],
    );
  });

  test("whose same event arrives five times at once counts once", async () => {
    const { id, page } = await portal.open(buyer, [monthly]);
    portal.stripe.pay(page);
    const event = { id: "evt_same" };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => portal.send(completed, page, event)),
    );
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    expect(await portal.paymentsOf(id)).toHaveLength(1);
    const { length } = portal.stripe.calls;
    await portal.send(completed, page, event);
    expect(portal.stripe.calls).toHaveLength(length);
  });

  test("of a second membership is paid back, and its buyer is told once", async () => {
    const first = await portal.open(buyer, [monthly]);
    const second = await portal.open(buyer, [yearly]);
    portal.stripe.pay(second.page);
    portal.stripe.pay(first.page);
    await portal.send(completed, first.page);
    const refund = { amount: 9000, status: "succeeded" };
    for (const event of [completed, "checkout.session.async_payment_succeeded", completed]) {
      await portal.send(event, second.page);
    }
    expect(portal.stripe.all("refund").slice(-1)).toMatchObject([refund]);
    const { payment_intent: intent } = portal.stripe.get(second.page);
    expect(
      portal.stripe.all("refund").filter((one) => one["payment_intent"] === intent),
    ).toHaveLength(1);
    expect(await portal.paymentsOf(second.id)).toEqual([]);
    expect(await statusOf(first.id)).toBe("paid");
    const returned = portal.mailsTo(buyer.email).filter((subject) => subject.includes("€90"));
    expect(returned).toEqual(["We have refunded €90"]);
  });

  test("of a membership closes the page of another one, before it can be paid", async () => {
    const first = await portal.open(buyer, [monthly]);
    const second = await portal.open(buyer, [yearly]);
    portal.stripe.pay(first.page);
    await portal.send(completed, first.page);
    expect(portal.stripe.get(second.page)["status"]).toBe("expired");
  });

  test("of an expired order is paid back", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.advance(25 * hourMs);
    portal.stripe.pay(page);
    await portal.send(completed, page);
    expect(portal.stripe.all("refund").at(-1)).toMatchObject({ amount: 1200 });
    expect(await portal.paymentsOf(id)).toEqual([]);
  });

  test("by a payment link that names an order buys nothing", async () => {
    const { id } = await portal.open(buyer, [yearly]);
    const cheap = portal.stripe.add("cs_test", "checkout.session", {
      mode: "payment",
      status: "open",
      amount_total: 100,
      currency: "eur",
      client_reference_id: id,
      metadata: {},
    });
    portal.stripe.pay(cheap.id);
    expect(await portal.send(completed, cheap.id)).toBe(200);
    expect(await statusOf(id)).toBe("open");
  });

  test("of another amount than the order's is not taken", async () => {
    const { id, page } = await portal.open(buyer, [yearly]);
    portal.stripe.get(page)["amount_total"] = 100;
    portal.stripe.pay(page);
    expect(await portal.send(completed, page)).toBe(500);
    expect(await statusOf(id)).toBe("open");
    portal.stripe.objects.delete(page);
  });

  test("whose event was lost is found by the reconciliation", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.stripe.pay(page);
    await reconcile(portal.portal);
    expect(await statusOf(id)).toBe("open"); // its event may still come
    portal.advance(61 * minuteMs);
    await reconcile(portal.portal);
    expect(await statusOf(id)).toBe("paid");
    expect(await portal.paymentsOf(id)).toHaveLength(1);
  });
});

describe("checkout while Stripe", () => {
  test.each(["hang", "error", "refused"] as const)(
    "fails (%s) says so, and works with the same order afterwards",
    async (fault) => {
      const key = randomUUID();
      portal.stripe.outage = fault;
      const failed = await portal.open(buyer, [workbook], { key });
      expect(failed).toMatchObject({ status: 503, body: { code: "payments-unavailable" } });
      portal.stripe.outage = null;
      const opened = await portal.open(buyer, [workbook], { key });
      expect(opened).toMatchObject({ status: 201, body: { status: "open" } });
      expect(await portal.get(buyer, "/purchases")).toEqual({ items: [] });
    },
  );

  test("loses the answer opens one page", async () => {
    const before = portal.stripe.all("checkout.session").length;
    portal.stripe.faults.push("lost");
    expect(await portal.open(buyer, [workbook])).toMatchObject({ status: 201 });
    expect(portal.stripe.all("checkout.session")).toHaveLength(before + 1);
  });
});
