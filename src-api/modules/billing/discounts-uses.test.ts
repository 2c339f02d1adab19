import { describe, expect, test } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { discountCodes, invoices } from "./schema.ts";
import { checkoutLifeMs } from "./checkout.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  type Buyer,
  checkOut,
  comeBack,
  createBuyer,
  declinedCard,
  goodCard,
  pay,
  workbook,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";

const portal = await forFile(createBillingPortal({ demo: true }));

type Limits = Partial<typeof discountCodes.$inferInsert>;

let codes = 0;

/** Inserts a new code that takes 50 % off everything. */
async function createCode(limits: Limits): Promise<string> {
  const code = `CODE${codes++}`;
  await portal.portal.database
    .insert(discountCodes)
    .values({ code, description: { en: "Half" }, kind: "percent", value: 50, skus: [], ...limits });
  return code;
}

const order = (buyer: Buyer, discountCode: string) =>
  checkOut(portal, buyer, [workbook], { discountCode });

const quote = (discountCode: string, token?: string) =>
  call(portal, "POST", "/quote", {
    body: { items: [workbook], discountCode },
    ...(token && { token }),
  });

const redemptions = async (code: string) => {
  const paid = await portal.portal.database
    .select()
    .from(invoices)
    .where(eq(invoices.status, "paid"));
  return paid.filter(({ discount }) => discount?.code === code).length;
};

const expired = { status: 422, body: { code: "discount-expired" } };

describe("a one-time code", () => {
  test("is redeemed once when fifteen buyers pay at the same time", async () => {
    const code = await createCode({ maxRedemptions: 1 });
    const buyers = await Promise.all(Array.from({ length: 15 }, () => createBuyer(portal)));
    const orders = await Promise.all(buyers.map((buyer) => order(buyer, code)));
    const placed = orders.filter(({ status }) => status === 201);
    expect(placed).toHaveLength(1);
    for (const refused of orders.filter(({ status }) => status !== 201)) {
      expect(refused).toMatchObject(expired);
    }
    await Promise.all(placed.map(({ body }) => pay(portal, body.paymentUrl, goodCard)));
    expect(await redemptions(code)).toBe(1);
  });

  test("is reserved by an open order against other buyers, not against its own", async () => {
    const code = await createCode({ maxRedemptions: 1 });
    const [first, second] = [await createBuyer(portal), await createBuyer(portal)];
    expect((await order(first, code)).status).toBe(201);
    expect((await quote(code, first.token)).status).toBe(200);
    expect(await quote(code, second.token)).toMatchObject(expired);
    expect(await quote(code)).toMatchObject(expired);
    expect(await order(second, code)).toMatchObject(expired);
  });

  test("stays reserved after a declined card, and is free again when the order expires", async () => {
    const code = await createCode({ maxRedemptions: 1 });
    const [first, second] = [await createBuyer(portal), await createBuyer(portal)];
    const { body } = await order(first, code);
    await pay(portal, body.paymentUrl, declinedCard);
    portal.advance(checkoutLifeMs - 1);
    expect(await quote(code)).toMatchObject(expired);
    portal.advance(1);
    expect((await order(await comeBack(portal, second), code)).status).toBe(201);
    expect((await pay(portal, body.paymentUrl, goodCard)).statusCode).toBe(410);
    expect(await redemptions(code)).toBe(0);
  });

  test("is free again when the account of its open order is deleted, but not when the order was paid", async () => {
    const { database } = portal.portal;
    const [open, paid] = [
      await createCode({ maxRedemptions: 1 }),
      await createCode({ maxRedemptions: 1 }),
    ];
    const buyer = await createBuyer(portal);
    await order(buyer, open);
    await pay(portal, (await order(buyer, paid)).body.paymentUrl, goodCard);
    await database.delete(users).where(eq(users.id, buyer.id));
    const { token } = await createBuyer(portal);
    expect((await quote(open, token)).status).toBe(200);
    expect(await quote(paid, token)).toMatchObject(expired);
  });

  test("moves to the buyer's next order, and the earlier order can no longer be paid", async () => {
    const code = await createCode({ maxRedemptions: 1 });
    const buyer = await createBuyer(portal);
    const first = await order(buyer, code);
    const second = await order(buyer, code);
    expect(second.status).toBe(201);
    expect((await pay(portal, first.body.paymentUrl, goodCard)).statusCode).toBe(410);
    await pay(portal, second.body.paymentUrl, goodCard);
    expect(await redemptions(code)).toBe(1);
  });

  test("is redeemed once when both orders of a buyer are placed and paid at once", async () => {
    const code = await createCode({ maxRedemptions: 1 });
    const buyer = await createBuyer(portal);
    const orders = await Promise.all([order(buyer, code), order(buyer, code), order(buyer, code)]);
    // An order that the next one has replaced before its answer has no payment page any more.
    const pages = orders.map(({ body }) => body.paymentUrl).filter((url) => url !== null);
    await Promise.all(pages.map((url) => pay(portal, url, goodCard)));
    expect(await redemptions(code)).toBe(1);
  });
});

describe("a code with a limit per user", () => {
  test("is refused as used to the user who has used it, and accepted from others", async () => {
    const code = await createCode({ maxPerUser: 1 });
    const [first, second] = [await createBuyer(portal), await createBuyer(portal)];
    await pay(portal, (await order(first, code)).body.paymentUrl, goodCard);
    const used = { code: "discount-used", message: "You have already used this code." };
    expect(await order(first, code)).toMatchObject({ status: 422, body: used });
    expect(await quote(code, first.token)).toMatchObject({ status: 422, body: used });
    expect((await quote(code)).status).toBe(200);
    expect((await order(second, code)).status).toBe(201);
  });
});

test("A code without limits can be in several open orders of one buyer", async () => {
  const code = await createCode({});
  const buyer = await createBuyer(portal);
  const orders = [await order(buyer, code), await order(buyer, code)];
  for (const { body } of orders) await pay(portal, body.paymentUrl, goodCard);
  expect(await redemptions(code)).toBe(2);
});
