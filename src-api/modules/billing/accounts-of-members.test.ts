import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import {
  call,
  goodPassword,
  lastMail,
  logIn,
  mailedCode,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { buy, type Buyer, lateCard, monthly, workbook } from "#api/testing/billing-requests.ts";
import { callAs, failsAtRenewalCard, renewDue } from "#api/testing/members.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { findBooked } from "./books.ts";
import { findInvoice } from "./invoices.ts";
import { findCreditNotes } from "./credit.ts";
import { deliveries, invoices, paymentMethods, payments } from "./schema.ts";
import { enqueueReturnedPayment, refundLeaseMs, runRefunds } from "./refund.ts";
import { settleDuePayments } from "./payments.ts";
import { reconcile } from "./reconcile.ts";
import { runReminders } from "./remind.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";

const portal = await forFile(createBillingPortal({ demo: true }));

/** Creates a member with a password. Returns the invoice that was paid as well. */
async function signedInMember(email: string, card?: string) {
  const member: Buyer = { ...(await signedInUser(portal, email)), email };
  const { id: invoiceId } = await buy(portal, member, [monthly], card);
  return { member, invoiceId };
}

describe("a member who deletes the account", () => {
  const remove = (member: Buyer) =>
    callAs(portal, member, "POST", "/me/deletion", { password: goodPassword });

  /** Lets two months pass, with all that could charge a card or remind of it. */
  async function passMonths(): Promise<void> {
    for (let month = 0; month < 2; month++) {
      portal.advance(31 * dayMs);
      await runReminders(portal.portal);
      await reconcile(portal.portal);
      await renewDue(portal);
    }
  }

  test("has no membership and no card any more, is never charged again, and the receipt is kept", async () => {
    const { database } = portal.portal;
    const { member, invoiceId } = await signedInMember("leaves@example.com");
    expect((await remove(member)).status).toBe(204);
    expect(await database.$count(subscriptions, eq(subscriptions.userId, member.id))).toBe(0);
    expect(await database.$count(paymentMethods, eq(paymentMethods.userId, member.id))).toBe(0);
    portal.mails.length = 0;
    await passMonths();
    expect(portal.mails).toEqual([]);
    expect(await database.$count(invoices)).toBe(1);
    expect(await database.$count(payments)).toBe(1);
    const kept = await findInvoice(database, invoiceId);
    expect(kept).toMatchObject({ userId: null, status: "paid", buyerEmail: member.email });
    const year = { from: new Date("2026-01-01"), until: new Date("2027-01-01") };
    expect(await findBooked(database, year)).toMatchObject([{ number: kept?.receiptNumber }]);
    expect((await logIn(portal, member.email)).status).toBe(401);
  });

  test("while a renewal is unpaid does not owe it, and its card is not tried again", async () => {
    const { database } = portal.portal;
    const { member } = await signedInMember("owes@example.com", failsAtRenewalCard);
    portal.advance(31 * dayMs);
    await renewDue(portal);
    const tries = await database.$count(payments);
    expect((await callAs(portal, member, "GET", "/membership")).body.status).toBe("past-due");
    expect((await remove(member)).status).toBe(204);
    await passMonths();
    expect(await database.$count(payments)).toBe(tries);
    expect(await database.$count(invoices, eq(invoices.status, "void"))).toBe(1);
  });

  test.each([
    ["a membership", [monthly], 900],
    ["a membership and an extra", [monthly, workbook], 2100],
    ["an extra", [workbook], 1200],
  ])("before the payment for %s has settled gets all of it back", async (what, items, amount) => {
    const { database } = portal.portal;
    const email = `${what.replaceAll(" ", "-")}@example.com`;
    const member: Buyer = { ...(await signedInUser(portal, email)), email };
    const { id } = await buy(portal, member, items, lateCard);
    expect(await findInvoice(database, id)).toMatchObject({ status: "pending" });
    expect((await remove(member)).status).toBe(204);
    portal.mails.length = 0;
    portal.advance(minuteMs);
    await settleDuePayments(portal.portal);
    await portal.runDueJobs();
    portal.advance(refundLeaseMs);
    await runRefunds(portal.portal);
    await portal.runDueJobs();
    expect(await findInvoice(database, id)).toMatchObject({ status: "paid", periodStart: null });
    const notes = await findCreditNotes(database, [id]);
    expect(notes).toMatchObject([{ amount, status: "succeeded" }]);
    expect(await database.$count(deliveries, eq(deliveries.invoiceId, id))).toBe(0);
    const mailed = portal.mails.map(({ to, paragraphs }) => [to, paragraphs.join("\n")]);
    expect(mailed).toEqual([
      [email, expect.stringContaining("after your account had been deleted. We are refunding all")],
      [email, expect.stringContaining("after your account had been deleted, so it bought")],
    ]);
    expect(mailed[0]?.[1]).not.toMatch(/Withdrawal reference|how you get|download/);
  });
});

test("a member who changes the e-mail address keeps membership and receipts; later mails go to the new one", async () => {
  const { member, invoiceId } = await signedInMember("before@example.com");
  const body = { email: "after@example.com", password: goodPassword };
  await call(portal, "PUT", "/me/email", { token: member.token, body });
  const code = mailedCode(lastMail(portal, "after@example.com"));
  await call(portal, "POST", "/me/email/code", { token: member.token, body: { code } });
  portal.mails.length = 0;
  portal.advance(31 * dayMs);
  await renewDue(portal);
  expect(portal.mails[0]?.attachments).toHaveLength(1);
  const { database } = portal.portal;
  await database.transaction((tx) =>
    enqueueReturnedPayment(portal.portal, tx, { invoice: { id: invoiceId }, amount: 900 }),
  );
  await portal.runDueJobs();
  expect(portal.mails.map(({ to }) => to)).toEqual(["after@example.com", "after@example.com"]);
  const { token } = (await logIn(portal, "after@example.com")).body;
  const get = async (path: string) => (await call(portal, "GET", path, { token })).body;
  expect((await get("/membership")).status).toBe("active");
  const [renewal, first] = (await get("/purchases")).items;
  expect(first.id).toBe(invoiceId);
  const buyerOf = async ({ id }: { id: string }) => (await get(`/purchases/${id}/receipt`)).buyer;
  expect((await buyerOf(renewal)).email).toBe("after@example.com");
  expect((await buyerOf(first)).email).toBe("before@example.com");
});
