import { expect, test } from "vitest";
import type { SettablePlans, WrittenPlans } from "#shared/api/plans.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import {
  buy,
  checkOut,
  createBuyer,
  goodCard,
  monthly,
  pay,
} from "#api/testing/billing-requests.ts";
import { booksOf, moveTo, renewDue } from "#api/testing/members.ts";
import { people, peoplesPassword, signEverybodyIn } from "#api/testing/people.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { createOtherBrand } from "#api/testing/other-brand.ts";
import { importCatalogue } from "./catalogue.ts";
import { type Product, products } from "./schema.ts";
import { forFile } from "#api/testing/for-file.ts";

const portal = await forFile(createBillingPortal({ demo: true }));
const headersOf = await signEverybodyIn(portal);

const url = "/api/settings/plans";
const get = async (): Promise<SettablePlans> =>
  (await portal.app.inject({ url, headers: headersOf.admin })).json();
const put = (payload: object, headers = headersOf.admin) =>
  portal.app.inject({
    method: "PUT",
    url,
    headers,
    payload: { password: peoplesPassword, ...payload },
  });

const requirePlan = (plan: Product | undefined): Product => {
  if (!plan) throw new Error("There is no such plan.");
  return plan;
};

type Change = Partial<WrittenPlans["items"][number]>;

/** Returns the plans as they are, as an admin would send them back, with changes to the monthly one. */
async function written(change: Change = {}, changes: Partial<WrittenPlans> = {}) {
  const { currency, revision, items } = await get();
  return {
    currency,
    revision,
    items: items.map(({ period, price, taxPercent, taxPercents, trialDays, ...plan }) => ({
      ...plan,
      price: String(price.amount / 100),
      taxPercent: String(taxPercent),
      taxPercents: taxPercents.map((one) => ({ ...one, taxPercent: String(one.taxPercent) })),
      trialDays: String(trialDays),
      ...(period === "monthly" && change),
    })),
    ...changes,
  };
}

const onSale = async () => (await portal.app.inject({ url: "/api/catalogue" })).json();
const priceNow = async () => (await onSale()).plans[0].price;

test.each(people.filter((person) => person !== "admin"))(
  "a %s neither sees nor changes what plans may cost",
  async (person) => {
    const status = person === "visitor" || person === "dead session" ? 401 : 403;
    expect((await put(await written({ price: "1" }), headersOf[person])).statusCode).toBe(status);
    expect(await priceNow()).toEqual({ amount: 900, currency: "EUR" });
  },
);

test.each<[Change, Partial<WrittenPlans>, string]>([
  [{ price: "-1" }, {}, "items.0.price"],
  [{ price: "0.20" }, {}, "items.0.price"],
  [{ price: "9.999" }, {}, "items.0.price"],
  [{ nameEn: " " }, {}, "items.0.nameEn"],
  [{ taxPercent: "101" }, {}, "items.0.taxPercent"],
  [{ trialDays: "91" }, {}, "items.0.trialDays"],
  [{}, { currency: "ABC" }, "currency"],
])("%j and %j are refused at the field, and nothing is changed", async (change, changes, field) => {
  const answer = await put(await written(change, changes));
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  expect(await priceNow()).toEqual({ amount: 900, currency: "EUR" });
});

test("a price takes the password; the last plan stays on sale", async () => {
  const wrong = await put({ ...(await written({ price: "12" })), password: "no" });
  expect(wrong.json().code).toBe("wrong-password");
  const { items, ...rest } = await written();
  const none = await put({ ...rest, items: items.map((plan) => ({ ...plan, onSale: false })) });
  expect(Object.keys(none.json().fields)).toEqual(["items.0.onSale"]);
});

test("a price may have seven digits, as in currencies of small units; one that could not be stored is refused", async () => {
  expect((await put(await written({ price: "1200000" }))).statusCode).toBe(200);
  expect(await priceNow()).toEqual({ amount: 120_000_000, currency: "EUR" });
  const tooLarge = await put(await written({ price: "21474836,48" }));
  expect(tooLarge.json().fields).toEqual({ "items.0.price": "This amount is too large" });
  await put(await written({ price: "9" }));
});

test("before the first sale the currency can change: what has a price in the former one is not sold", async () => {
  await put(await written({ price: "39" }, { currency: "PLN" }));
  expect(await priceNow()).toEqual({ amount: 3900, currency: "PLN" });
  expect((await onSale()).extras).toEqual([]);
  // The next start reads the file of the brand again.
  await importCatalogue(portal.portal, { demo: true });
  expect(await priceNow()).toEqual({ amount: 3900, currency: "PLN" });
  expect((await onSale()).extras).toEqual([]);
  await put(await written({ price: "9" }, { currency: "EUR" }));
  await importCatalogue(portal.portal, { demo: true });
  expect((await onSale()).extras.length).toBeGreaterThan(0);
});

test("plans of a former brand in another currency neither show nor stand in the way", async () => {
  const { database } = portal.portal;
  const [plan] = await database.select().from(products).where(eq(products.sku, monthly.sku));
  const former = { ...requirePlan(plan), sku: "former-monthly", currency: "PLN", onSale: false };
  await database.insert(products).values(former);
  expect((await get()).items.map(({ sku }) => sku)).not.toContain("former-monthly");
  expect((await put(await written({ price: "9.50" }))).statusCode).toBe(200);
  expect(await priceNow()).toEqual({ amount: 950, currency: "EUR" });
  await put(await written({ price: "9" }));
});

test("a folder of the owner's rules its plans, whatever was changed in the browser before", async () => {
  await put(await written({ price: "11" }));
  const folder = await createOtherBrand();
  const config = { ...portal.portal.config, brandDir: folder.path };
  await importCatalogue({ ...portal.portal, config }, { demo: true });
  expect(await priceNow()).toEqual({ amount: 900, currency: "EUR" });
  await folder.remove();
});

test("new members pay the new price, members theirs, and nobody what was not shown", async () => {
  const member = await createBuyer(portal);
  await buy(portal, member, [monthly]);
  const late = await createBuyer(portal);
  const opened = await checkOut(portal, late, [monthly]);
  const seen = await written({ price: "12.50" });
  const changed = await put(seen);
  expect(changed.json()).toMatchObject({ isCurrencyFixed: true });
  expect(await priceNow()).toEqual({ amount: 1250, currency: "EUR" });
  expect((await put(seen)).json().code).toBe("conflict");
  const other = await put(await written({}, { currency: "PLN" }));
  expect(Object.keys(other.json().fields)).toEqual(["currency"]);

  // The page of the provider was open, with the former price.
  await pay(portal, opened.body.paymentUrl, goodCard);
  expect((await booksOf(portal.portal.database, late)).invoices[0]?.total).toBe(900);
  const fresh = await createBuyer(portal);
  expect((await buy(portal, fresh, [monthly])).total).toEqual({ amount: 1250, currency: "EUR" });

  moveTo(portal, "2026-04-01T15:00:00Z");
  await renewDue(portal);
  const renewed = (await booksOf(portal.portal.database, member)).invoices;
  expect(renewed.map(({ total }) => total)).toEqual([900, 900]);
  expect((await booksOf(portal.portal.database, fresh)).invoices.map(({ total }) => total)).toEqual(
    [1250, 1250],
  );
});
