import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { comeBack, monthly, type Buyer } from "#api/testing/billing-requests.ts";
import { reconcile } from "#api/modules/billing/reconcile.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";
import type { FakeCard } from "#api/modules/billing/stripe/testing/fake-account.ts";

let buyer: Buyer;
const portal = await forFile(createStripePortal());
beforeEach(async () => {
  buyer = await portal.newBuyer();
});
afterEach(() => {
  portal.stripe.outage = null;
  portal.stripe.faults.length = 0;
});

const provider = () => portal.portal.payments.current;
const customer = () => portal.stripe.add("cus", "customer", {}).id;
const charge = (card: string, changes: { begunAt?: Date; idempotencyKey?: string } = {}) =>
  provider().charge({
    invoiceId: "invoice",
    amount: 900,
    currency: "EUR",
    card: { kind: "card" as const, reference: card, customer: customer() },
    idempotencyKey: randomUUID(),
    begunAt: portal.portal.now(),
    ...changes,
  });

/** Buys a membership and lets its first period end. */
const becomeDue = async (card: FakeCard = "pm_good") => {
  await portal.buy(buyer, [monthly], { card });
  portal.advance(31 * dayMs);
  portal.mails.length = 0;
};
const intents = (invoiceId: string) =>
  portal.stripe
    .all("payment_intent")
    .filter(({ metadata }) => (metadata as Record<string, string>)["invoice"] === invoiceId); // written by the portal

describe("a charge of a card on file", () => {
  test("is made off session, and asks for no redirect", async () => {
    expect(await charge("pm_good")).toMatchObject({ status: "succeeded", reference: /^pi_/ });
    expect(portal.stripe.calls.at(-1)?.form).toMatchObject({
      amount: "900",
      currency: "eur",
      payment_method: "pm_good",
      off_session: "true",
      confirm: "true",
      "automatic_payment_methods[allow_redirects]": "never",
    });
  });

  test.each([
    ["pm_poor", { status: "failed", reason: "insufficient-funds", retryable: true }],
    ["pm_refused", { status: "failed", reason: "declined", retryable: true }],
    ["pm_expired", { status: "failed", reason: "expired-card", retryable: false }],
    ["pm_lost", { status: "failed", reason: "declined", retryable: false }],
    ["pm_removed", { status: "failed", reason: "declined", retryable: false, reference: null }],
    ["pm_confirm", { status: "requires_action" }],
    ["pm_slow", { status: "processing", settlesAt: null }],
  ])("%s gets %j", async (card, result) => {
    expect(await charge(card)).toMatchObject(result);
  });

  test.each(["error", "refused"] as const)(
    "has no result while Stripe fails: %s",
    async (fault) => {
      portal.stripe.outage = fault;
      await expect(charge("pm_good")).rejects.toThrow(/unknown error|connection/i);
    },
  );

  test("whose answer was lost is not made again, also when Stripe has forgotten its key", async () => {
    const card = { kind: "card", reference: "pm_good", customer: customer() } as const;
    const [idempotencyKey, begunAt] = [randomUUID(), portal.portal.now()];
    const request = { invoiceId: "i", amount: 900, currency: "EUR", card, idempotencyKey, begunAt };
    const first = await provider().charge(request);
    expect(await provider().charge(request)).toEqual(first);
    portal.advance(2 * dayMs);
    portal.stripe.forgetKeys();
    expect(await provider().charge(request)).toEqual(first);
    const made = portal.stripe
      .all("payment_intent")
      .filter((one) => one["customer"] === card.customer);
    expect(made).toHaveLength(1);
  });
});

describe("a renewal", () => {
  test("charges the card of the first payment", async () => {
    await becomeDue();
    await portal.renew();
    const { id, status } = await portal.renewalOf(buyer);
    expect(status).toBe("paid");
    expect(intents(id)).toMatchObject([{ amount: 900, payment_method: "pm_good" }]);
  });

  test.each([
    [
      "the next run",
      async () => {
        portal.advance(11 * minuteMs);
        await portal.renew();
      },
    ],
    [
      "the event",
      async (intent: string) => void (await portal.send("payment_intent.succeeded", intent)),
    ],
  ])("whose answer was lost is completed by %s, and charged once", async (_, complete) => {
    await becomeDue();
    portal.stripe.outage = "lost";
    await portal.renew();
    portal.stripe.outage = null;
    const { id, status } = await portal.renewalOf(buyer);
    expect(status).toBe("open");
    expect(intents(id)).toHaveLength(1);
    await complete(intents(id)[0]?.id ?? "");
    await portal.runDueJobs();
    expect((await portal.invoice(id))?.status).toBe("paid");
    portal.advance(11 * minuteMs);
    await portal.renew();
    expect(intents(id)).toHaveLength(1);
    expect(await portal.paymentsOf(id)).toMatchObject([{ status: "succeeded" }]);
  });

  test("that processes is completed by the reconciliation after an hour", async () => {
    await becomeDue("pm_slow");
    await portal.renew();
    const { id } = await portal.renewalOf(buyer);
    expect((await portal.invoice(id))?.status).toBe("pending");
    const [intent] = intents(id);
    Object.assign(intent ?? {}, { status: "succeeded" });
    await reconcile(portal.portal);
    expect((await portal.invoice(id))?.status).toBe("pending");
    portal.advance(61 * minuteMs);
    await reconcile(portal.portal);
    expect((await portal.invoice(id))?.status).toBe("paid");
  });

  test("that processes and then fails keeps access, and tells the member", async () => {
    await becomeDue("pm_slow");
    await portal.renew();
    const { id } = await portal.renewalOf(buyer);
    const [intent] = intents(id);
    Object.assign(intent ?? {}, {
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
    });
    await portal.send("payment_intent.payment_failed", intent?.id ?? "");
    await portal.send("payment_intent.payment_failed", intent?.id ?? "");
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "past_due" });
    expect(await portal.paymentsOf(id)).toMatchObject([{ failure: "insufficient-funds" }]);
    expect(portal.mailsTo(buyer.email)).toEqual(["Your membership could not be renewed"]);
  });

  test("that the bank wants to be confirmed is paid on a page, and the first try is cancelled", async () => {
    await becomeDue("pm_confirm");
    await portal.renew();
    const { id } = await portal.renewalOf(buyer);
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "past_due" });
    expect(portal.mailsTo(buyer.email)).toEqual(["Your bank asks you to confirm a payment"]);
    const [tried] = intents(id);
    const member = await comeBack(portal, buyer); // the session of the first month has expired
    const { body } = await call(portal, "POST", "/subscription/pay", { token: member.token });
    const page = String(body.url).split("/").at(-1) ?? "";
    portal.stripe.pay(page);
    expect(await portal.comeBack(`/api/payments/stripe/return/${id}?paid=1`)).toEqual([
      303,
      "http://portal.test/subscription?payment=paid",
    ]);
    await portal.send("checkout.session.completed", page);
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "active" });
    expect((await portal.paymentsOf(id)).map(({ status }) => status)).toEqual([
      "failed",
      "succeeded",
    ]);
    expect(tried).toMatchObject({ status: "canceled" });
  });

  test("that is confirmed after it was given up is paid back, and its member is told once", async () => {
    await becomeDue("pm_confirm");
    await portal.renew();
    const { id } = await portal.renewalOf(buyer);
    const [tried] = intents(id);
    const member = await comeBack(portal, buyer);
    const { body } = await call(portal, "POST", "/subscription/pay", { token: member.token });
    const page = String(body.url).split("/").at(-1) ?? "";
    portal.stripe.pay(page);
    await portal.send("checkout.session.completed", page);
    portal.mails.length = 0;
    Object.assign(tried ?? {}, { status: "succeeded", amount_received: 900 });
    for (const event of ["evt_late", "evt_later"]) {
      expect(await portal.send("payment_intent.succeeded", tried?.id ?? "", { id: event })).toBe(
        200,
      );
    }
    const refunds = portal.stripe
      .all("refund")
      .filter((one) => one["payment_intent"] === tried?.id);
    expect(refunds).toMatchObject([{ amount: 900 }]);
    expect(portal.mailsTo(buyer.email)).toEqual(["We have refunded €9"]);
  });
});
