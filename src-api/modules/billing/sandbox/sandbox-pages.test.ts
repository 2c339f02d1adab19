import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { invoices, payments } from "#api/modules/billing/schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  checkOut,
  createBuyer,
  declinedCard,
  goodCard,
  lateCard,
  monthly,
  pay,
  secondStepCard,
  workbook,
  yearly,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";

let buyer: Buyer;
const portal = await forFile(createBillingPortal({ demo: true }));
beforeEach(async () => void (buyer = await createBuyer(portal)));

const open = async (...[items, changes]: [(typeof workbook)[], object?]) =>
  (await checkOut(portal, buyer, items, changes)).body;
const show = (url: string) => portal.app.inject({ method: "GET", url });
const chargesOf = (invoiceId: string) =>
  portal.portal.database.select().from(payments).where(eq(payments.invoiceId, invoiceId));
const statusOf = async (id: string) =>
  (await call(portal, "GET", `/purchases/${id}`, buyer)).body.status;
const success = (id: string) => `http://portal.test/cart/subscription/success?purchase=${id}`;

describe("the payment page", () => {
  test("shows what is charged now and next, and the test cards, without a script", async () => {
    const { paymentUrl } = await open([monthly], { discountCode: "WELCOME10" });
    const page = await show(paymentUrl);
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    for (const text of ["Test mode", "€8.10", "−€0.90", "renews on 1 April 2026"]) {
      expect(page.body).toContain(text);
    }
    for (const card of [goodCard, declinedCard, lateCard, secondStepCard]) {
      expect(page.body).toContain(card);
    }
    expect(page.body).not.toMatch(/<script|style="|<style|\son\w+=/);
  });

  const form = "application/x-www-form-urlencoded";
  test.each([
    [
      "compressed with gzip",
      { "content-type": form, "content-encoding": "gzip" },
      gzipSync("number=1"),
    ],
    [
      "said to be compressed, which it is not",
      { "content-type": form, "content-encoding": "gzip" },
      "number=1",
    ],
    ["compressed in an unknown way", { "content-type": form, "content-encoding": "x" }, "number=1"],
    ["that is no form", { "content-type": "application/xml" }, "<number/>"],
    ["that is no JSON", { "content-type": "application/json" }, "{"],
    ["that is too large", { "content-type": form }, `number=${"1".repeat(300_000)}`],
    ["of odd fields", { "content-type": form }, "number[]=1&expiry[a]=2&__proto__=3&cvc=%00"],
  ])("refuses a body %s, and charges nothing", async (_, headers, payload) => {
    const { id, paymentUrl } = await open([monthly]);
    const answer = await portal.app.inject({ method: "POST", url: paymentUrl, headers, payload });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(await chargesOf(id)).toEqual([]);
  });

  test("shows nothing about the buyer, since it needs no session", async () => {
    const page = await show((await open([monthly])).paymentUrl);
    expect(page.body).not.toContain(buyer.email);
    expect(page.body).not.toContain("Ada Buyer");
  });

  test("is not cached, not framed, and loads nothing but its stylesheet", async () => {
    const { headers } = await show((await open([monthly])).paymentUrl);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' http://portal.test; " +
        "base-uri 'none'; frame-ancestors 'none'",
    );
    const style = await show("/api/payments/sandbox/style.css");
    const [font = ""] = /\/api\/payments\/sandbox\/[\w.-]+\.woff2/.exec(style.body) ?? [];
    expect((await show(font)).headers["content-type"]).toBe("font/woff2");
    expect(style.headers["content-type"]).toContain("text/css");
  });

  test("is in the language that the buyer used the portal in", async () => {
    const { paymentUrl } = await open([monthly]);
    const page = await show(paymentUrl.replace("lang=en", "lang=pl"));
    expect(page.body).toContain('<html lang="pl">');
    expect(page.body).toContain("Tryb testowy");
    expect(page.body).toContain("1 kwietnia 2026");
    expect(page.body).toContain("?lang=pl");
  });

  test.each([
    ["checkout", [workbook], "/checkout"],
    ["subscribe", [yearly], "/subscribe/yearly"],
    ["registration-payment", [monthly], "/registration-payment"],
  ])("begun on %s leads back there when it is left", async (origin, items, path) => {
    const { paymentUrl } = await open(items, { origin });
    expect((await show(paymentUrl)).body).toContain(`href="http://portal.test${path}"`);
    const declined = await pay(portal, paymentUrl, declinedCard);
    expect(declined.body).toContain(`href="http://portal.test${path}?payment=declined"`);
  });

  test("links back by path when the portal has only a loopback address", async () => {
    const { config } = portal.portal;
    const { paymentUrl, id } = await open([workbook]);
    portal.portal.config = { ...config, publicUrl: "http://127.0.0.1:4000" };
    const page = await show(paymentUrl);
    const paid = await pay(portal, paymentUrl, goodCard);
    portal.portal.config = config;
    expect(page.body).toContain('href="/checkout"');
    expect(paid.headers.location).toBe(`/cart/subscription/success?purchase=${id}`);
  });

  test.each(["nothing", "00000000-0000-4000-8000-000000000000"])(
    "of no invoice is a page that says so: %s",
    async (id) => {
      const page = await show(`/api/payments/sandbox/${id}`);
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain("There is no payment here");
    },
  );

  test("is not found for an invoice of another provider", async () => {
    const { id, paymentUrl } = await open([workbook]);
    await portal.portal.database
      .update(invoices)
      .set({ provider: "stripe" })
      .where(eq(invoices.id, id));
    expect((await show(paymentUrl)).statusCode).toBe(404);
    expect((await pay(portal, paymentUrl, goodCard)).statusCode).toBe(404);
    expect(await chargesOf(id)).toEqual([]);
  });

  test("cannot charge an invoice whose account was deleted", async () => {
    const { id, paymentUrl } = await open([monthly]);
    await portal.portal.database.delete(users).where(eq(users.id, buyer.id));
    expect((await pay(portal, paymentUrl, goodCard)).statusCode).toBe(410);
    expect(await chargesOf(id)).toEqual([]);
  });
});

describe("paying", () => {
  test("with a good card charges once and leads to the success page", async () => {
    const { id, paymentUrl } = await open([monthly, workbook]);
    const answer = await pay(portal, paymentUrl, goodCard);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, success(id)]);
    expect(await chargesOf(id)).toMatchObject([
      { amount: 2100, currency: "EUR", status: "succeeded" },
    ]);
    expect(await statusOf(id)).toBe("paid");
    const again = await show(paymentUrl);
    expect([again.statusCode, again.headers.location]).toEqual([303, success(id)]);
  });

  test("fifty times concurrently makes one charge, one membership, one receipt, one welcome", async () => {
    const { id, paymentUrl } = await open([monthly]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => pay(portal, paymentUrl, goodCard)),
    );
    expect(new Set(answers.map(({ headers }) => headers.location))).toEqual(new Set([success(id)]));
    expect(await chargesOf(id)).toHaveLength(1);
    const mine = eq(subscriptions.userId, buyer.id);
    expect(await portal.portal.database.$count(subscriptions, mine)).toBe(1);
    const mailed = portal.mails.filter(({ to }) => to === buyer.email);
    expect(mailed.map(({ subject }) => subject).toSorted()).toEqual([
      "Welcome to Ringside",
      expect.stringMatching(/^Your receipt /),
    ]);
  });

  test("for two memberships in two tabs gives one membership and one charge", async () => {
    const [first, second] = [await open([monthly]), await open([yearly])];
    const answers = await Promise.all([
      pay(portal, first.paymentUrl, goodCard),
      pay(portal, second.paymentUrl, goodCard),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303, 409]));
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.body).toContain("You already have a membership");
    expect([...(await chargesOf(first.id)), ...(await chargesOf(second.id))]).toHaveLength(1);
    const statuses = [await statusOf(first.id), await statusOf(second.id)];
    expect(new Set(statuses)).toEqual(new Set(["declined", "paid"]));
    const mine = eq(subscriptions.userId, buyer.id);
    expect(await portal.portal.database.$count(subscriptions, mine)).toBe(1);
  });

  test("with a declined card charges nothing, and another card may be tried", async () => {
    const { id, paymentUrl } = await open([workbook]);
    const declined = await pay(portal, paymentUrl, declinedCard);
    expect(declined.statusCode).toBe(402);
    expect(declined.body).toContain("The bank declined this card");
    expect(declined.body).toContain(`value="${declinedCard}"`);
    expect(await chargesOf(id)).toEqual([]);
    expect(await statusOf(id)).toBe("declined");
    expect((await pay(portal, paymentUrl, goodCard)).statusCode).toBe(303);
    expect(await statusOf(id)).toBe("paid");
  });

  test("a late decline does not undo a payment", async () => {
    const { id, paymentUrl } = await open([workbook]);
    await pay(portal, paymentUrl, goodCard);
    await pay(portal, paymentUrl, declinedCard);
    expect(await statusOf(id)).toBe("paid");
  });

  test("with wrong fields shows the form again with its values and error messages", async () => {
    const { id, paymentUrl } = await open([workbook]);
    const typed = { expiry: "13/30", cvc: '1"<' };
    const page = await pay(portal, paymentUrl, "4242 4242", typed);
    expect(page.statusCode).toBe(422);
    for (const message of ["16 digits", "month and year", "three digits"]) {
      expect(page.body).toContain(message);
    }
    expect(page.body).toContain('value="4242 4242"');
    expect(page.body).toContain('value="13/30"');
    expect(page.body).toContain('value="1&quot;&lt;"');
    expect(page.body).toContain('aria-describedby="cvc-error"');
    expect(await statusOf(id)).toBe("open");
  });

  test("with a card that settles late waits for 15 seconds", async () => {
    const { id, paymentUrl } = await open([workbook]);
    expect((await pay(portal, paymentUrl, lateCard)).headers.location).toBe(success(id));
    expect(await statusOf(id)).toBe("pending");
    expect(await chargesOf(id)).toMatchObject([{ status: "processing" }]);
    expect(portal.mails.filter(({ to }) => to === buyer.email)).toHaveLength(0);
    portal.advance(14_999);
    expect(await statusOf(id)).toBe("pending");
    portal.advance(1);
    expect(await statusOf(id)).toBe("paid");
    expect(await chargesOf(id)).toMatchObject([{ status: "succeeded" }]);
    expect(portal.mails.filter(({ to }) => to === buyer.email)).toHaveLength(1);
  });

  test("with a second step charges only after the buyer confirmed it to the bank", async () => {
    const { id, paymentUrl } = await open([monthly]);
    const bank = await pay(portal, paymentUrl, secondStepCard);
    expect(bank.statusCode).toBe(200);
    expect(bank.body).toContain("Your bank asks for a second step");
    expect(await chargesOf(id)).toEqual([]);
    const refused = await pay(portal, paymentUrl, secondStepCard, { confirmed: "no" });
    expect(refused.statusCode).toBe(402);
    expect(await statusOf(id)).toBe("declined");
    const confirmed = await pay(portal, paymentUrl, secondStepCard, { confirmed: "yes" });
    expect(confirmed.headers.location).toBe(success(id));
    expect(await statusOf(id)).toBe("paid");
  });
});
