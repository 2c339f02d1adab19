import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { changeOrder, listOrders, type Order } from "#shared/api/orders.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { OrdersSection } from "./orders-section.tsx";

const order: Order = {
  number: "RS-2026-000007",
  sku: "handling-consultation",
  name: "Consultation",
  kind: "appointment",
  state: "requested",
  quantity: 2,
  completed: 1,
  scheduledFor: null,
  changedAt: "2026-11-20T12:00:00.000Z",
  paidAt: "2026-11-19T12:00:00.000Z",
  buyer: { id: "6f9e5c5e-0000-4000-8000-000000000001", name: "Ada Lind", email: "ada@example.com" },
  steps: ["schedule", "done", "cancel"],
};
const at = "/dashboard?section=orders";

beforeEach(() => {
  answer(listOrders, { data: { items: [order], nextCursor: null } });
});

it("shows what is to be done, and narrows, searches and sorts by the address", async () => {
  const user = renderPage(<OrdersSection />, at);
  const row = await screen.findByRole("row", { name: /2 × Consultation.*RS-2026-000007/ });
  within(row).getByText("1 of 2 done");
  expect(within(row).getByRole("link", { name: "Ada Lind" }).getAttribute("href")).toBe(
    `/dashboard?section=members&member=${order.buyer.id}`,
  );
  expect(sentTo(listOrders)[0]?.input).toMatchObject({ query: { show: "open", sort: "paid" } });
  await user.selectOptions(screen.getByLabelText("Show"), "All");
  await user.click(screen.getByRole("button", { name: "Buyer" }));
  await user.type(screen.getByRole("searchbox"), "ada");
  await expectAddress(`${at}&show=all&sort=buyer&query=ada`);
  await waitFor(() =>
    expect(sentTo(listOrders).at(-1)?.input.query).toEqual({ query: "ada", sort: "buyer" }),
  );
});

it("keeps the time after a refusal, and goes on with the order as it is now", async () => {
  const user = renderPage(<OrdersSection />, at);
  await user.click(
    await screen.findByRole("button", { name: "Set the time of Consultation, RS-2026-000007" }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  const time = dialog.getByLabelText<HTMLInputElement>("Day and time");
  await user.type(time, "2026-12-01T18:00");
  answer(changeOrder, {
    error: { kind: "rejected", message: "", status: 409, code: "conflict" },
  });
  const changedAt = "2026-11-21T12:00:00.000Z";
  answer(listOrders, { data: { items: [{ ...order, changedAt }], nextCursor: null } });
  await user.click(dialog.getByRole("button", { name: "Set time" }));
  await dialog.findByText(/has changed in the meantime/);
  expect(time.value).toBe("2026-12-01T18:00");
  answer(changeOrder, { data: { ...order, state: "scheduled" } });
  await user.click(dialog.getByRole("button", { name: "Set time" }));
  await screen.findByText(
    "The time of “Consultation” is set, and Ada Lind gets an e-mail about it.",
  );
  const body = { step: "schedule", time: "2026-12-01T18:00" };
  expect(sentTo(changeOrder).map(({ input }) => input)).toEqual([
    expect.objectContaining({
      params: { number: order.number, sku: order.sku },
      body: { ...body, changedAt: order.changedAt },
    }),
    expect.objectContaining({ body: { ...body, changedAt } }),
  ]);
});
