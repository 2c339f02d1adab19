import { beforeEach, describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { type Buyer, checkOut, comeBack, monthly } from "#api/testing/billing-requests.ts";
import { refundReceipt } from "#api/cli/payments/refund-receipt.ts";
import { exportMonth } from "#api/cli/payments/export-month.ts";
import { refundInvoice } from "./refund.ts";
import { openPayments } from "./provider.ts";
import { reconcile } from "./reconcile.ts";
import { collectPayment } from "./payment-pages.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";

let buyer: Buyer;
let invoiceId: string;
let receipt: string;
const testPortal = await forFile(createStripePortal());
beforeEach(async () => {
  const { portal } = testPortal;
  portal.payments = await openPayments(portal, portal.config);
  buyer = await testPortal.newBuyer();
  ({ id: invoiceId } = await testPortal.buy(buyer, [monthly]));
  receipt = (await testPortal.get(buyer, `/purchases/${invoiceId}`)).receiptNumber;
  await refundInvoice(portal, { invoiceId, amount: 100, reason: "refund", note: "" });
  await testPortal.runDueJobs();
  portal.payments = await openPayments(portal, { ...portal.config, payments: null, stripe: null });
});

/** Returns the status of a page of the buyer's, which may be a file. */
const statusOf = async (url: string) => {
  const headers = { authorization: `Bearer ${buyer.token}` };
  return (await testPortal.app.inject({ url: `/api${url}`, headers })).statusCode;
};
const post = async (path: string) => {
  const { status, body } = await call(testPortal, "POST", path, { token: buyer.token });
  return [status, body.code];
};

test("A payment in the sandbox is not settled any more once Stripe takes the payments", async () => {
  const { portal } = testPortal;
  const sandbox = await openPayments(portal, {
    ...portal.config,
    payments: "sandbox",
    stripe: null,
  });
  portal.payments = sandbox;
  const sandboxBuyer = await testPortal.newBuyer();
  const { body } = await checkOut(testPortal, sandboxBuyer, [monthly]);
  const id = String(body.id);
  const settlesAt = new Date(portal.now().getTime() + 15_000);
  await collectPayment(portal, id, {
    way: "card",
    reference: crypto.randomUUID(),
    settlesAt,
    card: null,
  });

  portal.payments = await openPayments(portal, portal.config);
  testPortal.advance(60_000);
  await testPortal.renew();
  expect((await testPortal.get(sandboxBuyer, "/me")).subscriptionOwned).toBe(false);
  expect((await testPortal.invoice(id))?.status).toBe("pending");

  portal.payments = sandbox;
  expect((await testPortal.get(sandboxBuyer, "/me")).subscriptionOwned).toBe(true);
});

describe("after the keys of Stripe were removed", () => {
  test("receipts, credit notes, lists and exports of what it was paid can be read", async () => {
    expect(await testPortal.get(buyer, `/purchases/${invoiceId}/receipt`)).toMatchObject({
      number: receipt,
      testMode: false,
    });
    const { creditNotes } = await testPortal.get(buyer, `/purchases/${invoiceId}`);
    const [note] = creditNotes;
    for (const path of [
      "/purchases",
      "/membership",
      `/purchases/${invoiceId}/receipt.pdf`,
      `/credit-notes/${note.id}`,
      `/credit-notes/${note.id}/pdf`,
    ]) {
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    }
    const lines = await exportMonth(testPortal.portal, "2026-03");
    expect(lines.join("\n")).toContain(receipt);
    expect(lines.join("\n")).toContain(note.number);
  });

  test("a refund is refused with a text that names what is missing, and writes no credit note", async () => {
    const request = { invoiceId, amount: 200, reason: "refund", note: "" } as const;
    const refused = { outcome: "no-provider", provider: "stripe" };
    expect(await refundInvoice(testPortal.portal, request)).toEqual(refused);
    const command = { command: "refund", receipt, amount: "2.00", reason: "Sorry" } as const;
    await expect(refundReceipt({ ...testPortal.portal }, command)).rejects.toThrow(
      `${receipt} was paid by stripe, which is not set up any more`,
    );
    const { creditNotes } = await testPortal.get(buyer, `/purchases/${invoiceId}`);
    expect(creditNotes).toHaveLength(1);
  });

  test("a renewal waits for another card, and nobody can give one", async () => {
    const { length } = testPortal.stripe.calls;
    testPortal.advance(31 * dayMs);
    await testPortal.renew();
    await reconcile(testPortal.portal);
    expect(testPortal.stripe.calls).toHaveLength(length);
    expect(await testPortal.subscriptionOf(buyer)).toMatchObject({ status: "past_due" });
    buyer = await comeBack(testPortal, buyer);
    const blocked = [503, "payments-unavailable"];
    expect(await post("/subscription/card")).toEqual(blocked);
    expect(await post("/subscription/pay")).toEqual(blocked);
  });

  test("what was under way there is not asked for, and fails no reconciliation", async () => {
    const { portal } = testPortal;
    portal.payments = await openPayments(portal, portal.config);
    const slow = await testPortal.newBuyer();
    await testPortal.buy(slow, [monthly], { card: "pm_slow" });
    testPortal.stripe.refundStatus = "pending";
    await refundInvoice(portal, { invoiceId, amount: 100, reason: "refund", note: "" });
    testPortal.stripe.refundStatus = "succeeded";
    testPortal.advance(31 * dayMs);
    await testPortal.renew();
    expect(await testPortal.renewalOf(slow)).toMatchObject({ status: "pending" });
    testPortal.advance(2 * hourMs);
    portal.payments = await openPayments(portal, {
      ...portal.config,
      payments: null,
      stripe: null,
    });
    const { length } = testPortal.stripe.calls;
    await reconcile(portal);
    expect(testPortal.stripe.calls).toHaveLength(length);
  });
});
