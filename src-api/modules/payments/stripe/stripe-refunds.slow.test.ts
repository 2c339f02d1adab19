import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { monthly, workbook, yearly, type Buyer } from "#api/testing/billing-requests.ts";
import { users } from "../../accounts/schema.ts";
import { usersWithFailedPayments } from "../../subscriptions/figures-store.ts";
import { refundInvoice } from "../refunds/pay-back.ts";
import { reconcile } from "../reconcile.ts";
import { createStripePortal } from "./testing/stripe-portal.ts";
import type { StripeObject } from "./testing/fake-account.ts";

let buyer: Buyer;
const portal = await forFile(createStripePortal());
beforeEach(async () => {
  buyer = await portal.newBuyer();
  portal.stripe.refundStatus = "succeeded";
});

const provider = () => portal.portal.payments.current;
const pay = (invoiceId: string, amount: number | null) =>
  refundInvoice(portal.portal, { invoiceId, amount, reason: "refund", note: "" });
/** Returns the refunds of a page's payment at Stripe. */
const refundsOf = (page: string): StripeObject[] => {
  const { payment_intent: intent } = portal.stripe.get(page);
  return portal.stripe.all("refund").filter((one) => one["payment_intent"] === intent);
};
/** Lets the newest refund of a page's payment become what it was not before. */
const becomes = (page: string, status: string): string => {
  const refund = refundsOf(page).at(-1);
  if (!refund) throw new Error("There is no refund.");
  return Object.assign(refund, { status }).id;
};
const creditNotesOf = async (id: string) =>
  (await portal.get(buyer, `/purchases/${id}`)).creditNotes;
const toOwner = () => portal.mails.filter(({ to }) => to === portal.portal.brand.contactEmail);

describe("a refund", () => {
  test("is made once for a key, also when Stripe has forgotten it, and never of more than was paid", async () => {
    const { page } = await portal.buy(buyer, [monthly]);
    const reference = String(portal.stripe.get(page)["payment_intent"]);
    const part = { reference, amount: 500, currency: "EUR", idempotencyKey: randomUUID() };
    const first = await provider().refund(part);
    expect(first).toMatchObject({ status: "succeeded", reference: expect.stringMatching(/^re_/) });
    portal.stripe.forgetKeys();
    expect(await provider().refund(part)).toEqual(first);
    const more = { ...part, idempotencyKey: randomUUID() };
    expect(await provider().refund(more)).toMatchObject({ status: "failed", retryable: false });
    expect(refundsOf(page)).toHaveLength(1);
  });

  test("that fails after it has succeeded keeps its credit note, and the owner is told once", async () => {
    const { id, page } = await portal.buy(buyer, [workbook]);
    expect(await pay(id, 300)).toMatchObject({ outcome: "succeeded" });
    const [before] = await creditNotesOf(id);
    await portal.runDueJobs();
    portal.mails.length = 0;
    const refund = becomes(page, "failed");
    for (const type of ["refund.updated", "refund.failed", "charge.refund.updated"]) {
      expect(await portal.send(type, refund)).toBe(200);
    }
    expect(await creditNotesOf(id)).toEqual([before]);
    expect(portal.mailsTo(buyer.email)).toEqual([]);
    expect(toOwner().map(({ subject }) => subject)).toEqual(["A refund has failed: €3"]);
    const text = toOwner()[0]?.paragraphs.join(" ") ?? "";
    for (const fact of [buyer.email, before.number, refund, "stays valid"]) {
      expect(text).toContain(fact);
    }
    // The money is owed in another way: the portal does not pay back more than is left.
    expect(await pay(id, 1000)).toMatchObject({ outcome: "too-much", refundable: 900 });
  });
});

describe("a refund that Stripe is still processing", () => {
  /** Begins the refund of a part. Returns the purchase and its page. */
  const begin = async () => {
    const bought = await portal.buy(buyer, [workbook]);
    portal.stripe.refundStatus = "pending";
    portal.mails.length = 0;
    expect(await pay(bought.id, 300)).toMatchObject({ outcome: "processing" });
    await portal.runDueJobs();
    expect(portal.mails).toEqual([]);
    return bought;
  };

  test("is told to the buyer when it has succeeded", async () => {
    const { page } = await begin();
    await portal.send("refund.updated", becomes(page, "succeeded"));
    expect(portal.mailsTo(buyer.email)).toEqual([expect.stringContaining("€3")]);
    expect(toOwner()).toEqual([]);
  });

  test("can be made again when it has failed, and the owner is told", async () => {
    const { id, page } = await begin();
    await portal.send("refund.failed", becomes(page, "failed"));
    expect(await creditNotesOf(id)).toEqual([]);
    expect(portal.mailsTo(buyer.email)).toEqual([]);
    expect(toOwner()[0]?.paragraphs.join(" ")).toContain("the credit note is void");
    portal.stripe.refundStatus = "succeeded";
    expect(await pay(id, 300)).toMatchObject({ outcome: "succeeded" });
  });

  test("is asked for when its event was lost, and not made again", async () => {
    const { page } = await begin();
    becomes(page, "succeeded");
    portal.stripe.forgetKeys();
    portal.advance(3 * dayMs);
    await reconcile(portal.portal);
    await portal.runDueJobs();
    expect(portal.mailsTo(buyer.email)).toEqual([expect.stringContaining("€3")]);
    expect(refundsOf(page)).toHaveLength(1);
  });
});

test("the return of a payment that bought nothing is told to the owner when it fails", async () => {
  const first = await portal.open(buyer, [monthly]);
  const second = await portal.open(buyer, [yearly]);
  for (const { page } of [first, second]) portal.stripe.pay(page);
  for (const { page } of [first, second]) await portal.send("checkout.session.completed", page);
  portal.mails.length = 0;
  const refund = becomes(second.page, "failed");
  for (const type of ["refund.updated", "refund.failed"]) await portal.send(type, refund);
  expect(toOwner().map(({ subject }) => subject)).toEqual(["A refund has failed: €90"]);
  expect(toOwner()[0]?.paragraphs.join(" ")).toContain("had bought nothing");
});

describe("a disputed payment", () => {
  test("stops the renewal of its membership, and is told to the owner once", async () => {
    const { page } = await portal.buy(buyer, [monthly]);
    portal.mails.length = 0;
    const { payment_intent: intent } = portal.stripe.get(page);
    const fields = { payment_intent: intent, amount: 900, currency: "eur", reason: "fraudulent" };
    const { id } = portal.stripe.add("du", "dispute", fields);
    for (const event of ["evt_dispute", "evt_dispute"]) {
      expect(await portal.send("charge.dispute.created", id, { id: event })).toBe(200);
    }
    expect(await portal.subscriptionOf(buyer)).toMatchObject({
      cancelAtPeriodEnd: true,
      status: "active",
    });
    expect(toOwner().map(({ subject }) => subject)).toEqual(["A payment is disputed: €9"]);
    expect(toOwner()[0]?.paragraphs.join(" ")).toContain(buyer.email);
    expect(toOwner()[0]?.paragraphs.join(" ")).toContain(id);
    const troubled = await portal.portal.database
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.id} in ${usersWithFailedPayments(portal.portal.now())}`);
    expect(troubled).toContainEqual({ id: buyer.id });
  });
});
