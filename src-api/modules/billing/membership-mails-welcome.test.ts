import { afterEach, beforeEach, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  type Buyer,
  checkOut,
  comeBack,
  createBuyer,
  goodCard,
  lateCard,
  monthly,
  workbook,
  yearly,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { refundInvoice } from "./refund.ts";
import { settleDuePayments } from "./payments.ts";
import { runRenewals } from "./renew.ts";

let portal: TestPortal;

let buyer: Buyer;

// Each test has a portal of its own, since they move its clock.
beforeEach(async () => {
  portal = await createBillingPortal({ demo: true });
  buyer = await createBuyer(portal);
});

afterEach(() => portal.close());

const welcomes = async () => {
  await portal.runDueJobs();
  return portal.mails.filter(
    ({ to, subject }) => to === buyer.email && /^(Welcome to|Witamy w) /.test(subject),
  );
};

test.each([
  ["en", "Welcome to Ringside", "reply to this e-mail", "Add your dog", "Receipts and cancelling"],
  [
    "pl",
    "Witamy w Ringside",
    "odpisz na tę wiadomość",
    "Dodaj swojego psa",
    "Rachunki i rezygnacja",
  ],
] as const)(
  "Who buys a first membership is welcomed in the own language (%s), with the next steps",
  async (language, subject, contact, first, last) => {
    buyer = await createBuyer(portal, { language });
    await buy(portal, buyer, [monthly]);
    const [mail, ...others] = await welcomes();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ language, subject });
    expect(mail?.paragraphs.join("\n")).toContain(contact);
    expect(mail?.entries?.map(({ url }) => url)).toEqual([
      "http://portal.test/dashboard?tab=dogs",
      "http://portal.test/protocols",
      "http://portal.test/membership",
    ]);
    expect(mail?.entries?.[0]?.title).toBe(first);
    expect(mail?.entries?.[2]?.title).toBe(last);
    expect(mail?.action?.url).toBe("http://portal.test/dashboard");
  },
);

test("A payment that settles later welcomes its buyer then, once", async () => {
  await buy(portal, buyer, [monthly], lateCard);
  expect(await welcomes()).toEqual([]);
  portal.advance(15_000);
  await Promise.all([settleDuePayments(portal.portal), settleDuePayments(portal.portal)]);
  expect(await welcomes()).toHaveLength(1);
});

test("An extra, a renewal, another plan and a second membership welcome nobody", async () => {
  await buy(portal, buyer, [workbook]);
  expect(await welcomes()).toEqual([]);
  await buy(portal, buyer, [monthly]);
  portal.advance(31 * dayMs);
  await runRenewals(portal.portal);
  buyer = await comeBack(portal, buyer);
  const { token } = buyer;
  const { body } = await call(portal, "GET", "/subscription/switch?to=yearly", { token });
  const change = { to: "yearly", dueNow: body.dueNow.amount };
  expect((await call(portal, "POST", "/subscription/switch", { token, body: change })).status).toBe(
    200,
  );
  await call(portal, "POST", "/subscription/cancel", { token });
  portal.advance(400 * dayMs);
  await runRenewals(portal.portal);
  buyer = await comeBack(portal, buyer);
  await buy(portal, buyer, [yearly]);
  expect(await welcomes()).toHaveLength(1);
});

test("A free membership is not welcomed, and the first that is bought after it is", async () => {
  await grantMembership(
    portal.portal,
    portal.portal.database,
    buyer.id,
    new Date(portal.portal.now().getTime() + dayMs),
  );
  expect(await welcomes()).toEqual([]);
  portal.advance(2 * dayMs);
  await buy(portal, buyer, [monthly]);
  expect(await welcomes()).toHaveLength(1);
});

test("Nobody is welcomed to a membership that is over before the mail is sent", async () => {
  const { body } = await checkOut(portal, buyer, [monthly]);
  await portal.app.inject({
    method: "POST",
    url: body.paymentUrl,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ number: goodCard, expiry: "04/30", cvc: "123" }).toString(),
  });
  const refund = { invoiceId: body.id, amount: null, reason: "refund", note: "" } as const;
  await refundInvoice(portal.portal, refund);
  const { status } = (await call(portal, "GET", "/membership", { token: buyer.token })).body;
  expect(status).toBe("ended");
  expect(await welcomes()).toEqual([]);
});
