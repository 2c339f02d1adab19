import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "../../../../testing/account-requests.ts";
import { comeBack, monthly, type Buyer } from "../../../../testing/billing-requests.ts";
import { reconcile } from "../reconcile.ts";
import { createStripePortal, type StripePortal } from "./testing/stripe-portal.ts";
import type { FakeCard } from "./testing/fake-account.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let it: StripePortal;
let buyer: Buyer;
beforeAll(async () => void (it = await createStripePortal()));
beforeEach(async () => {
  buyer = await it.newBuyer();
});
afterEach(() => {
  it.stripe.outage = null;
  it.stripe.faults.length = 0;
});
afterAll(() => it.close());

const provider = () => it.portal.payments.current;
const customer = () => it.stripe.add("cus", "customer", {}).id;
const charge = (card: string, changes: { begunAt?: Date; idempotencyKey?: string } = {}) =>
  provider().charge({
    invoiceId: "invoice",
    amount: 900,
    currency: "EUR",
    card: { reference: card, customer: customer() },
    idempotencyKey: randomUUID(),
    begunAt: it.portal.now(),
    ...changes,
  });

/** Buys a membership and lets its first period end. */
const becomeDue = async (card: FakeCard = "pm_good") => {
  await it.buy(buyer, [monthly], { card });
  it.advance(31 * day);
  it.mails.length = 0;
};
const intents = (invoiceId: string) =>
  it.stripe
    .all("payment_intent")
    .filter(({ metadata }) => (metadata as Record<string, string>)["invoice"] === invoiceId); // written by the portal

describe("a charge of a card on file", () => {
  test("is made off session, and asks for no redirect", async () => {
    expect(await charge("pm_good")).toMatchObject({ status: "succeeded", reference: /^pi_/ });
    expect(it.stripe.calls.at(-1)?.form).toMatchObject({
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
      it.stripe.outage = fault;
      await expect(charge("pm_good")).rejects.toThrow(/unknown error|connection/i);
    },
  );

  test("whose answer was lost is not made again, also when Stripe has forgotten its key", async () => {
    const card = { reference: "pm_good", customer: customer() };
    const [idempotencyKey, begunAt] = [randomUUID(), it.portal.now()];
    const request = { invoiceId: "i", amount: 900, currency: "EUR", card, idempotencyKey, begunAt };
    const first = await provider().charge(request);
    expect(await provider().charge(request)).toEqual(first);
    it.advance(2 * day);
    it.stripe.forgetKeys();
    expect(await provider().charge(request)).toEqual(first);
    const made = it.stripe.all("payment_intent").filter((one) => one["customer"] === card.customer);
    expect(made).toHaveLength(1);
  });
});

describe("a renewal", () => {
  test("charges the card of the first payment", async () => {
    await becomeDue();
    await it.renew();
    const { id, status } = await it.renewalOf(buyer);
    expect(status).toBe("paid");
    expect(intents(id)).toMatchObject([{ amount: 900, payment_method: "pm_good" }]);
  });

  test.each([
    [
      "the next run",
      async () => {
        it.advance(11 * minute);
        await it.renew();
      },
    ],
    [
      "the event",
      async (intent: string) => void (await it.send("payment_intent.succeeded", intent)),
    ],
  ])("whose answer was lost is completed by %s, and charged once", async (_, complete) => {
    await becomeDue();
    it.stripe.outage = "lost";
    await it.renew();
    it.stripe.outage = null;
    const { id, status } = await it.renewalOf(buyer);
    expect(status).toBe("open");
    expect(intents(id)).toHaveLength(1);
    await complete(intents(id)[0]?.id ?? "");
    await it.runDueJobs();
    expect((await it.invoice(id))?.status).toBe("paid");
    it.advance(11 * minute);
    await it.renew();
    expect(intents(id)).toHaveLength(1);
    expect(await it.paymentsOf(id)).toMatchObject([{ status: "succeeded" }]);
  });

  test("that processes is completed by the reconciliation after an hour", async () => {
    await becomeDue("pm_slow");
    await it.renew();
    const { id } = await it.renewalOf(buyer);
    expect((await it.invoice(id))?.status).toBe("pending");
    const [intent] = intents(id);
    Object.assign(intent ?? {}, { status: "succeeded" });
    await reconcile(it.portal);
    expect((await it.invoice(id))?.status).toBe("pending");
    it.advance(61 * minute);
    await reconcile(it.portal);
    expect((await it.invoice(id))?.status).toBe("paid");
  });

  test("that processes and then fails keeps access, and tells the member", async () => {
    await becomeDue("pm_slow");
    await it.renew();
    const { id } = await it.renewalOf(buyer);
    const [intent] = intents(id);
    Object.assign(intent ?? {}, {
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
    });
    await it.send("payment_intent.payment_failed", intent?.id ?? "");
    await it.send("payment_intent.payment_failed", intent?.id ?? "");
    expect(await it.subscriptionOf(buyer)).toMatchObject({ status: "past_due" });
    expect(await it.paymentsOf(id)).toMatchObject([{ failure: "insufficient-funds" }]);
    expect(it.mailsTo(buyer.email)).toEqual(["Your membership could not be renewed"]);
  });

  test("that the bank wants to be confirmed is paid on a page, and the first try is cancelled", async () => {
    await becomeDue("pm_confirm");
    await it.renew();
    const { id } = await it.renewalOf(buyer);
    expect(await it.subscriptionOf(buyer)).toMatchObject({ status: "past_due" });
    expect(it.mailsTo(buyer.email)).toEqual(["Your bank asks you to confirm a payment"]);
    const [tried] = intents(id);
    const member = await comeBack(it, buyer); // the session of the first month has expired
    const { body } = await call(it, "POST", "/subscription/pay", { token: member.token });
    const page = String(body.url).split("/").at(-1) ?? "";
    it.stripe.pay(page);
    expect(await it.comeBack(`/api/payments/stripe/return/${id}?paid=1`)).toEqual([
      303,
      "http://portal.test/subscription?payment=paid",
    ]);
    await it.send("checkout.session.completed", page);
    expect(await it.subscriptionOf(buyer)).toMatchObject({ status: "active" });
    expect((await it.paymentsOf(id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
    expect(tried).toMatchObject({ status: "canceled" });
  });

  test("that is confirmed after it was given up is paid back, and its member is told once", async () => {
    await becomeDue("pm_confirm");
    await it.renew();
    const { id } = await it.renewalOf(buyer);
    const [tried] = intents(id);
    const member = await comeBack(it, buyer);
    const { body } = await call(it, "POST", "/subscription/pay", { token: member.token });
    const page = String(body.url).split("/").at(-1) ?? "";
    it.stripe.pay(page);
    await it.send("checkout.session.completed", page);
    it.mails.length = 0;
    Object.assign(tried ?? {}, { status: "succeeded", amount_received: 900 });
    for (const event of ["evt_late", "evt_later"]) {
      expect(await it.send("payment_intent.succeeded", tried?.id ?? "", { id: event })).toBe(200);
    }
    const refunds = it.stripe.all("refund").filter((one) => one["payment_intent"] === tried?.id);
    expect(refunds).toMatchObject([{ amount: 900 }]);
    expect(it.mailsTo(buyer.email)).toEqual(["We have paid €9 back to you"]);
  });
});
