import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Link } from "react-router-dom";
import { paidPurchase, sam } from "#renderer/features/billing/checkout/testing/samples.ts";
import {
  clearThanks,
  setPurchase,
  showThanks,
  useThanks,
} from "#renderer/purchase/purchase-store.ts";
import { setUser, signIn, endSessionHere } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ThankYouStrip } from "./thank-you-strip.tsx";

afterEach(() =>
  act(() => {
    clearThanks();
    setPurchase(null);
    endSessionHere();
  }),
);

const open = (path = "/videos/front-cross") =>
  renderPage(
    <>
      <main id="content" tabIndex={-1}>
        <ThankYouStrip />
      </main>
      <Link to="/recipes">On</Link>
      <Link to="/videos/front-cross">Back</Link>
      <Link to="/videos/front-cross?q=feet">Filter</Link>
    </>,
    path,
  );
const thanks = () => screen.queryByText("Thank you, and welcome.");

it("says what was bought, with its receipt, in a live region that was there before", () => {
  open();
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");
  act(() => showThanks(paidPurchase, "/videos/front-cross?t=3"));
  expect(region.textContent).toContain("Workbook, €12");
  expect(screen.getByRole("link", { name: "See the receipt" }).getAttribute("href")).toBe(
    `/membership?receipt=${paidPurchase.id}`,
  );
});

it("is dismissed, and hands the focus to the page", async () => {
  showThanks(paidPurchase, "/videos/front-cross");
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Close" }));
  expect(thanks()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

it("lasts until the next page is opened, and does not come back", async () => {
  showThanks(paidPurchase, "/videos/front-cross");
  const user = open();
  await user.click(await screen.findByRole("link", { name: "Filter" }));
  expect(thanks()).not.toBeNull();
  await user.click(await screen.findByRole("link", { name: "On" }));
  expect(thanks()).toBeNull();
  await user.click(await screen.findByRole("link", { name: "Back" }));
  expect(thanks()).toBeNull();
  expect(useThanks.getState().purchase).toBeNull();
});

it("does not thank later if another page was opened first", async () => {
  showThanks(paidPurchase, "/videos/front-cross");
  const user = open("/recipes");
  await user.click(await screen.findByRole("link", { name: "Back" }));
  expect(thanks()).toBeNull();
});

it("waits for the page that the purchase opened", () => {
  showThanks(paidPurchase, "/videos/front-cross");
  open("/cart/subscription/success");
  expect(thanks()).toBeNull();
  expect(useThanks.getState().purchase).not.toBeNull();
});

const membership = {
  ...paidPurchase,
  lines: paidPurchase.lines.map((line) => ({ ...line, kind: "membership" as const })),
};

it.each([
  ["another page than the one that waits for it", "/recipes", true],
  ["the page that waits for it, which says thank you itself", "/cart/subscription/success", false],
])("for a membership that begins late, on %s", (_, path, isThanked) => {
  signIn({ token: "t", user: { ...sam, subscriptionPending: true } });
  setPurchase(membership);
  open(path);
  expect(thanks()).toBeNull();
  act(() => setUser({ ...sam, subscriptionOwned: true }));
  expect(thanks() !== null).toBe(isThanked);
});
