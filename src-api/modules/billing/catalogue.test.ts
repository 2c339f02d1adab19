import { expect, test, vi } from "vitest";
import { catalogueSchema } from "#shared/api/catalogue.ts";
import { forFile } from "#api/testing/for-file.ts";
import { termsVersion } from "#api/testing/terms-version.ts";
import { call } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";

const portal = await forFile(createBillingPortal({ demo: true }));

const catalogueIn = async (language: string) => {
  const answer = await call(portal, "GET", "/catalogue", {
    headers: { "accept-language": language },
  });
  expect(answer.status).toBe(200);
  return catalogueSchema.parse(answer.body);
};

test("a visitor sees plans, extras, the yearly saving and the terms in force", async () => {
  const catalogue = await catalogueIn("en");
  const eur = (amount: number) => ({ amount, currency: "EUR" });
  expect(catalogue.plans).toEqual([
    { sku: "membership-monthly", period: "monthly", name: "Monthly membership", price: eur(900) },
    { sku: "membership-yearly", period: "yearly", name: "Yearly membership", price: eur(9000) },
  ]);
  expect(catalogue.extras.map(({ price }) => price.amount)).toEqual([1200, 4500, 3500, 3900]);
  expect(catalogue.yearlySaving).toEqual(eur(1800));
  expect(catalogue).toMatchObject({ testMode: true, termsVersion: await termsVersion() });
});

test("a Polish visitor reads every extra in Polish", async () => {
  const [english, polish] = [await catalogueIn("en"), await catalogueIn("pl")];
  polish.extras.forEach((extra, at) => {
    const other = english.extras[at];
    expect(extra.sku).toBe(other?.sku);
    expect(extra.name).not.toBe(other?.name);
    expect(extra.summary).not.toBe(other?.summary);
    expect(extra.delivery).not.toBe(other?.delivery);
  });
});

test("the catalogue says when payments are unavailable", async () => {
  const available = vi.spyOn(portal.portal.payments.current, "available");
  available.mockResolvedValue(false);
  expect((await catalogueIn("en")).paymentsAvailable).toBe(false);
  available.mockResolvedValue(true);
  expect((await catalogueIn("en")).paymentsAvailable).toBe(true);
});

test("catalogue and quotes say where no payment provider was set up yet", async () => {
  expect((await catalogueIn("en")).paymentsSetUp).toBe(true);
  const unset = await createBillingPortal({ demo: false }, { payments: null });
  const { body } = await call(unset, "GET", "/catalogue");
  expect(body).toMatchObject({ paymentsAvailable: false, paymentsSetUp: false });
  const items = [{ sku: "membership-monthly", quantity: 1 }];
  const quote = await call(unset, "POST", "/quote", { body: { items } });
  expect(quote.body).toMatchObject({ paymentsAvailable: false, paymentsSetUp: false });
  await unset.close();
});
