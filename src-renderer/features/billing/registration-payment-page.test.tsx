import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { getQuote } from "#shared/api/billing.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { workbookQuote } from "./checkout/testing/samples.ts";
import RegistrationPaymentPage from "./registration-payment-page.tsx";

const price = { amount: 9000, currency: "EUR" };
const plan = { sku: "y", period: "yearly", name: "Yearly membership", price } as const;

it("shows visitors the price, and keeps the chosen plan for those who register or log in first", async () => {
  answer(getCatalogue, { data: { plans: [plan], extras: [], yearlySaving: price } });
  const renewal = {
    price,
    on: "2027-11-22T12:00:00Z",
    period: "yearly",
    regularPrice: price,
  } as const;
  answer(getQuote, { data: { ...workbookQuote, dueNow: price, renewal } });
  const user = renderPage(<RegistrationPaymentPage />, "/registration-payment?plan=yearly");
  const register = await screen.findByRole("link", { name: "Register" });
  screen.getByText(/Next: €90 on 22 November 2027, then every year/);
  await user.click(register);
  await expectAddress("/register?plan=yearly");
  expect(returnAddress.read()).toBe("/registration-payment?plan=yearly");
});
