import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { checkout, getQuote } from "#shared/api/billing.ts";
import {
  type BuyerDetails,
  changeBuyerDetails,
  getBuyerDetails,
} from "#shared/api/buyer-details.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { addToCart, startPurchase } from "#renderer/purchase/purchase-store.ts";
import { endSessionHere, signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import CheckoutPage from "./checkout-page.tsx";
import { openPurchase, sam, workbook, workbookQuote } from "./checkout/testing/samples.ts";

const none: BuyerDetails = { name: "", address: "", country: "", taxNumber: "" };
const stored: BuyerDetails = {
  name: "Pies i Spółka",
  address: "Długa 1\nWarszawa",
  country: "PL",
  taxNumber: "",
};
const openPayment = vi.spyOn(platform, "openPayment").mockImplementation(() => {});

// Registers the purchase store, so that logging out clears it.
startPurchase();

beforeEach(() => {
  openPayment.mockClear();
  signIn({ token: "mine", user: sam });
  addToCart(workbook);
  answer(getQuote, { data: workbookQuote });
  answer(checkout, { data: openPurchase });
  answer(getBuyerDetails, { data: none });
});

const row = () => screen.findByRole("group", { name: "Details for the receipt" });
const keys = () => sentTo(checkout).map(({ input }) => input.idempotencyKey);

async function open() {
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.click(await screen.findByRole("button", { name: /Change the details/ }));
  return user;
}

it("shows in one line what the receipt will say, in the language of the page", async () => {
  answer(getBuyerDetails, { data: stored });
  renderPage(<CheckoutPage />, "/checkout");
  within(await row()).getByText("Pies i Spółka · Długa 1, Warszawa · Poland");
});

it("is not there for visitors, who have no details", async () => {
  endSessionHere();
  addToCart(workbook);
  renderPage(<CheckoutPage />, "/checkout");
  await screen.findByText(/You need an account to pay/);
  expect(screen.queryByRole("group", { name: "Details for the receipt" })).toBeNull();
  expect(sentTo(getBuyerDetails)).toEqual([]);
});

it("saves in place, asks for the price again and leaves one accent button to the view", async () => {
  const user = await open();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name or company" }));
  await user.type(screen.getByRole("textbox", { name: "Name or company" }), "Pies i Spółka");
  await user.selectOptions(screen.getByRole("combobox", { name: "Country" }), "Poland");
  answer(changeBuyerDetails, { data: { ...stored, address: "" } });
  answer(getBuyerDetails, { data: { ...stored, address: "" } });
  const asked = sentTo(getQuote).length;
  await user.click(screen.getByRole("button", { name: "Save" }));
  await within(await row()).findByText("Pies i Spółka · Poland");
  within(await row()).getByText("Saved");
  expect(sentTo(changeBuyerDetails)[0]?.input.body).toEqual({ ...stored, address: "" });
  await waitFor(() => expect(sentTo(getQuote).length).toBe(asked + 1));
});

it("says at its field what is wrong, and keeps what was typed", async () => {
  const user = await open();
  await user.type(screen.getByRole("textbox", { name: "Tax number" }), "123");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Field is required");
  expect(sentTo(changeBuyerDetails)).toEqual([]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Country" }), "Poland");
  const fields = { taxNumber: "This is not a tax number of the chosen country." };
  answer(changeBuyerDetails, {
    error: { kind: "rejected", status: 400, code: "validation", message: "", fields },
  });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(fields.taxNumber);
  expect(screen.getByRole("textbox", { name: "Tax number" })).toHaveProperty("value", "123");
});

it("is saved before the payment if the form is still open, and stops it if that fails", async () => {
  const user = await open();
  await user.type(screen.getByRole("textbox", { name: "Name or company" }), "Pies i Spółka");
  const pay = screen.getByRole("button", { name: "Pay €12 now" });
  await user.click(pay);
  await screen.findByText("Field is required");
  expect(sentTo(checkout)).toEqual([]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Country" }), "Poland");
  answer(changeBuyerDetails, { data: stored });
  answer(getBuyerDetails, { data: stored });
  await user.click(pay);
  await waitFor(() => expect(openPayment).toHaveBeenCalledOnce());
  expect(sentTo(changeBuyerDetails)).toHaveLength(1);
});

it("makes the next payment a new order: one that was begun keeps the former details", async () => {
  const user = renderPage(<CheckoutPage />, "/checkout");
  await user.click(await screen.findByRole("button", { name: "Pay €12 now" }));
  await waitFor(() => expect(openPayment).toHaveBeenCalledOnce());
  window.dispatchEvent(new Event("pageshow"));
  await user.click(await screen.findByRole("button", { name: /Change the details/ }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Country" }), "Poland");
  answer(changeBuyerDetails, { data: { ...none, country: "PL" } });
  answer(getBuyerDetails, { data: { ...none, country: "PL" } });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await within(await row()).findByText("Poland");
  await user.click(screen.getByRole("button", { name: "Pay €12 now" }));
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(2);
});
