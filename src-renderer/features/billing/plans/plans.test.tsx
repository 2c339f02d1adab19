import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Catalogue } from "#shared/api/catalogue.ts";
import { usePurchase } from "#renderer/purchase/purchase-store.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ExtraList } from "./extra-list.tsx";
import { PaymentNotes } from "./payment-notes.tsx";
import { PlanComparison } from "./plan-comparison.tsx";

const euro = (amount: number) => ({ amount, currency: "EUR" });

const catalogueOf = (monthly: number, yearly: number): Catalogue => ({
  plans: [
    { sku: "m", period: "monthly", name: "Monthly membership", price: euro(monthly) },
    { sku: "y", period: "yearly", name: "Yearly membership", price: euro(yearly) },
  ],
  extras: [
    {
      sku: "map",
      name: "Course map",
      summary: "A map.",
      delivery: "By mail.",
      price: euro(1250),
      motif: "a-drawing-of-tomorrow",
    },
  ],
  yearlySaving: euro(monthly * 12 - yearly),
  paymentsAvailable: true,
  testMode: false,
  termsVersion: "2026-11-01",
});

const user = (over = {}) => ({
  roles: ["ROLE_USER"],
  subscriptionOwned: false,
  subscriptionPending: false,
  subscriptionPastDue: false,
  id: undefined,
  name: undefined,
  email: undefined,
  ...over,
});
const visitor = { status: "ready", token: null, user: null } as const;

afterEach(() => {
  useSession.setState(visitor);
  act(() => usePurchase.setState({ purchaseItems: [] }));
});

function showPlans(catalogue = catalogueOf(900, 9000)) {
  renderPage(<PlanComparison catalogue={catalogue} />);
}
const wayOf = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");

describe("the plans", () => {
  it("show the prices of the catalogue, with the price of the other period", () => {
    showPlans(catalogueOf(1100, 10000));
    const text = document.body.textContent;
    for (const shown of ["€11 ", "€132 over", "€100 ", "€8.34 a month", "Save €32 a year"]) {
      expect(text).toContain(shown);
    }
    expect(wayOf(/Choose monthly/)).toBeTruthy();
    expect(text).not.toMatch(/€9\b|€90|€18/);
  });

  it("show no months if the saving is worth no whole ones", () => {
    showPlans(catalogueOf(1100, 10000));
    screen.getByText("Save €32 a year");
  });

  it("show no saving if there is none", () => {
    showPlans(catalogueOf(900, 10800));
    expect(screen.queryByText(/Save/)).toBeNull();
  });

  it("link visitors to the registration", () => {
    showPlans();
    expect(wayOf(/Choose monthly/)).toBe("/register?plan=monthly");
    expect(wayOf(/Choose yearly/)).toBe("/register?plan=yearly");
  });

  it("link users without a membership to the payment", () => {
    useSession.setState({ status: "ready", token: "t", user: user() });
    showPlans();
    expect(wayOf(/Choose monthly/)).toBe("/subscribe/monthly");
    expect(wayOf(/Choose yearly/)).toBe("/subscribe/yearly");
  });

  it.each([
    ["an active member", { subscriptionOwned: true }],
    ["an admin", { roles: ["ROLE_ADMIN"] }],
    ["somebody whose payment is being settled", { subscriptionPending: true }],
  ])("have no buttons for %s", (_, over) => {
    useSession.setState({ status: "ready", token: "t", user: user(over) });
    showPlans();
    expect(screen.queryByRole("link", { name: /Choose/ })).toBeNull();
    expect(wayOf(/See your membership/)).toBe("/membership");
  });
});

describe("the extras", () => {
  it("have no section where there are none", () => {
    renderPage(<ExtraList extras={[]} />);
    expect(screen.queryByRole("heading", { name: "Extras" })).toBeNull();
  });

  it("are added to the cart once; then the button is a link to the cart, with the focus", () => {
    renderPage(<ExtraList extras={catalogueOf(900, 9000).extras} />);
    screen.getByText("€12.50");
    expect(screen.getByRole("status").textContent).toBe("");
    const add = screen.getByRole("button", { name: "Add to cart: Course map" });
    fireEvent.click(add);
    expect(screen.getByRole("status").textContent).toContain("In your cart: 1");
    expect(wayOf(/Go to checkout/)).toBe("/checkout");
    expect(document.activeElement?.textContent).toBe("Go to checkout");
    expect(usePurchase.getState().purchaseItems).toEqual([
      { sku: "map", kind: "extra", quantity: 1, name: "Course map" },
    ]);
  });
});

describe("the notes on paying", () => {
  it("show the specified text only while payments are unavailable", () => {
    const blocked =
      "Checkout is temporary blocked due to technical issues. Please try again in few minutes.";
    const { rerender } = render(<PaymentNotes paymentsAvailable={false} testMode={false} />);
    screen.getByText(blocked);
    rerender(<PaymentNotes paymentsAvailable={false} paymentsSetUp={false} testMode={false} />);
    screen.getByText(/^This portal cannot take payments yet/);
    expect(screen.queryByText(blocked)).toBeNull();
    rerender(<PaymentNotes paymentsAvailable testMode />);
    expect(screen.queryByText(blocked)).toBeNull();
    screen.getByText("Test mode");
  });
});
