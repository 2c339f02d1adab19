import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importCatalogue } from "../../billing/import-catalogue.ts";
import { discountCodes } from "../../database/schema.ts";
import { call } from "../../testing/account-requests.ts";
import { buy, createBuyer, monthly, workbook, yearly } from "../../testing/billing-requests.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await importCatalogue(portal.portal.database, { demo: true });
});
afterAll(() => portal.close());

type Options = { token?: string; language?: string };
const quote = (body: object, { token, language = "en" }: Options = {}) =>
  call(portal, "POST", "/quote", {
    body,
    headers: { "accept-language": language },
    ...(token && { token }),
  });
const eur = (amount: number) => ({ amount, currency: "EUR" });

test("a visitor's cart is priced, with what follows and when", async () => {
  const { status, body } = await quote({ items: [monthly, { ...workbook, quantity: 2 }] });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    subtotal: eur(3300),
    discount: null,
    dueNow: eur(3300),
    renewal: { price: eur(900), on: "2026-04-01T12:00:00.000Z", period: "monthly" },
  });
});

test("a code takes off what it promises, described in the buyer's language", async () => {
  const body = { items: [yearly, workbook], discountCode: " yearly15" };
  const answer = await quote(body, { language: "pl" });
  expect(answer.body).toMatchObject({
    subtotal: eur(10_200),
    dueNow: eur(8700),
    discount: {
      code: "YEARLY15",
      amount: eur(1500),
      description: "15 € taniej za pierwszy rok",
    },
    renewal: { price: eur(9000) },
  });
});

test.each([
  ["NOSUCH", "discount-unknown", "We do not know this code."],
  ["SPRING24", "discount-expired", "This code has expired."],
  ["YEARLY15", "discount-not-applicable", "This code is not for anything in your cart."],
])("what is wrong with a code is told apart: %s", async (discountCode, code, message) => {
  const { status, body } = await quote({ items: [monthly], discountCode });
  expect({ status, ...body }).toEqual({ status: 422, code, message });
});

test("a code is gone once it was redeemed as often as it may be", async () => {
  const { database } = portal.portal;
  const welcome = eq(discountCodes.code, "WELCOME10");
  await database.update(discountCodes).set({ maxRedemptions: 1, redemptions: 1 }).where(welcome);
  const { body } = await quote({ items: [monthly], discountCode: "WELCOME10" });
  await database.update(discountCodes).set({ maxRedemptions: null }).where(welcome);
  expect(body.code).toBe("discount-expired");
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

test("a member is told at once that there is a membership already, and may still buy extras", async () => {
  const buyer = await createBuyer(portal);
  await buy(portal, buyer, [monthly]);
  const { token } = buyer;
  const refused = await quote({ items: [yearly] }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, "already-subscribed"]);
  expect((await quote({ items: [workbook] }, { token })).status).toBe(200);
});

test("codes cannot be found by guessing: after thirty wrong ones nobody is told anything", async () => {
  const guess = (code: string) => quote({ items: [yearly], discountCode: code });
  portal.advance(16 * 60_000); // what the tests before guessed is forgotten
  for (let i = 0; i < 30; i++) expect((await guess(`GUESS${i}`)).status).toBe(422);
  expect((await guess("YEARLY15")).body).toMatchObject({ code: "too-many-requests" });
  expect((await quote({ items: [yearly] })).status).toBe(200);
  portal.advance(16 * 60_000);
  expect((await guess("YEARLY15")).status).toBe(200);
});
