import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  type Catalogue,
  getCatalogue,
  listPurchases,
  type Purchase,
} from "../../../../src-shared/api/billing.ts";
import { queryClient } from "../../../api-client/query.ts";
import { answer, resetApi } from "../../../testing/fake-api.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import { paidPurchase } from "../checkout/testing/samples.ts";
import { PurchaseHistory } from "./purchase-history.tsx";

vi.mock("../../../api-client/transport.ts", () => import("../../../testing/fake-api.ts"));

const price = { amount: 1200, currency: "EUR" };
const catalogue: Catalogue = {
  plans: [],
  extras: [
    { sku: "workbook", name: "Workbook", summary: "", delivery: "By mail.", price, motif: "map" },
  ],
  yearlySaving: { amount: 0, currency: "EUR" },
  paymentsAvailable: true,
  testMode: false,
  termsVersion: "2026-11-01",
};

beforeEach(() => answer(listPurchases, { data: { items: [paidPurchase] } }));
afterEach(() => {
  resetApi();
  queryClient.clear();
});

it("claims nothing about the delivery of an extra before the catalogue has loaded", async () => {
  const { promise, resolve } = Promise.withResolvers<{ data: Catalogue }>();
  answer(getCatalogue, promise);
  renderPage(<PurchaseHistory />);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1));
  expect(screen.queryByText(/How you get it/)).toBeNull();
  expect(screen.getByLabelText("Loading…")).toBeDefined();
  resolve({ data: catalogue });
  expect((await screen.findByText(/How you get it/)).textContent).toContain("By mail.");
});

it("refers to the receipt when the catalogue does not load", async () => {
  renderPage(<PurchaseHistory />);
  expect((await screen.findByText(/How you get it/)).textContent).toContain("See the receipt.");
});

it("says what renewals and switches paid for, what credit paid, and what was paid back", async () => {
  const euros = (amount: number) => ({ amount: amount * 100, currency: "EUR" });
  const line = (period: "monthly" | "yearly") => ({
    sku: period,
    kind: "membership" as const,
    period,
    name: "As it was called then",
    quantity: 1,
    unitPrice: euros(9),
    total: euros(9),
  });
  const renewal: Purchase = {
    ...paidPurchase,
    id: "a",
    reason: "renewal",
    lines: [line("monthly")],
    covers: { from: "2027-03-01T12:00:00Z", until: "2027-04-01T12:00:00Z" },
  };
  const note = { id: "n 1", number: "C-1", amount: euros(20), issuedAt: "2027-03-08T12:00:00Z" };
  const change: Purchase = {
    ...renewal,
    id: "b",
    reason: "switch",
    lines: [line("yearly")],
    credit: euros(8),
    total: euros(82),
    creditNotes: [note],
  };
  answer(listPurchases, { data: { items: [change, { ...renewal, status: "declined" }] } });
  answer(getCatalogue, { data: catalogue });
  renderPage(<PurchaseHistory />);
  const [first, second] = (await screen.findAllByRole("listitem")).map((item) => item.textContent);
  expect(first).toContain("Switch to yearly");
  expect(first).toContain("€8 paid by credit");
  expect(first).toContain("€20 refunded on 8 March 2027");
  const link = screen.getByRole("link", { name: "Credit note C-1" });
  expect(link.getAttribute("href")).toBe("/membership?credit-note=n%201");
  expect(second).toContain("Renewal1 March – 1 April 2027".replaceAll(" – ", "\u2009–\u2009"));
  expect(second).toContain("Payment declined");
});
