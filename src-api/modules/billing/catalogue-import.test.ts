import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { defaultBrandDir } from "#api/brand.ts";
import { deliveries, discountCodes, invoices, products } from "./schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import {
  type CatalogueFile,
  importCatalogue,
  parseCatalogue,
  readCatalogueFile,
} from "./catalogue.ts";

const portal = await forFile(createTestPortal());

const old = {
  sku: "old-guide",
  kind: "extra" as const,
  name: { en: "Old guide" },
  summary: { en: "" },
  delivery: { en: "" },
  motif: "paw",
  price: 500,
  currency: "EUR",
  position: 0,
  onSale: true,
};

test("an installation without the demo begins with plans and prices, without extras and discount codes", async () => {
  const { database } = portal.portal;
  await importCatalogue(portal.portal, { demo: false });
  const rows = await database.select().from(products);
  expect(rows.map(({ sku }) => sku)).toEqual(["membership-monthly", "membership-yearly"]);
  expect(await database.$count(discountCodes)).toBe(0);
});

test("an installation that was a demo sells its extras no more, but for those that the owner has changed", async () => {
  const { database } = portal.portal;
  const own = eq(products.sku, "handling-consultation");
  await importCatalogue(portal.portal, { demo: true });
  await database.update(products).set({ origin: "portal" }).where(own);
  await importCatalogue(portal.portal, { demo: false });
  const rows = await database.select().from(products).where(eq(products.onSale, true));
  expect(rows.map(({ sku }) => sku).toSorted()).toEqual([
    "handling-consultation",
    "membership-monthly",
    "membership-yearly",
  ]);
  await database.update(products).set({ origin: "brand" }).where(own);
});

test("the import updates prices and codes, and takes products that left the file off sale", async () => {
  const { database } = portal.portal;
  const monthly = eq(products.sku, "membership-monthly");
  await importCatalogue(portal.portal, { demo: true });
  await database.insert(products).values(old);
  await database.update(products).set({ price: 1, onSale: false }).where(monthly);
  await database.update(discountCodes).set({ value: 99, maxPerUser: 7 });

  await importCatalogue(portal.portal, { demo: true });

  const [plan] = await database.select().from(products).where(monthly);
  const [gone] = await database.select().from(products).where(eq(products.sku, "old-guide"));
  const [welcome] = await database
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.code, "WELCOME10"));
  expect(plan).toMatchObject({ price: 900, onSale: true, name: { pl: "Członkostwo miesięczne" } });
  expect(gone).toMatchObject({ price: 500, onSale: false });
  expect(welcome).toMatchObject({ value: 10, maxPerUser: null });
});

test("orders are only looked at for extras whose delivery has just become known", async () => {
  const { database, now } = portal.portal;
  const invoiceId = randomUUID();
  const [guide] = await database.select().from(products).where(eq(products.deliveredAs, "file"));
  const sku = guide?.sku ?? "";
  const at = now();
  const price = { amount: 900, currency: "EUR" };
  await database.insert(invoices).values({
    id: invoiceId,
    status: "paid",
    lines: [{ sku, kind: "extra", name: "Guide", quantity: 1, unitPrice: price, total: price }],
    total: 900,
    currency: "EUR",
    termsVersion: "1",
    origin: "checkout",
    provider: "sandbox",
    buyerName: "Ada",
    buyerEmail: "ada@example.com",
    createdAt: at,
    expiresAt: at,
    paidAt: at,
  });
  const opened = () => database.$count(deliveries, eq(deliveries.invoiceId, invoiceId));
  await importCatalogue(portal.portal, { demo: true });
  expect(await opened()).toBe(0);
  await database.update(products).set({ deliveredAs: null }).where(eq(products.sku, sku));
  await importCatalogue(portal.portal, { demo: true });
  expect(await opened()).toBe(1);
});

test.each([
  ["a currency that there is not", () => ({ currency: "ABC" }), "currency: has to be a currency"],
  ["a product twice", (file) => ({ extras: [...file.extras, ...file.extras] }), "the same SKU"],
  [
    "a blank name",
    ({ plans: [plan] }) => ({ plans: [{ ...plan, name: { en: " " } }] }),
    "plans.0.name.en: has to be a text",
  ],
  [
    "a discount above 100 %",
    ({ demoDiscountCodes: [code] }) => ({ demoDiscountCodes: [{ ...code, value: 200 }] }),
    "demoDiscountCodes.0.value: has to be at most 100 per cent",
  ],
  [
    "a price that cannot be stored",
    ({ extras: [extra] }) => ({ extras: [{ ...extra, price: 2_147_483_648 }] }),
    "extras.0.price: Too big: expected number to be <=2147483647",
  ],
] satisfies [string, (file: CatalogueFile) => object, string][])(
  "%s is refused by file and field",
  async (_, change, sentence) => {
    const file = await readCatalogueFile(defaultBrandDir);
    const source = JSON.stringify({ ...file, ...change(file) });
    expect(() => parseCatalogue("catalogue.json", source)).toThrow(
      /^catalogue\.json \(BRAND_DIR\):\n/,
    );
    expect(() => parseCatalogue("catalogue.json", source)).toThrow(sentence);
  },
);

test("a second plan of one period is refused with a reason", async () => {
  const file = await readCatalogueFile(defaultBrandDir);
  const plans = [...file.plans, { ...file.plans[0], sku: "membership-monthly-plus" }];
  expect(() => parseCatalogue("catalogue.json", JSON.stringify({ ...file, plans }))).toThrow(
    "catalogue.json (BRAND_DIR):\n  plans: There are two plans of one period. Only one for each period is supported.",
  );
});

test("a plan whose renewals are too small for a card is refused; an extra may be bought with others", async () => {
  const file = await readCatalogueFile(defaultBrandDir);
  const priced = (price: number, of: "plans" | "extras") =>
    JSON.stringify({ ...file, [of]: [{ ...file[of][0], price }] });
  expect(() => parseCatalogue("catalogue.json", priced(49, "plans"))).toThrow(
    "less than a card can be charged",
  );
  for (const source of [priced(50, "plans"), priced(49, "extras")])
    parseCatalogue("catalogue.json", source);
});
