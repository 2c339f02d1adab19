import { beforeEach, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  checkOut,
  comeBack,
  monthly,
  workbook,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { creditEntries, discountCodes, products } from "#api/modules/billing/schema.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";

let buyer: Buyer;
const portal = await forFile(createStripePortal());
beforeEach(async () => {
  buyer = await portal.newBuyer();
});

let codes = 0;
const createCode = async (changes: Partial<typeof discountCodes.$inferInsert>) => {
  const code = `LESS${codes++}`;
  const row = { code, description: { en: "Less" }, kind: "percent" as const, value: 0, skus: [] };
  await portal.portal.database.insert(discountCodes).values({ ...row, ...changes });
  return code;
};
const quote = async (sku: string, discountCode: string) =>
  (await call(portal, "POST", "/quote", { body: { items: [{ sku, quantity: 1 }], discountCode } }))
    .body;
const eur = (amount: number) => ({ amount, currency: "EUR" });
const receiptOf = (id: string) => portal.get(buyer, `/purchases/${id}/receipt`);

test("a discount that leaves less than Stripe charges pays for everything, as the quote and the receipt say", async () => {
  const discountCode = await createCode({ value: 97 });
  expect(await quote(workbook.sku, discountCode)).toMatchObject({
    discount: { amount: eur(1200) },
    dueNow: eur(0),
  });
  const { body } = await portal.open(buyer, [workbook], { discountCode });
  expect(body).toMatchObject({ status: "paid", total: eur(0), paymentUrl: null });
  expect(await receiptOf(String(body.id))).toMatchObject({
    discount: { amount: eur(1200) },
    total: eur(0),
    taxes: [{ gross: eur(0), tax: eur(0) }],
  });
});

test("a discounted renewal that would be too small costs nothing, as announced, and no card is charged", async () => {
  const discountCode = await createCode({ value: 95, periods: null, skus: [monthly.sku] });
  const { renewal } = await quote(monthly.sku, discountCode);
  expect(renewal.price).toEqual(eur(0));
  await portal.buy(buyer, [monthly, workbook], { discountCode });
  expect((await portal.get(buyer, "/membership")).nextCharge.price).toEqual(eur(0));
  const { length } = portal.stripe.all("payment_intent");
  portal.advance(31 * dayMs);
  await portal.renew();
  const { status, total } = await portal.renewalOf(buyer);
  expect({ status, total }).toEqual({ status: "paid", total: 0 });
  expect(portal.stripe.all("payment_intent")).toHaveLength(length);
});

/** Puts credit on the buyer's account. */
const giveCredit = (invoiceId: string, amount: number) =>
  portal.portal.database.insert(creditEntries).values({
    id: crypto.randomUUID(),
    userId: buyer.id,
    invoiceId,
    amount,
    currency: "EUR",
    createdAt: portal.portal.now(),
  });

test("credit pays as much of a renewal as leaves enough to charge, and the rest stays", async () => {
  const { id } = await portal.buy(buyer, [monthly]);
  await giveCredit(id, 870);
  expect((await portal.get(buyer, "/membership")).nextCharge.price).toEqual(eur(50));
  portal.advance(31 * dayMs);
  await portal.renew();
  const renewal = await portal.renewalOf(buyer);
  expect(renewal).toMatchObject({ status: "paid", total: 50, credit: 850, creditChange: -850 });
  expect(portal.stripe.all("payment_intent").at(-1)).toMatchObject({
    amount: 50,
    status: "succeeded",
  });
  const [entry] = (await portal.get(await comeBack(portal, buyer), "/purchases")).items;
  expect(entry).toMatchObject({ total: eur(50), credit: eur(850) });
});

test("a change of the period charges what its preview says when the credit leaves too little", async () => {
  const { id } = await portal.buy(buyer, [monthly]);
  await giveCredit(id, 8_080);
  portal.advance(60_000);
  // 9,000 less 900 for the unused month and 8,080: 20 would be left.
  const preview = await portal.get(buyer, "/subscription/switch?to=yearly");
  expect(preview).toMatchObject({ dueNow: eur(50), credit: eur(8950), creditLeft: eur(30) });
  const body = { to: "yearly", dueNow: 50 };
  const changed = await call(portal, "POST", "/subscription/switch", { token: buyer.token, body });
  expect(changed).toMatchObject({ status: 200, body: { paymentUrl: null } });
  expect(portal.stripe.all("payment_intent").at(-1)).toMatchObject({
    amount: 50,
    status: "succeeded",
  });
  expect((await portal.get(buyer, "/membership")).credit).toEqual(eur(30));
  const [latest] = (await portal.get(buyer, "/purchases")).items;
  expect(await receiptOf(latest.id)).toMatchObject({ total: eur(50), credit: eur(8950) });
});

test("an order that costs too little by itself is refused with a text, before a page is opened", async () => {
  const { database } = portal.portal;
  const price = (amount: number, currency = "EUR") =>
    database
      .update(products)
      .set({ price: amount, currency })
      .where(eq(products.sku, workbook.sku));
  const { length } = portal.stripe.all("checkout.session");
  await price(49);
  expect(await checkOut(portal, buyer, [workbook])).toMatchObject({
    status: 422,
    body: { code: "amount-too-small", message: expect.stringContaining("below the minimum") },
  });
  await price(49, "JPY");
  expect(await checkOut(portal, buyer, [workbook])).toMatchObject({ status: 422 });
  expect(portal.stripe.all("checkout.session")).toHaveLength(length);
  await price(50, "JPY");
  expect(await portal.open(buyer, [workbook])).toMatchObject({ status: 201 });
  expect(portal.stripe.calls.at(-1)?.form).toMatchObject({
    "line_items[0][price_data][unit_amount]": "50",
    "line_items[0][price_data][currency]": "jpy",
  });
  await price(1200);
});
