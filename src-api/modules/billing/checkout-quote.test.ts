import { describe, expect, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import {
  buy,
  checkOut,
  createBuyer,
  monthly,
  workbook,
  yearly,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { invoices, products } from "./schema.ts";

const portal = await forFile(createBillingPortal({ demo: true }));

type Options = { token?: string; language?: string };
const quote = (body: object, { token, language = "en" }: Options = {}) =>
  call(portal, "POST", "/quote", {
    body,
    headers: { "accept-language": language },
    ...(token && { token }),
  });
const eur = (amount: number) => ({ amount, currency: "EUR" });

test("a visitor's cart is priced, with the first renewal and its date", async () => {
  const { status, body } = await quote({ items: [monthly, { ...workbook, quantity: 2 }] });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    subtotal: eur(3300),
    discount: null,
    dueNow: eur(3300),
    renewal: { price: eur(900), on: "2026-04-01T12:00:00.000Z", period: "monthly" },
  });
});

test("a discount code lowers the price and is described in the buyer's language", async () => {
  const body = { items: [yearly, workbook], discountCode: " yearly15" };
  const answer = await quote(body, { language: "pl" });
  expect(answer.body).toMatchObject({
    subtotal: eur(10_200),
    dueNow: eur(8700),
    discount: {
      code: "YEARLY15",
      amount: eur(1500),
      description: "15 € zniżki na pierwszy rok",
    },
    renewal: { price: eur(9000) },
  });
});

test.each([
  ["NOSUCH", "discount-unknown", "We do not know this code."],
  ["SPRING24", "discount-expired", "This code has expired."],
  ["YEARLY15", "discount-not-applicable", "This code does not apply to anything in your cart."],
])("each problem of a code has its own error: %s", async (discountCode, code, message) => {
  const { status, body } = await quote({ items: [monthly], discountCode });
  expect({ status, ...body }).toEqual({ status: 422, code, message });
});

test("a total that is too large to be stored is refused in words, before and at the checkout", async () => {
  const { database } = portal.portal;
  const price = 210_000_000;
  const large = { ...workbook, sku: "large-workbook" };
  const [extra] = await database.select().from(products).where(eq(products.sku, workbook.sku));
  await database.insert(products).values({ ...extra!, sku: large.sku, price });
  try {
    const ten = { ...large, quantity: 10 };
    expect((await quote({ items: [ten] })).body).toMatchObject({ dueNow: eur(10 * price) });
    const items = [ten, yearly, { ...workbook, quantity: 10 }];
    await database.update(products).set({ price }).where(eq(products.sku, workbook.sku));
    const refused = { status: 422, body: { code: "amount-too-large" } };
    expect(await quote({ items })).toMatchObject(refused);
    const buyer = await createBuyer(portal);
    const answer = await checkOut(portal, buyer, items);
    expect(answer).toMatchObject(refused);
    expect(answer.body.message).toMatch(/^This total is too large for one order\./);
    expect(await database.$count(invoices, eq(invoices.userId, buyer.id))).toBe(0);
  } finally {
    await database.delete(products).where(eq(products.sku, large.sku));
    await database
      .update(products)
      .set({ price: extra!.price })
      .where(eq(products.sku, workbook.sku));
  }
});

test.each([
  ["an empty cart", [], 422, "cart-empty"],
  ["something not on sale", [{ sku: "nothing", quantity: 1 }], 422, "item-unknown"],
  ["two memberships", [monthly, yearly], 400, "validation"],
  ["eleven of a kind", [{ ...workbook, quantity: 11 }], 400, "validation"],
  ["none of a kind", [{ ...workbook, quantity: 0 }], 400, "validation"],
])("%s is refused", async (_, items, status, code) => {
  const answer = await quote({ items });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test("a quote refuses a second membership to a member, but not extras", async () => {
  const buyer = await createBuyer(portal);
  await buy(portal, buyer, [monthly]);
  const { token } = buyer;
  const refused = await quote({ items: [yearly] }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, "already-subscribed"]);
  expect((await quote({ items: [workbook] }, { token })).status).toBe(200);
});

describe("discount codes cannot be guessed", () => {
  let networks = 0;
  const elsewhere = () => `100.64.${networks++}.1`;
  type Guess = { ip?: string; token?: string };
  const guess = (discountCode: string, from: Guess = {}) =>
    call(portal, "POST", "/quote", { body: { items: [yearly], discountCode }, ...from });
  const wrong = async (count: number, from: () => Guess) => {
    for (let i = 0; i < count; i++) expect((await guess(`GUESS${i}`, from())).status).toBe(422);
  };
  const refused = { status: 429, body: { code: "too-many-requests" } };

  test("thirty wrong codes block a visitor's network for a quarter of an hour", async () => {
    const ip = elsewhere();
    await wrong(30, () => ({ ip }));
    const answer = await guess("YEARLY15", { ip });
    expect(answer).toMatchObject({ ...refused, headers: { "retry-after": "900" } });
    const plain = await call(portal, "POST", "/quote", { body: { items: [yearly] }, ip });
    expect(plain.status).toBe(200);
    portal.advance(15 * minuteMs);
    expect((await guess("YEARLY15", { ip })).status).toBe(200);
  });

  test("a valid code does not reset the count of wrong ones", async () => {
    const ip = elsewhere();
    await wrong(29, () => ({ ip }));
    for (let i = 0; i < 5; i++) expect((await guess("YEARLY15", { ip })).status).toBe(200);
    await wrong(1, () => ({ ip }));
    expect(await guess("YEARLY15", { ip })).toMatchObject(refused);
  });

  test("a user is still blocked after changing networks, and other users are not", async () => {
    const { token } = await createBuyer(portal);
    await wrong(30, () => ({ token, ip: elsewhere() }));
    expect(await guess("YEARLY15", { token, ip: elsewhere() })).toMatchObject(refused);
    expect((await guess("YEARLY15", { ip: elsewhere() })).status).toBe(200);
  });

  test("repeated quotes with a valid code do not count", async () => {
    const ip = elsewhere();
    for (let i = 0; i < 50; i++) expect((await guess("YEARLY15", { ip })).status).toBe(200);
  });
});
