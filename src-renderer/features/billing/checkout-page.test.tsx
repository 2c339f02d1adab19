import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkout, getQuote } from "#shared/api/billing.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import {
  addToCart,
  setDiscount,
  startPurchase,
  usePurchase,
} from "#renderer/purchase/purchase-store.ts";
import { signIn, endSessionHere } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import CheckoutPage from "./checkout-page.tsx";
import {
  openPurchase,
  paidPurchase,
  refusal,
  sam,
  workbook,
  workbookQuote,
} from "./checkout/testing/samples.ts";

const blocked =
  "Checkout is temporary blocked due to technical issues. Please try again in few minutes.";
const workbookExtra = { sku: "workbook", name: "Workbook", delivery: "We send it as a PDF." };
const openPayment = vi.spyOn(platform, "openPayment").mockImplementation(() => {});
const cart = () => usePurchase.getState().purchaseItems;
const keys = () => sentTo(checkout).map(({ input }) => input.idempotencyKey);

// Registers the purchase store, so that logging out clears it.
startPurchase();

beforeEach(() => {
  signIn({ token: "mine", user: sam });
  addToCart(workbook);
  answer(getQuote, { data: workbookQuote });
  answer(checkout, { data: openPurchase });
});
afterEach(() => void openPayment.mockClear());

const payButton = () => screen.findByRole("button", { name: "Pay €12 now" });

it("sends one request for a double click, then opens the payment page", async () => {
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.dblClick(await payButton());
  await waitFor(() => expect(openPayment).toHaveBeenCalledWith(openPurchase.paymentUrl));
  expect(sentTo(checkout)).toHaveLength(1);
  expect(sentTo(checkout)[0]?.input.body).toEqual({
    items: [{ sku: "workbook", quantity: 1 }],
    termsVersion: "2026-11-01",
    origin: "checkout",
  });
  expect(cart()).toHaveLength(1);
});

it("says that it is paying, on a button that keeps its look", async () => {
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.click(await payButton());
  const paying = await screen.findByRole("button", { name: "Paying…" });
  expect(paying.getAttribute("aria-disabled")).toBe("true");
});

it("says once, above the button, which terms the order accepts", async () => {
  renderPage(<CheckoutPage />, "/checkout");
  await payButton();
  expect(screen.queryByRole("checkbox")).toBeNull();
  const terms = screen.getAllByRole("link", { name: "terms and conditions" });
  expect(terms.map((link) => link.getAttribute("href"))).toEqual(["/terms-and-conditions"]);
  expect(sentTo(checkout)).toHaveLength(0);
});

it("says how extras are delivered, and nothing of the library without a membership in the cart", async () => {
  answer(getCatalogue, { data: { plans: [], extras: [workbookExtra] } });
  renderPage(<CheckoutPage />, "/checkout");
  await screen.findByText(workbookExtra.delivery);
  expect(screen.queryByText(/The whole library/)).toBeNull();
});

it("says that an order is below the minimum for card payments", async () => {
  answer(checkout, refusal("amount-too-small"));
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.click(await payButton());
  await screen.findByText(/This total is below the minimum/);
  expect(cart()).toHaveLength(1);
});

it("says that a cart costs more than one order can, and keeps it to be changed", async () => {
  answer(getQuote, refusal("amount-too-large"));
  const user = renderPage(<CheckoutPage />, "/checkout");
  await screen.findByText(/^This total is too large for one order\./);
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  answer(getQuote, { data: workbookQuote });
  await user.selectOptions(screen.getByRole("combobox", { name: /^Quantity/ }), "2");
  await payButton();
  expect(cart()).toMatchObject([{ sku: "workbook", quantity: 2 }]);
});

it("says that a cart became too large while it was paid, and keeps it", async () => {
  answer(checkout, refusal("amount-too-large"));
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.click(await payButton());
  await screen.findByText(/^This total is too large for one order\./);
  expect(cart()).toHaveLength(1);
});

it("lets buyers of a year choose that it is paid once, and says that it ends then", async () => {
  const year = { amount: 9000, currency: "EUR" };
  const renewal = {
    price: year,
    regularPrice: year,
    on: "2027-12-01T12:00:00Z",
    period: "yearly",
  } as const;
  answer(getQuote, { data: { ...workbookQuote, renewal, onceBy: ["blik", "p24"] } });
  const user = renderPage(<CheckoutPage />, "/checkout");
  const choice = await screen.findByRole("radiogroup", { name: "How to pay" });
  expect(choice.textContent).toContain("A year, paid once (BLIK, Przelewy24, card)");
  await user.click(screen.getByRole("radio", { name: /^A year, paid once/ }));
  await screen.findByText("Paid once: the membership ends on 1 December 2027 and does not renew.");
  await user.click(await payButton());
  await waitFor(() => expect(sentTo(checkout)).toHaveLength(1));
  expect(sentTo(checkout)[0]?.input.body).toMatchObject({ paidOnce: true });
});

it("offers no payment while the quote says that payments are unavailable", async () => {
  answer(getQuote, { data: { ...workbookQuote, paymentsAvailable: false } });
  const user = renderPage(<CheckoutPage />, "/checkout");
  await screen.findByText(blocked);
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  answer(getQuote, { data: workbookQuote });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await payButton();
});

it.each(["user", "visitor"])(
  "offers a %s neither payment nor registration where no payment provider is set up",
  async (who) => {
    if (who === "visitor") {
      endSessionHere(); // which empties the cart
      addToCart(workbook);
    }
    const unset = { paymentsAvailable: false, paymentsSetUp: false };
    answer(getQuote, { data: { ...workbookQuote, ...unset } });
    renderPage(<CheckoutPage />, "/checkout");
    await screen.findByText(/^This portal cannot take payments yet/);
    expect(screen.queryByText(blocked)).toBeNull();
    expect(screen.queryByRole("button", { name: /^Pay|Try again/ })).toBeNull();
    expect(screen.queryByRole("link", { name: /Log in|Register/ })).toBeNull();
  },
);

it.each([
  ["was not paid in time", { ...openPurchase, status: "expired", paymentUrl: null }],
  ["has another price", { ...openPurchase, total: { amount: 1100, currency: "EUR" } }],
])("starts a new purchase, once, when an earlier one %s", async (_, earlier) => {
  answer(checkout, { data: earlier });
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.click(await payButton());
  await screen.findByText(/The price has changed/);
  expect(new Set(keys()).size).toBe(2);
  expect(openPayment).not.toHaveBeenCalled();
});

it("continues immediately when nothing is due", async () => {
  answer(getQuote, { data: { ...workbookQuote, dueNow: { amount: 0, currency: "EUR" } } });
  answer(checkout, { data: { ...paidPurchase, total: { amount: 0, currency: "EUR" } } });
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.click(await screen.findByRole("button", { name: "Complete the free order" }));
  await expectAddress(`/cart/subscription/success?purchase=${paidPurchase.id}`);
});

const codeButton = () => screen.findByRole("button", { name: "I have a discount code" });
const codeField = () => screen.queryByRole("textbox", { name: "Discount code" });

async function unfoldCode(user: ReturnType<typeof renderPage>) {
  await user.click(await codeButton());
  return screen.getByRole("textbox", { name: "Discount code" });
}

it("shows what is wrong with a code at its field, and keeps the input", async () => {
  const user = renderPage(<CheckoutPage />, "/checkout");
  const field = await unfoldCode(user);
  for (const [code, words] of [
    ["discount-unknown", "We do not know this code."],
    ["discount-expired", "This code has expired."],
    ["discount-not-applicable", "This code does not apply to anything in your cart."],
  ] as const) {
    answer(getQuote, refusal(code, words));
    await user.clear(field);
    await user.type(field, "SPRING{Enter}");
    const message = await screen.findByText(words);
    expect(field.getAttribute("aria-describedby")).toContain(message.closest("[id]")?.id);
    expect(field).toHaveProperty("value", "SPRING");
  }
  expect(usePurchase.getState().discount).toBeNull();
  await user.click(await codeButton());
  expect(field.isConnected).toBe(false);
  expect((await codeButton()).getAttribute("aria-expanded")).toBe("false");
  await user.click(await codeButton());
  screen.getByText("This code does not apply to anything in your cart.");
});

const tenth = {
  code: "TEN",
  description: "10% off",
  amount: { amount: 120, currency: "EUR" },
};

it("prices an accepted code again after a change of quantity", async () => {
  answer(getQuote, { data: { ...workbookQuote, discount: tenth } });
  setDiscount(tenth);
  const user = renderPage(<CheckoutPage />, "/checkout");
  await payButton();
  await user.selectOptions(await screen.findByRole("combobox", { name: /Quantity/ }), "3");
  await waitFor(() =>
    expect(sentTo(getQuote).at(-1)?.input.body).toEqual({
      items: [{ sku: "workbook", quantity: 3 }],
      discountCode: "TEN",
    }),
  );
});

it("applies a code that was typed and not applied before anything is paid", async () => {
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.type(await unfoldCode(user), "TEN");
  answer(getQuote, { data: { ...workbookQuote, discount: tenth } });
  await user.click(await payButton());
  await screen.findByRole("button", { name: "Remove code" });
  expect(usePurchase.getState().discount?.code).toBe("TEN");
  expect(sentTo(checkout)).toHaveLength(0);
});

it("goes back to the field when an accepted code is removed", async () => {
  setDiscount(tenth);
  answer(getQuote, { data: { ...workbookQuote, discount: tenth } });
  const user = renderPage(<CheckoutPage />, "/checkout");
  const remove = await screen.findByRole("button", { name: "Remove code" });
  answer(getQuote, { data: workbookQuote });
  await user.click(remove);
  expect(document.activeElement).toBe(codeField());
  expect(usePurchase.getState().discount).toBeNull();
});

it("drops a code that no longer applies, says so, and prices the cart without it", async () => {
  setDiscount(tenth);
  answer(getQuote, refusal("discount-expired", "This code has expired."));
  renderPage(<CheckoutPage />, "/checkout");
  await screen.findByText("This code has expired.");
  expect(usePurchase.getState().discount).toBeNull();
  await waitFor(() =>
    expect(sentTo(getQuote).at(-1)?.input.body).toEqual({
      items: [{ sku: "workbook", quantity: 1 }],
    }),
  );
});

it.each([
  ["plans and extras", [workbookExtra], /memberships and extras/],
  ["plans alone, where no extras are sold", [], /memberships on the plans page/],
])("leads from an empty cart to %s", async (_, extras, text) => {
  endSessionHere(); // which empties the cart
  answer(getCatalogue, { data: { plans: [], extras } });
  renderPage(<CheckoutPage />, "/checkout");
  await screen.findByText(text);
  const name = extras.length > 0 ? "See plans and extras" : "See the plans";
  const link = screen.getByRole("link", { name });
  expect(link.getAttribute("href")).toBe("/memberships");
});

it("marks items that are no longer on sale, and lets them be removed", async () => {
  answer(getQuote, refusal("item-unknown"));
  answer(getCatalogue, { data: { plans: [], extras: [] } });
  const user = renderPage(<CheckoutPage />, "/checkout");
  await screen.findByText("No longer on sale");
  await user.click(await screen.findByRole("button", { name: "Remove: Workbook" }));
  await screen.findByText("Your cart is empty");
});

it("says what a yearly membership in the cart saves", async () => {
  const euros = (amount: number) => ({ amount: amount * 100, currency: "EUR" });
  const plan = (period: "monthly" | "yearly", amount: number) => ({
    sku: period,
    period,
    name: period,
    price: euros(amount),
  });
  const plans = [plan("monthly", 9), plan("yearly", 90)];
  answer(getCatalogue, { data: { plans, extras: [], yearlySaving: euros(18) } });
  const price = euros(90);
  const renewal = { price, on: "2027-11-22T12:00:00Z", period: "yearly", regularPrice: price };
  answer(getQuote, { data: { ...workbookQuote, dueNow: price, renewal } });
  renderPage(<CheckoutPage />, "/checkout");
  await screen.findByText(/Save €18 a year/);
});

it("fills an empty cart with what the address of a mail names, without what is not sold any more", async () => {
  endSessionHere(); // which empties the cart
  const price = { amount: 900, currency: "EUR" };
  const plans = [{ sku: "membership-monthly", period: "monthly", name: "Monthly", price }];
  answer(getCatalogue, { data: { plans, extras: [workbookExtra], yearlySaving: price } });
  renderPage(<CheckoutPage />, "/checkout?items=workbook*2,gone*1,membership-monthly*1,workbook*x");
  await waitFor(() =>
    expect(cart()).toMatchObject([
      { sku: "workbook", kind: "extra", quantity: 2 },
      { sku: "membership-monthly", kind: "membership", period: "monthly", quantity: 1 },
    ]),
  );
  await expectAddress("/checkout");
});

it("keeps a cart that has something, whatever the address names", async () => {
  answer(getCatalogue, { data: { plans: [], extras: [{ ...workbookExtra, sku: "other" }] } });
  renderPage(<CheckoutPage />, "/checkout?items=other*2");
  await expectAddress("/checkout");
  expect(cart().map(({ sku }) => sku)).toEqual(["workbook"]);
});
