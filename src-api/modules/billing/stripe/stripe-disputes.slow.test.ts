import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { comeBack, monthly, workbook, yearly, type Buyer } from "#api/testing/billing-requests.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { usersWithFailedPayments } from "#api/modules/billing/figures.ts";
import { refundInvoice } from "#api/modules/billing/refund.ts";
import { reconcile } from "#api/modules/billing/reconcile.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";

let buyer: Buyer;
const portal = await forFile(createStripePortal());
beforeEach(async () => void (buyer = await portal.newBuyer()));

const subjects = () =>
  portal.mails
    .filter(({ to }) => to === portal.portal.brand.contactEmail)
    .map(({ subject }) => subject);
const creditNotesOf = async (id: string) =>
  (await portal.get(buyer, `/purchases/${id}`)).creditNotes;
const isOnBoard = async () => {
  const troubled = await portal.portal.database
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} in ${usersWithFailedPayments(portal.portal.now())}`);
  return troubled.some(({ id }) => id === buyer.id);
};
const setRenewal = (action: "cancel" | "resume") =>
  call(portal, "POST", `/subscription/${action}`, { token: buyer.token });
const send = async (type: string, dispute: string, options = {}) =>
  expect(await portal.send(`charge.dispute.${type}`, dispute, options)).toBe(200);
/** Lets the bank decide. */
const close = async (dispute: string, status: string) => {
  portal.stripe.get(dispute)["status"] = status;
  for (const type of ["updated", "closed", "funds_reinstated"]) await send(type, dispute);
};
/** Buys something, and disputes its payment. Returns the purchase, its page and the dispute. */
async function buyAndDispute(items: Parameters<typeof portal.buy>[1] = [monthly], amount = 900) {
  const bought = await portal.buy(buyer, items);
  portal.mails.length = 0;
  const { id: dispute } = portal.stripe.dispute(bought.page, amount);
  await send("created", dispute);
  return { ...bought, dispute };
}
const stopped = { cancelAtPeriodEnd: true, status: "active" };
const renewing = { cancelAtPeriodEnd: false, status: "active" };

describe("a disputed payment", () => {
  test("stops the renewal of its membership, and is told to the owner once", async () => {
    const { dispute } = await buyAndDispute();
    for (const id of ["evt_dispute", "evt_dispute"]) await send("created", dispute, { id });
    expect(await portal.subscriptionOf(buyer)).toMatchObject(stopped);
    expect(subjects()).toEqual(["A payment is disputed: €9"]);
    const text = portal.mails.find(({ to }) => to === portal.portal.brand.contactEmail);
    for (const fact of [buyer.email, dispute]) expect(text?.paragraphs.join(" ")).toContain(fact);
    expect(await isOnBoard()).toBe(true);
  });

  test.each(["won", "warning_closed"])(
    "that is %s renews again, and tells member and owner",
    async (status) => {
      const { id, dispute } = await buyAndDispute();
      await close(dispute, status);
      expect(await portal.subscriptionOf(buyer)).toMatchObject(renewing);
      expect(subjects()).toEqual([
        "A payment is disputed: €9",
        "A disputed payment stays with you: €9",
      ]);
      expect(portal.mailsTo(buyer.email).at(-1)).toBe("Your membership continues");
      expect(await creditNotesOf(id)).toEqual([]);
      expect(await isOnBoard()).toBe(false);
    },
  );

  test("that is won gives nothing back that the member has cancelled, before or after it", async () => {
    const before = await portal.buy(buyer, [monthly]);
    await setRenewal("cancel");
    const { id: dispute } = portal.stripe.dispute(before.page, 900);
    await send("created", dispute);
    await close(dispute, "won");
    expect(await portal.subscriptionOf(buyer)).toMatchObject(stopped);
    for (const acts of [["resume", "cancel"], ["cancel"]] as const) {
      buyer = await portal.newBuyer();
      const later = await buyAndDispute();
      for (const act of acts) await setRenewal(act);
      await close(later.dispute, "won");
      expect(await portal.subscriptionOf(buyer)).toMatchObject(stopped);
    }
  });

  test("that is won while another about the same membership is open gives back when that is won, too", async () => {
    const { page, dispute } = await buyAndDispute([monthly], 400);
    const { id: other } = portal.stripe.dispute(page, 500);
    await send("created", other);
    await close(dispute, "won");
    expect(await portal.subscriptionOf(buyer)).toMatchObject(stopped);
    await close(other, "won");
    expect(await portal.subscriptionOf(buyer)).toMatchObject(renewing);
  });

  test("that is won after the membership has ended revives and charges nothing", async () => {
    const { dispute, page } = await buyAndDispute();
    portal.advance(40 * dayMs);
    await portal.renew();
    await close(dispute, "won");
    await portal.renew();
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "ended" });
    const { customer } = portal.stripe.get(page);
    const charges = portal.stripe
      .all("payment_intent")
      .filter((one) => one["customer"] === customer);
    expect(charges).toHaveLength(1);
  });

  test("that was closed before its first message came is stored as it is", async () => {
    const { page } = await portal.buy(buyer, [monthly]);
    portal.mails.length = 0;
    const { id: dispute } = portal.stripe.dispute(page, 900, "won");
    for (const type of ["closed", "created"]) await send(type, dispute);
    expect(await portal.subscriptionOf(buyer)).toMatchObject(renewing);
    expect(subjects()).toEqual(["A disputed payment stays with you: €9"]);
  });

  test("that is lost is booked once, and ends the membership whose present period it paid", async () => {
    const { id, dispute } = await buyAndDispute([yearly], 9000);
    portal.mails.length = 0;
    await close(dispute, "lost");
    const notes = await creditNotesOf(id);
    expect(notes).toMatchObject([{ amount: { amount: 9000 } }]);
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "ended" });
    expect(subjects()).toEqual(["A disputed payment was lost: €90"]);
    expect(portal.mailsTo(buyer.email)).toEqual(["Your membership has ended"]);
    expect(portal.mails.map(({ paragraphs }) => paragraphs.join(" ")).join(" ")).toContain(
      notes[0].number,
    );
    expect(await isOnBoard()).toBe(false);
  });

  test("that is lost for a part leaves the membership, which does not renew", async () => {
    const { id, dispute } = await buyAndDispute([monthly, workbook], 1200);
    await close(dispute, "lost");
    expect(await creditNotesOf(id)).toMatchObject([{ amount: { amount: 1200 } }]);
    expect(await portal.subscriptionOf(buyer)).toMatchObject(stopped);
  });

  test("that is won on appeal gives the rest of the paid time back, and its credit note is void", async () => {
    const { id, dispute } = await buyAndDispute([yearly], 9000);
    portal.advance(30 * dayMs);
    await close(dispute, "lost");
    portal.advance(60 * dayMs);
    await close(dispute, "appeal_under_review");
    buyer = await comeBack(portal, buyer);
    expect(await portal.get(buyer, "/membership")).toMatchObject({ status: "ended" });
    await close(dispute, "won");
    expect(await creditNotesOf(id)).toEqual([]);
    const given = await portal.subscriptionOf(buyer);
    expect(given).toMatchObject({ ...stopped, endedAt: null });
    expect(Number(given?.endsAt)).toBe(portal.portal.now().getTime() + 335 * dayMs);
  });

  test("that is lost takes the credit that its money had become, and gives it back when it is won", async () => {
    const { id, page } = await portal.buy(buyer, [monthly]);
    portal.advance(10 * dayMs);
    buyer = await comeBack(portal, buyer);
    const { credit, dueNow } = await portal.get(buyer, "/subscription/switch?to=yearly");
    const body = { to: "yearly", dueNow: dueNow.amount };
    await call(portal, "POST", "/subscription/switch", { token: buyer.token, body });
    const { items } = await portal.get(buyer, "/purchases");
    const { id: switched } = items.find((one: { id: string }) => one.id !== id);
    const whole = { invoiceId: switched, amount: null, reason: "refund", note: "" } as const;
    await refundInvoice(portal.portal, whole);
    const { id: dispute } = portal.stripe.dispute(page, 900);
    const creditNow = async () => (await portal.get(buyer, "/membership")).credit;
    expect(await creditNow()).toEqual(credit);
    for (const [status, left] of [
      ["lost", null],
      ["won", credit],
      ["lost", null],
      ["won", credit],
    ]) {
      await close(dispute, status);
      expect(await creditNow()).toEqual(left);
    }
  });

  test("is noticed by the hourly job when its messages were lost, its end after months, too", async () => {
    const { page } = await portal.buy(buyer, [yearly]);
    const { id: dispute } = portal.stripe.dispute(page, 9000);
    portal.advance(dayMs);
    await reconcile(portal.portal);
    await portal.runDueJobs();
    expect(await portal.subscriptionOf(buyer)).toMatchObject(stopped);
    portal.advance(70 * dayMs);
    portal.stripe.get(dispute)["status"] = "won";
    await reconcile(portal.portal);
    await portal.runDueJobs();
    expect(await portal.subscriptionOf(buyer)).toMatchObject(renewing);
  });
});
