import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { call } from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { type Buyer, comeBack, monthly, workbook, yearly } from "#api/testing/billing-requests.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { findCreditNotes } from "#api/modules/billing/credit.ts";
import { refundInvoice } from "#api/modules/billing/refund.ts";
import { reconcile } from "#api/modules/billing/reconcile.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";
import type { StripeObject } from "#api/modules/billing/stripe/testing/fake-account.ts";

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
    const key = randomUUID();
    const part = { reference, amount: 500, currency: "EUR", idempotencyKey: key, made: null };
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

describe("a refund that was made at Stripe itself", () => {
  const subjects = () => toOwner().map(({ subject }) => subject);
  const textToOwner = () =>
    toOwner()
      .flatMap(({ paragraphs }) => paragraphs)
      .join(" ");
  const amountsOf = async (id: string) =>
    (await creditNotesOf(id)).map((note: { amount: { amount: number } }) => note.amount.amount);
  /** Buys something. Returns the purchase and its page; the mails about it are gone. */
  const buy = async (items: Parameters<typeof portal.buy>[1]) => {
    const bought = await portal.buy(buyer, items);
    portal.mails.length = 0;
    return bought;
  };
  const sendAll = async (refund: string) => {
    const charge = String(portal.stripe.get(refund)["charge"]);
    for (const type of ["refund.created", "refund.updated", "charge.refund.updated"]) {
      expect(await portal.send(type, refund)).toBe(200);
    }
    expect(await portal.send("charge.refunded", charge)).toBe(200);
  };

  test("is booked in parts, each once, and mailed to the buyer and to the owner", async () => {
    const { id, page } = await buy([workbook]);
    const first = portal.stripe.refundPage(page, 300);
    await sendAll(first);
    expect(await amountsOf(id)).toEqual([300]);
    await sendAll(portal.stripe.refundPage(page, 200));
    await sendAll(first);
    expect(await amountsOf(id)).toEqual([300, 200]);
    expect(portal.mailsTo(buyer.email)).toEqual([
      expect.stringContaining("€3"),
      expect.stringContaining("€2"),
    ]);
    expect(subjects()).toEqual([
      "Refunded at the payment provider: €3",
      "Refunded at the payment provider: €2",
    ]);
    const [note] = await creditNotesOf(id);
    for (const fact of [buyer.email, note.number, first]) expect(textToOwner()).toContain(fact);
    expect(await pay(id, null)).toMatchObject({
      outcome: "succeeded",
      creditNote: { amount: 700 },
    });
  });

  test("is booked once, however many messages arrive at once", async () => {
    const { id, page } = await buy([workbook]);
    const refund = portal.stripe.refundPage(page, 300);
    await Promise.all(Array.from({ length: 6 }, () => portal.send("refund.created", refund)));
    expect(await amountsOf(id)).toEqual([300]);
    expect(subjects()).toHaveLength(1);
  });

  test("of the whole present period ends the membership, as one in the portal does; of a part does not", async () => {
    const { page } = await buy([monthly]);
    await sendAll(portal.stripe.refundPage(page, 100));
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "active" });
    expect(textToOwner()).toContain("Memberships go on");
    await sendAll(portal.stripe.refundPage(page));
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "ended" });
    expect(textToOwner()).toContain("the membership has ended");
    const [, mail] = portal.mails.filter(({ to }) => to === buyer.email);
    expect(mail?.paragraphs.at(-1)).toContain("has ended");
  });

  test("is booked by the hourly job when its messages were lost, and only once", async () => {
    const { id, page } = await buy([workbook]);
    portal.stripe.refundPage(page, 300);
    portal.advance(3 * dayMs);
    await reconcile(portal.portal);
    await reconcile(portal.portal);
    await portal.runDueJobs();
    expect(await amountsOf(id)).toEqual([300]);
    expect(subjects()).toHaveLength(1);
  });

  test("is mailed to the buyer once it has succeeded, and void when it fails", async () => {
    const { id, page } = await buy([workbook]);
    portal.stripe.refundStatus = "pending";
    const [first, second] = [100, 200].map((amount) => portal.stripe.refundPage(page, amount));
    for (const refund of [first!, second!]) await portal.send("refund.created", refund);
    expect(await amountsOf(id)).toEqual([100, 200]);
    expect(portal.mailsTo(buyer.email)).toEqual([]);
    portal.stripe.get(first!)["status"] = "failed";
    portal.stripe.get(second!)["status"] = "succeeded";
    await portal.send("refund.failed", first!);
    portal.advance(2 * dayMs);
    await reconcile(portal.portal); // the message about the other one was lost
    await portal.runDueJobs();
    expect(await amountsOf(id)).toEqual([200]);
    expect(portal.mailsTo(buyer.email)).toEqual([expect.stringContaining("€2")]);
    expect(refundsOf(page)).toHaveLength(2);
    expect(subjects().at(-1)).toBe("A refund has failed: €1");
  });

  test("is one that failed at first and was never booked: nothing happens", async () => {
    const { id, page } = await buy([workbook]);
    const refund = portal.stripe.refundPage(page, 300);
    becomes(page, "failed");
    await sendAll(refund);
    expect(await creditNotesOf(id)).toEqual([]);
    expect(portal.mails).toEqual([]);
  });

  test("pays what a failed refund of the portal left owed: no second credit note", async () => {
    const { id, page } = await buy([workbook]);
    await pay(id, 300);
    const failed = becomes(page, "failed");
    await portal.send("refund.failed", failed);
    const again = portal.stripe.refundPage(page, 300);
    await sendAll(again);
    await portal.send("refund.updated", failed); // late
    expect(await amountsOf(id)).toEqual([300]);
    expect(subjects()).toEqual(["A refund has failed: €3", "Refunded at the payment provider: €3"]);
    // The next one is another.
    await sendAll(portal.stripe.refundPage(page, 300));
    expect(await amountsOf(id)).toEqual([300, 300]);
  });

  test("of more than is left is booked as far as it can be, and the owner is asked to settle the rest", async () => {
    const { id, page } = await buy([monthly]);
    portal.advance(10 * dayMs);
    buyer = await comeBack(portal, buyer);
    const { credit, dueNow } = await portal.get(buyer, "/subscription/switch?to=yearly");
    const body = { to: "yearly", dueNow: dueNow.amount };
    await call(portal, "POST", "/subscription/switch", { token: buyer.token, body });
    portal.mails.length = 0;
    await sendAll(portal.stripe.refundPage(page));
    expect(await amountsOf(id)).toEqual([900]);
    expect(await portal.subscriptionOf(buyer)).toMatchObject({
      period: "yearly",
      status: "active",
    });
    expect(textToOwner()).toContain(`€${(credit.amount / 100).toFixed(2)} more was refunded`);
  });

  /** Buys a month, changes to a year, and has that paid back: what was left of the month is credit. */
  const earnCredit = async () => {
    const { id, page } = await buy([monthly]);
    portal.advance(10 * dayMs);
    buyer = await comeBack(portal, buyer);
    const { credit, dueNow } = await portal.get(buyer, "/subscription/switch?to=yearly");
    const body = { to: "yearly", dueNow: dueNow.amount };
    await call(portal, "POST", "/subscription/switch", { token: buyer.token, body });
    const { items } = await portal.get(buyer, "/purchases");
    await pay(items.find((one: { id: string }) => one.id !== id).id, null);
    expect(await portal.get(buyer, "/membership")).toMatchObject({ status: "ended", credit });
    portal.mails.length = 0;
    return { id, page, credit };
  };

  test("of more than is left takes back the credit that the same money had become", async () => {
    const { id, page } = await earnCredit();
    const refund = portal.stripe.refundPage(page);
    await sendAll(refund);
    expect(await amountsOf(id)).toEqual([900]);
    expect(await portal.get(buyer, "/membership")).toMatchObject({ credit: null });
    expect(subjects()).toEqual(["Refunded at the payment provider: €9"]);
    expect(textToOwner()).not.toContain("more was refunded");
    // Once it has succeeded, all of it is owed: credit as well would be paid twice.
    becomes(page, "failed");
    await sendAll(refund);
    expect(await amountsOf(id)).toEqual([900]);
    expect(await portal.get(buyer, "/membership")).toMatchObject({ credit: null });
    expect(subjects().at(-1)).toBe("A refund has failed: €9");
  });

  test("that is pending and fails gives back the credit that it took, once", async () => {
    const { id, page, credit } = await earnCredit();
    portal.stripe.refundStatus = "pending";
    const refund = portal.stripe.refundPage(page);
    await sendAll(refund);
    expect(await portal.get(buyer, "/membership")).toMatchObject({ credit: null });
    becomes(page, "failed");
    expect(await portal.send("refund.failed", refund)).toBe(200);
    await sendAll(refund);
    expect(await amountsOf(id)).toEqual([]);
    expect(await portal.get(buyer, "/membership")).toMatchObject({ credit });
    expect(subjects().at(-1)).toBe("A refund has failed: €9");
    // Another try takes it again.
    portal.stripe.refundStatus = "succeeded";
    await sendAll(portal.stripe.refundPage(page));
    expect(await amountsOf(id)).toEqual([900]);
    expect(await portal.get(buyer, "/membership")).toMatchObject({ credit: null });
  });

  test("while a refund of the portal has no answer waits for that", async () => {
    const { id, page } = await buy([workbook]);
    portal.stripe.faults.push("hang", "hang");
    expect(await pay(id, 1000)).toMatchObject({ outcome: "processing" });
    const refund = portal.stripe.refundPage(page);
    await sendAll(refund);
    // Stripe had nothing left for the portal's own, whose credit note is void.
    expect(await amountsOf(id)).toEqual([1200]);
  });

  test("that the portal made itself, and whose message comes before the answer, is booked once", async () => {
    const { id, page } = await buy([workbook]);
    portal.stripe.faults.push(...Array.from({ length: 1 }, () => "lost" as const));
    const begun = pay(id, 300);
    await expect.poll(() => refundsOf(page).length).toBe(1);
    await sendAll(refundsOf(page)[0]!.id);
    await begun;
    portal.advance(dayMs);
    await reconcile(portal.portal);
    expect(await amountsOf(id)).toEqual([300]);
    expect(subjects()).toEqual([]);
  });

  test("of what a deleted account had paid is booked and mailed to its buyer", async () => {
    const { id, page } = await buy([monthly]);
    const { database } = portal.portal;
    await database.delete(users).where(eq(users.id, buyer.id));
    await sendAll(portal.stripe.refundPage(page));
    expect(await findCreditNotes(database, [id])).toMatchObject([{ amount: 900 }]);
    expect(portal.mailsTo(buyer.email)).toEqual([expect.stringContaining("€9")]);
    expect(subjects()).toHaveLength(1);
  });

  test("waits while the membership is being charged", async () => {
    const { id, page } = await buy([monthly]);
    portal.advance(32 * dayMs);
    portal.stripe.outage = "refused";
    await portal.renew();
    portal.stripe.outage = null;
    const refund = portal.stripe.refundPage(page);
    expect(await portal.send("refund.created", refund)).toBe(409);
    buyer = await comeBack(portal, buyer);
    expect(await creditNotesOf(id)).toEqual([]);
    portal.advance(dayMs);
    await portal.renew();
    expect(await portal.send("refund.created", refund)).toBe(200);
    expect(await amountsOf(id)).toEqual([900]);
  });

  test("of a payment that is not known yet completes the payment first; one of others is ignored", async () => {
    const { id, page } = await portal.open(buyer, [workbook]);
    portal.mails.length = 0;
    portal.stripe.pay(page);
    await sendAll(portal.stripe.refundPage(page, 300));
    expect(await amountsOf(id)).toEqual([300]);
    const foreign = portal.stripe.intent(
      { amount: 500, currency: "eur", metadata: {} },
      "succeeded",
    );
    const fields = {
      payment_intent: foreign.id,
      amount: 500,
      currency: "eur",
      status: "succeeded",
    };
    const { id: other } = portal.stripe.add("re", "refund", { ...fields, metadata: null });
    expect(await portal.send("refund.created", other)).toBe(200);
    expect(subjects()).toHaveLength(1);
  });
});
