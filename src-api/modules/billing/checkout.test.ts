import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { importCatalogue } from "./catalogue.ts";
import { discountCodes, invoices, payments, products } from "./schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { termsVersion } from "#api/testing/terms-version.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  checkOut,
  createBuyer,
  monthly,
  replaceProvider,
  workbook,
  yearly,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";

let buyer: Buyer;
let restore = () => {};
const portal = await forFile(createBillingPortal({ demo: true }));
beforeEach(async () => void (buyer = await createBuyer(portal)));
afterEach(() => restore());

const purchasesOf = ({ id }: Buyer) =>
  portal.portal.database.select().from(invoices).where(eq(invoices.userId, id));

test("a checkout opens an invoice and returns its payment page; nothing is charged yet", async () => {
  const { status, body } = await checkOut(portal, buyer, [monthly], { discountCode: "welcome10" });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: "open",
    total: { amount: 810, currency: "EUR" },
    discount: { code: "WELCOME10" },
    receiptNumber: null,
    withdrawnAt: null,
    paymentUrl: `/api/payments/sandbox/${body.id}?lang=en`,
  });
  expect(await portal.portal.database.$count(payments, eq(payments.invoiceId, body.id))).toBe(0);
  const answer = await call(portal, "GET", "/purchases", buyer);
  expect(answer.body.items).toEqual([]);
});

test("the invoice keeps the accepted prices and terms, and the buyer", async () => {
  await checkOut(portal, buyer, [workbook], { origin: "checkout" });
  expect(await purchasesOf(buyer)).toMatchObject([
    {
      buyerName: "Ada Buyer",
      buyerEmail: buyer.email,
      termsVersion: await termsVersion(),
      total: 1200,
      lines: [{ unitPrice: { amount: 1200 } }],
      providerReference: expect.stringContaining("sandbox_"),
    },
  ]);
});

test("a later change of price does not change an open purchase", async () => {
  const { body } = await checkOut(portal, buyer, [workbook]);
  const guide = eq(products.sku, workbook.sku);
  await portal.portal.database.update(products).set({ price: 9999 }).where(guide);
  const { body: later } = await call(portal, "GET", `/purchases/${body.id}`, buyer);
  await importCatalogue(portal.portal, { demo: true });
  expect(later.total.amount).toBe(1200);
});

test("fifty concurrent requests with one key open one purchase", async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => checkOut(portal, buyer, [monthly], { key })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await purchasesOf(buyer)).toHaveLength(1);
});

test("a key with another body is refused and opens nothing", async () => {
  const key = randomUUID();
  await checkOut(portal, buyer, [monthly], { key });
  const { status, body } = await checkOut(portal, buyer, [yearly], { key });
  expect([status, body.code]).toEqual([409, "idempotency-key-reused"]);
  expect(await purchasesOf(buyer)).toHaveLength(1);
});

test("two buyers can use the same key", async () => {
  const key = randomUUID();
  const other = await createBuyer(portal);
  const [mine, theirs] = [
    await checkOut(portal, buyer, [monthly], { key }),
    await checkOut(portal, other, [monthly], { key }),
  ];
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
});

test("a refused checkout does not use up its key", async () => {
  const key = randomUUID();
  await checkOut(portal, buyer, [monthly], { key, discountCode: "NOSUCH" });
  const { status } = await checkOut(portal, buyer, [monthly], { key });
  expect(status).toBe(201);
});

test.each([
  ["", "none"],
  ["short7!", "too short"],
  ["x".repeat(101), "too long"],
])("a checkout without a usable key is refused: %s", async (key) => {
  const { status, body } = await checkOut(portal, buyer, [monthly], { key });
  expect([status, body.code]).toEqual([400, "idempotency-key-missing"]);
});

test("outdated terms are refused with an error of their field", async () => {
  const { status, body } = await checkOut(portal, buyer, [monthly], { termsVersion: "1999-01-01" });
  expect([status, body.code]).toEqual([422, "terms-outdated"]);
  expect(body.fields.termsVersion).toBe(body.message);
});

test("terms that were not accepted are refused with an error of their field", async () => {
  const { status, body } = await checkOut(portal, buyer, [monthly], { termsVersion: "" });
  expect([status, body.code]).toEqual([400, "validation"]);
  expect(body.fields.termsVersion).toBe("Please accept the terms");
});

test("checkout is blocked with the specified text while payments are unavailable", async () => {
  restore = replaceProvider(portal, { available: async () => false });
  const { status, body } = await checkOut(portal, buyer, [monthly]);
  expect([status, body.code]).toEqual([503, "payments-unavailable"]);
  expect(body.message).toBe(
    "Checkout is temporary blocked due to technical issues. Please try again in few minutes.",
  );
  expect(await purchasesOf(buyer)).toHaveLength(0);
});

test("real payments are blocked in the same way while the seller is the demo's, not those of a test", async () => {
  const { brand } = portal.portal;
  const { owner, address } = brand;
  restore = replaceProvider(portal, { testMode: false });
  const { status, body } = await checkOut(portal, buyer, [monthly]);
  expect([status, body.code]).toEqual([503, "payments-unavailable"]);
  const setUp = async () =>
    (await portal.app.inject({ url: "/api/catalogue" })).json().paymentsAvailable;
  expect(await setUp()).toBe(false);
  Object.assign(brand, { owner: "Crumb Ltd", address: "1 Mill Lane" });
  expect((await checkOut(portal, buyer, [monthly])).status).toBe(201);
  Object.assign(brand, { owner, address });
});

test("when the provider fails to open the payment, the same key can be sent again", async () => {
  const key = randomUUID();
  const open = () => Promise.reject(new Error("provider is down"));
  restore = replaceProvider(portal, { open });
  const failed = await checkOut(portal, buyer, [monthly], { key });
  expect([failed.status, failed.body.code]).toEqual([503, "payments-unavailable"]);
  restore();
  const { body } = await checkOut(portal, buyer, [monthly], { key });
  expect(body.paymentUrl).toContain(body.id);
  expect(await purchasesOf(buyer)).toHaveLength(1);
});

test("a member cannot begin to pay for a second membership", async () => {
  await buy(portal, buyer, [monthly]);
  const { status, body } = await checkOut(portal, buyer, [yearly]);
  expect([status, body.code]).toEqual([409, "already-subscribed"]);
});

test("a visitor is asked to log in", async () => {
  const { status } = await checkOut(portal, { ...buyer, token: "" }, [monthly]);
  expect(status).toBe(401);
});

test("an invoice that a discount makes free is settled at once, without a payment page", async () => {
  const { database } = portal.portal;
  await database.insert(discountCodes).values({
    code: "GIFT",
    description: { en: "A gift" },
    kind: "percent",
    value: 100,
    skus: [],
  });
  const key = randomUUID();
  const { body } = await checkOut(portal, buyer, [monthly], { key, discountCode: "gift" });
  expect(body).toMatchObject({ status: "paid", total: { amount: 0 }, paymentUrl: null });
  expect(body.receiptNumber).toMatch(/^RS-2026-\d{6}$/);
  const again = await checkOut(portal, buyer, [monthly], { key, discountCode: "gift" });
  expect(again.body).toEqual(body);
  const { body: membership } = await call(portal, "GET", "/membership", buyer);
  expect(membership).toMatchObject({
    status: "active",
    endsAt: "2026-04-01T12:00:00.000Z",
  });
  expect(await database.$count(payments, eq(payments.invoiceId, body.id))).toBe(0);
});

test("a key whose invoice has expired opens a new purchase", async () => {
  const key = randomUUID();
  const first = await checkOut(portal, buyer, [monthly], { key });
  portal.advance(25 * hourMs);
  const { status, body } = await checkOut(portal, buyer, [monthly], { key });
  expect([status, body.status]).toEqual([201, "open"]);
  expect(body.id).not.toBe(first.body.id);
  expect(body.paymentUrl).toContain(body.id);
});

test("an order that fails for another reason than its code does not count as a guess", async () => {
  const outdated = { discountCode: "WELCOME10", termsVersion: "old" };
  for (let i = 0; i < 31; i++) {
    const answer = await checkOut(portal, buyer, [monthly], outdated);
    expect(answer.body.code).toBe("terms-outdated");
  }
  const { status } = await checkOut(portal, buyer, [monthly], { discountCode: "WELCOME10" });
  expect(status).toBe(201);
});

test("wrong guesses of one user do not block others behind the same IP address", async () => {
  for (let i = 0; i < 31; i++) {
    const { body } = await checkOut(portal, buyer, [monthly], { discountCode: `GUESS${i}` });
    expect(body.code).toBe(i < 30 ? "discount-unknown" : "too-many-requests");
  }
  const other = await createBuyer(portal);
  const { status } = await checkOut(portal, other, [monthly], { discountCode: "WELCOME10" });
  expect(status).toBe(201);
});
