import { beforeEach, expect, test } from "vitest";
import {
  type Buyer,
  checkOut,
  comeBack,
  createBuyer,
  declinedCard,
  goodCard,
  monthly,
  pay,
  yearly,
} from "#api/testing/billing-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { booksOf, membershipOf } from "#api/testing/members.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { checkoutLifeMs } from "./checkout.ts";
import { runRenewals } from "./renew.ts";

let buyer: Buyer;

const portal = await forFile(createBillingPortal({ demo: false }));

beforeEach(async () => void (buyer = await createBuyer(portal)));

const order = async (item = monthly) => (await checkOut(portal, buyer, [item])).body.paymentUrl;

const books = () => booksOf(portal.portal.database, buyer);

const expire = async () => {
  portal.advance(checkoutLifeMs);
  await runRenewals(portal.portal);
  buyer = await comeBack(portal, buyer);
};

test.each([
  ["that was left", async () => {}],
  ["whose card was declined", async (url: string) => void (await pay(portal, url, declinedCard))],
])(
  "an order %s can be paid until it expires, then a new one; nothing stays pending",
  async (_, leave) => {
    const abandoned = await order();
    await leave(abandoned);
    expect((await membershipOf(portal, buyer)).status).toBe("none");
    await expire();
    expect((await pay(portal, abandoned, goodCard)).statusCode).toBe(410);
    expect((await membershipOf(portal, buyer)).status).toBe("none");
    expect((await books()).payments).toEqual([]);
    expect((await pay(portal, await order(yearly), goodCard)).statusCode).toBe(303);
    expect(await membershipOf(portal, buyer)).toMatchObject({ status: "active", period: "yearly" });
    expect((await books()).payments).toHaveLength(1);
  },
);

test("an order whose page is opened again is paid once", async () => {
  const url = await order();
  await pay(portal, url, declinedCard);
  portal.advance(checkoutLifeMs - 1);
  expect((await portal.app.inject(url)).statusCode).toBe(200);
  expect((await pay(portal, url, goodCard)).statusCode).toBe(303);
  expect((await pay(portal, url, goodCard)).statusCode).toBe(303);
  expect((await books()).payments).toHaveLength(1);
});

test("of two orders, the one that was left first can be paid, and the other one is refused then", async () => {
  const [first, second] = [await order(), await order(yearly)];
  expect((await pay(portal, first, goodCard)).statusCode).toBe(303);
  expect((await pay(portal, second, goodCard)).statusCode).toBe(409);
  expect((await books()).payments).toHaveLength(1);
});
