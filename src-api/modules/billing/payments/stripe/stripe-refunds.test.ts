import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { monthly, workbook, yearly, type Buyer } from "../../../../testing/billing-requests.ts";
import { users } from "../../../accounts/schema.ts";
import { usersWithFailedPayments } from "../../figures-store.ts";
import { refundInvoice } from "../../refunds/refund.ts";
import { reconcile } from "../reconcile.ts";
import { createStripePortal, type StripePortal } from "./testing/stripe-portal.ts";
import type { StripeObject } from "./testing/fake-account.ts";

let it: StripePortal;
let buyer: Buyer;
beforeAll(async () => void (it = await createStripePortal()));
beforeEach(async () => {
  buyer = await it.newBuyer();
  it.stripe.refundStatus = "succeeded";
});
afterAll(() => it.close());

const provider = () => it.portal.payments.current;
const pay = (invoiceId: string, amount: number | null) =>
  refundInvoice(it.portal, { invoiceId, amount, reason: "refund", note: "" });
/** Returns the refunds of a page's payment at Stripe. */
const refundsOf = (page: string): StripeObject[] => {
  const { payment_intent: intent } = it.stripe.get(page);
  return it.stripe.all("refund").filter((one) => one["payment_intent"] === intent);
};
/** Lets the newest refund of a page's payment become what it was not before. */
const becomes = (page: string, status: string): string => {
  const refund = refundsOf(page).at(-1);
  if (!refund) throw new Error("There is no refund.");
  return Object.assign(refund, { status }).id;
};
const creditNotesOf = async (id: string) => (await it.get(buyer, `/purchases/${id}`)).creditNotes;
const toOwner = () => it.mails.filter(({ to }) => to === it.portal.brand.contactEmail);

describe("a refund", () => {
  test("is made once for a key, also when Stripe has forgotten it, and never of more than was paid", async () => {
    const { page } = await it.buy(buyer, [monthly]);
    const reference = String(it.stripe.get(page)["payment_intent"]);
    const part = { reference, amount: 500, currency: "EUR", idempotencyKey: randomUUID() };
    const first = await provider().refund(part);
    expect(first).toMatchObject({ status: "succeeded", reference: expect.stringMatching(/^re_/) });
    it.stripe.forgetKeys();
    expect(await provider().refund(part)).toEqual(first);
    const more = { ...part, idempotencyKey: randomUUID() };
    expect(await provider().refund(more)).toMatchObject({ status: "failed", retryable: false });
    expect(refundsOf(page)).toHaveLength(1);
  });

  test("that fails after it has succeeded keeps its credit note, and the owner is told once", async () => {
    const { id, page } = await it.buy(buyer, [workbook]);
    expect(await pay(id, 300)).toMatchObject({ outcome: "succeeded" });
    const [before] = await creditNotesOf(id);
    await it.runDueJobs();
    it.mails.length = 0;
    const refund = becomes(page, "failed");
    for (const type of ["refund.updated", "refund.failed", "charge.refund.updated"]) {
      expect(await it.send(type, refund)).toBe(200);
    }
    expect(await creditNotesOf(id)).toEqual([before]);
    expect(it.mailsTo(buyer.email)).toEqual([]);
    expect(toOwner().map(({ subject }) => subject)).toEqual(["A refund has failed: €3"]);
    const text = toOwner()[0]?.paragraphs.join(" ") ?? "";
    for (const fact of [buyer.email, before.number, refund, "stays valid"]) {
      expect(text).toContain(fact);
    }
    // The money is owed in another way: the portal does not pay back more than is left.
    expect(await pay(id, 1000)).toMatchObject({ outcome: "too-much", left: 900 });
  });
});

describe("a refund that Stripe is still processing", () => {
  /** Begins the refund of a part. Returns the purchase and its page. */
  const begin = async () => {
    const bought = await it.buy(buyer, [workbook]);
    it.stripe.refundStatus = "pending";
    it.mails.length = 0;
    expect(await pay(bought.id, 300)).toMatchObject({ outcome: "processing" });
    await it.runDueJobs();
    expect(it.mails).toEqual([]);
    return bought;
  };

  test("is told to the buyer when it has succeeded", async () => {
    const { page } = await begin();
    await it.send("refund.updated", becomes(page, "succeeded"));
    expect(it.mailsTo(buyer.email)).toEqual([expect.stringContaining("€3")]);
    expect(toOwner()).toEqual([]);
  });

  test("can be made again when it has failed, and the owner is told", async () => {
    const { id, page } = await begin();
    await it.send("refund.failed", becomes(page, "failed"));
    expect(await creditNotesOf(id)).toEqual([]);
    expect(it.mailsTo(buyer.email)).toEqual([]);
    expect(toOwner()[0]?.paragraphs.join(" ")).toContain("the credit note is void");
    it.stripe.refundStatus = "succeeded";
    expect(await pay(id, 300)).toMatchObject({ outcome: "succeeded" });
  });

  test("is asked for when its event was lost, and not made again", async () => {
    const { page } = await begin();
    becomes(page, "succeeded");
    it.stripe.forgetKeys();
    it.advance(3 * 24 * 60 * 60_000);
    await reconcile(it.portal);
    await it.runDueJobs();
    expect(it.mailsTo(buyer.email)).toEqual([expect.stringContaining("€3")]);
    expect(refundsOf(page)).toHaveLength(1);
  });
});

test("the return of a payment that bought nothing is told to the owner when it fails", async () => {
  const first = await it.open(buyer, [monthly]);
  const second = await it.open(buyer, [yearly]);
  for (const { page } of [first, second]) it.stripe.pay(page);
  for (const { page } of [first, second]) await it.send("checkout.session.completed", page);
  it.mails.length = 0;
  const refund = becomes(second.page, "failed");
  for (const type of ["refund.updated", "refund.failed"]) await it.send(type, refund);
  expect(toOwner().map(({ subject }) => subject)).toEqual(["A refund has failed: €90"]);
  expect(toOwner()[0]?.paragraphs.join(" ")).toContain("had bought nothing");
});

describe("a disputed payment", () => {
  test("stops the renewal of its membership, and is told to the owner once", async () => {
    const { page } = await it.buy(buyer, [monthly]);
    it.mails.length = 0;
    const { payment_intent: intent } = it.stripe.get(page);
    const fields = { payment_intent: intent, amount: 900, currency: "eur", reason: "fraudulent" };
    const { id } = it.stripe.add("du", "dispute", fields);
    for (const event of ["evt_dispute", "evt_dispute"]) {
      expect(await it.send("charge.dispute.created", id, { id: event })).toBe(200);
    }
    expect(await it.subscriptionOf(buyer)).toMatchObject({
      cancelAtPeriodEnd: true,
      status: "active",
    });
    expect(toOwner().map(({ subject }) => subject)).toEqual(["A payment is disputed: €9"]);
    expect(toOwner()[0]?.paragraphs.join(" ")).toContain(buyer.email);
    expect(toOwner()[0]?.paragraphs.join(" ")).toContain(id);
    const troubled = await it.portal.database
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.id} in ${usersWithFailedPayments(it.portal.now())}`);
    expect(troubled).toContainEqual({ id: buyer.id });
  });
});
