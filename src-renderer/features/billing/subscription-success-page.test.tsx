import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getPurchase, type Purchase } from "#shared/api/billing.ts";
import { getMe } from "#shared/api/user.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import {
  addToCart,
  checkoutAttempt,
  startPurchase,
  usePurchase,
} from "#renderer/purchase/purchase-store.ts";
import { setUser, signIn } from "#renderer/session/session-store.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { openPurchase, paidPurchase, refusal, sam, workbook } from "./checkout/testing/samples.ts";
import SubscriptionSuccessPage from "./subscription-success-page.tsx";

const cart = () => usePurchase.getState().purchaseItems.map(({ sku }) => sku);
const membership = {
  ...paidPurchase,
  lines: [
    {
      sku: "membership-monthly",
      kind: "membership" as const,
      period: "monthly" as const,
      name: "Monthly membership",
      quantity: 1,
      unitPrice: { amount: 900, currency: "EUR" },
      total: { amount: 900, currency: "EUR" },
    },
  ],
};

function open(purchase: Purchase) {
  answer(getPurchase, { data: purchase });
  return renderPage(
    <SubscriptionSuccessPage />,
    `/cart/subscription/success?purchase=${purchase.id}`,
  );
}

// Registers the purchase store, so that logging out clears it.
startPurchase();

beforeEach(() => {
  signIn({ token: "mine", user: sam });
  addToCart(workbook);
  checkoutAttempt({});
});

it.each([
  ["open", "Not paid yet"],
  ["declined", "The card was declined"],
  ["expired", "The time to pay has run out"],
  ["pending", "Your payment is being confirmed"],
] as const)("keeps the cart of a purchase that is %s", async (status, title) => {
  answer(getMe, { data: sam });
  open({ ...openPurchase, status });
  await screen.findByRole("heading", { name: title });
  expect(cart()).toEqual(["workbook"]);
  expect(platform.read("checkoutAttempt")).not.toBeNull();
});

it("does not wait for a bank that decides a debit in some days, and promises the receipt for then", async () => {
  answer(getMe, { data: { ...sam, subscriptionOwned: true } });
  open({ ...membership, status: "pending", awaitsBank: true, paidAt: null, receiptNumber: null });
  await screen.findByRole("heading", { name: "Thank you" });
  await screen.findByText(/^Your bank has been asked to pay €12, which takes about five days/);
  expect(screen.queryByRole("link", { name: /receipt/i })).toBeNull();
});

it("keeps a new cart when the address is opened again later", async () => {
  platform.remove("checkoutAttempt");
  open(paidPurchase);
  await screen.findByRole("heading", { name: "Thank you" });
  expect(cart()).toEqual(["workbook"]);
});

it("keeps items in the cart that were not part of the purchase", async () => {
  answer(getMe, { data: { ...sam, subscriptionOwned: true } });
  open(membership);
  await screen.findByRole("heading", { name: "Thank you" });
  expect(cart()).toEqual(["workbook"]);
});

it("keeps the confirmation while it is read, whatever membership and rights arrive or go", async () => {
  const member = { ...sam, subscriptionOwned: true };
  answer(getMe, { data: member });
  open(membership);
  const heading = await screen.findByRole("heading", { name: "Thank you" });
  for (const user of [sam, { ...member, roles: ["ROLE_USER", "ROLE_ADMIN"] }, sam, member]) {
    await act(async () => setUser(user));
    expect(screen.getByRole("heading", { level: 1 })).toBe(heading);
  }
});

it("offers a new member the next steps: adding a dog and choosing a protocol", async () => {
  signIn({ token: "mine", user: { ...sam, subscriptionOwned: true } });
  answer(getMe, { data: { ...sam, subscriptionOwned: true } });
  open(membership);
  const dog = await screen.findByRole("link", { name: "Add your dog" });
  expect(dog.getAttribute("href")).toBe("/dashboard?tab=dogs");
  expect(screen.getByRole("link", { name: "Choose a protocol" }).getAttribute("href")).toBe(
    "/protocols",
  );
});

it("waits for the membership, not only for the payment", async () => {
  answer(getMe, { data: sam });
  open(membership);
  await screen.findByRole("heading", { name: "Your payment is being confirmed" });
  expect(screen.queryByRole("heading", { name: "Thank you" })).toBeNull();
});

it("says that an address belongs to no purchase of the user", async () => {
  answer(getPurchase, refusal("not-found"));
  renderPage(<SubscriptionSuccessPage />, "/cart/subscription/success?purchase=x");
  await screen.findByText("We could not find this purchase");
});
