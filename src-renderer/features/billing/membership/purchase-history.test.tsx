import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { brand } from "#renderer/platform/brand.ts";
import { listPurchases, type Purchase } from "#shared/api/billing.ts";
import { getPurchasedFile, listDeliveries, type Delivery } from "#shared/api/deliveries.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { paidPurchase } from "../checkout/testing/samples.ts";
import { PurchaseHistory } from "./purchase-history.tsx";

const changedAt = "2026-11-22T12:00:00.000Z";
const delivery: Delivery = {
  sku: "workbook",
  purchaseId: paidPurchase.id,
  kind: "file",
  state: "ready",
  quantity: 1,
  completed: 0,
  scheduledFor: null,
  changedAt,
  text: "Within two working days.",
};
const deliver = (...changes: Partial<Delivery>[]) =>
  answer(listDeliveries, { data: { items: changes.map((one) => ({ ...delivery, ...one })) } });

beforeEach(() => answer(listPurchases, { data: { items: [paidPurchase] } }));

it("claims nothing about the delivery of an extra before that has loaded", async () => {
  const { promise, resolve } = Promise.withResolvers<{ data: { items: Delivery[] } }>();
  answer(listDeliveries, promise);
  renderPage(<PurchaseHistory />);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1));
  expect(screen.queryByText(/How you get it/)).toBeNull();
  screen.getByLabelText("Loading…");
  resolve({ data: { items: [delivery] } });
  await screen.findByText("Ready to download");
});

it("refers to the receipt when the deliveries do not load", async () => {
  renderPage(<PurchaseHistory />);
  expect((await screen.findByText(/How you get it/)).textContent).toContain("See the receipt.");
});

it("shows the delivery of its own purchase, and none before the payment is settled", async () => {
  const late = { ...paidPurchase, id: "late", status: "pending" as const, receiptNumber: null };
  answer(listPurchases, { data: { items: [late] } });
  deliver({});
  renderPage(<PurchaseHistory />);
  await screen.findByText(/when your payment has been confirmed/);
  expect(screen.queryByRole("button")).toBeNull();
});

it("saves the file at the address that the server signs", async () => {
  deliver({});
  answer(getPurchasedFile, { data: { url: "/api/signed", name: "workbook.pdf" } });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(`${new URL(this.href).pathname} as ${this.download}`);
  });
  renderPage(<PurchaseHistory />);
  fireEvent.click(await screen.findByRole("button", { name: "Download the PDF: Workbook" }));
  await vi.waitFor(() => expect(saved).toEqual(["/api/signed as workbook.pdf"]));
  expect(sentTo(getPurchasedFile)[0]?.input.params).toEqual({
    id: paidPurchase.id,
    sku: "workbook",
  });
});

const time = "2026-12-01T17:00:00.000Z";
it.each<[Partial<Delivery>, RegExp]>([
  [{ kind: "place", state: "requested" }, /Within two working days/],
  [{ kind: "place", state: "requested" }, /Requested on 22 November 2026\. The time is not/],
  [{ kind: "report", state: "requested" }, /Requested on 22 November 2026\. Not sent yet/],
  [{ kind: "appointment", state: "scheduled", scheduledFor: time }, /1 December 2026 at \d\d:00/],
  [{ kind: "appointment", state: "requested", quantity: 2, completed: 1 }, /1 of 2 done/],
  [{ kind: "appointment", state: "done", completed: 1 }, /Done on 22 November 2026/],
  [{ kind: "report", state: "done", completed: 1 }, /Sent on 22 November 2026/],
  [{ kind: "place", state: "cancelled" }, /Cancelled on 22 November 2026/],
  [{ state: "withdrawn" }, /no longer available/],
])("says what became of %j", async (changes, words) => {
  deliver(changes);
  renderPage(<PurchaseHistory />);
  await screen.findByText(words);
  expect(screen.queryByRole("button")).toBeNull();
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
  const note = {
    id: "n 1",
    number: "C-1",
    amount: euros(20),
    issuedAt: "2027-03-08T12:00:00Z",
    lines: [],
  };
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
  deliver();
  renderPage(<PurchaseHistory />);
  const [first, second] = (await screen.findAllByRole("listitem")).map((item) => item.textContent);
  expect(first).toContain("Switch to yearly");
  expect(first).toContain("€8 paid with credit");
  expect(first).toContain("€20 refunded on 8 March 2027");
  const link = screen.getByRole("link", { name: "Credit note C-1" });
  expect(link.getAttribute("href")).toBe("/membership?credit-note=n%201");
  expect(second).toContain("Renewal1 March – 1 April 2027".replaceAll(" – ", "\u2009–\u2009"));
  expect(second).toContain("Payment declined");
});

const seller = brand.timeZone;
afterEach(() => void (brand.timeZone = seller));

it.each([
  ["Europe/Warsaw", "1 January 2027", "1 January – 1 February 2027", "00:47 CET"],
  ["America/New_York", "31 December 2026", "31 December 2026 – 31 January 2027", "18:47 GMT-5"],
])("has the days of a seller in %s, as the receipt does", async (zone, day, covers, hour) => {
  brand.timeZone = zone;
  const at = "2026-12-31T23:47:00.000Z";
  const [workbook] = paidPurchase.lines;
  const month = { ...workbook!, sku: "m", kind: "membership" as const, period: "monthly" as const };
  const bought = {
    ...paidPurchase,
    lines: [...paidPurchase.lines, month],
    paidAt: at,
    withdrawnAt: at,
    covers: { from: at, until: "2027-01-31T23:47:00.000Z" },
  };
  answer(listPurchases, { data: { items: [bought] } });
  deliver({ state: "scheduled", scheduledFor: at });
  renderPage(<PurchaseHistory />);
  await screen.findByText(day);
  screen.getByText((text) => text.replaceAll(/\s/g, " ") === covers);
  screen.getByText(new RegExp(`${day} at ${hour}`));
  screen.getByText(new RegExp(`withdr.*${day}`, "i"));
});
