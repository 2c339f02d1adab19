import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Catalogue, getCatalogue, listPurchases } from "../../../../src-shared/api/billing.ts";
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
