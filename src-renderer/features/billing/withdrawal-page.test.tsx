import { act, screen } from "@testing-library/react";
import { Link, Route, Routes } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { listPurchases } from "#shared/api/billing.ts";
import { confirmWithdrawal, previewWithdrawal, withdraw } from "#shared/api/membership.ts";
import { brand } from "#renderer/platform/brand.ts";
import { addDays } from "#shared/calendar-date.ts";
import { dateIn } from "#shared/formats.ts";
import { queryClient, useApiQuery } from "#renderer/api-client/query.ts";
import { announceSessionEnd } from "#renderer/session/session-end.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { paidPurchase } from "./checkout/testing/samples.ts";
import WithdrawalPage from "./withdrawal-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";

const field = (name: string) => screen.getByRole("textbox", { name });
const contract = () => field("Withdrawal reference or receipt number");
const button = (name: string) => screen.getByRole("button", { name });
const declaration = { name: "Kim", email: "kim@example.com", contract: "RS-2026-000001" };

async function declare(user: ReturnType<typeof renderPage>) {
  await user.type(field("Your name"), declaration.name);
  await user.type(field("Your e-mail address"), declaration.email);
  await user.type(contract(), declaration.contract);
  await user.click(button("Withdraw from the contract here"));
}

const logIn = () =>
  signIn({
    token: "t",
    user: { ...ada, id: undefined, subscriptionOwned: false },
  });

it("sends nothing before the confirmation, and once after a double click", async () => {
  answer(withdraw, { data: { receivedAt: "2026-03-01T12:00:00.000Z" } });
  const user = renderPage(<WithdrawalPage />);
  await declare(user);
  expect((await screen.findByText("RS-2026-000001")).tagName).toBe("DD");
  expect(sentTo(withdraw)).toHaveLength(0);
  await user.dblClick(button("Confirm withdrawal"));
  await screen.findByText(/^Received on 1 Mar 2026/);
  screen.getByText(/Open the link in that e-mail/);
  expect(sentTo(withdraw)).toMatchObject([{ input: { body: declaration } }]);
});

const contract14 = {
  receiptNumber: "RS-2026-000001",
  items: ["Monthly membership", "Course-walking workbook"],
  amount: { amount: 2100, currency: "EUR" },
  credit: { amount: 0, currency: "EUR" },
  endsMembership: true,
};

it("names what is withdrawn and the amount before the confirmation and after it, where that takes effect at once", async () => {
  answer(previewWithdrawal, { data: { contract: contract14 } });
  answer(withdraw, { data: { receivedAt: "2026-03-01T12:00:00.000Z" } });
  const user = renderPage(<WithdrawalPage />);
  await declare(user);
  await screen.findByText("We refund €21 to the means of payment that you used.");
  screen.getByText("Course-walking workbook");
  await user.click(button("Confirm withdrawal"));
  await screen.findByText(/^Received on 1 Mar 2026/);
  screen.getByText(/^We refund €21/);
  expect(screen.queryByText(/Open the link/)).toBeNull();
});

it("confirms by the link of a mail what the link shows, and only on a click", async () => {
  answer(previewWithdrawal, { data: { contract: contract14 } });
  answer(confirmWithdrawal, { data: { receivedAt: "2026-03-01T12:00:00.000Z" } });
  const user = renderPage(<WithdrawalPage />, "/withdrawal#the.token");
  await screen.findByText(/^We refund €21/);
  expect(sentTo(confirmWithdrawal)).toHaveLength(0);
  await user.click(button("Confirm withdrawal"));
  await screen.findByText(/counts as received on 1 Mar 2026/);
  expect(sentTo(confirmWithdrawal)).toMatchObject([{ input: { body: { token: "the.token" } } }]);
});

it("says that a link does not work any more", async () => {
  answer(previewWithdrawal, { data: { contract: null } });
  renderPage(<WithdrawalPage />, "/withdrawal#the.token");
  await screen.findByText(/^This link no longer works/);
  expect(screen.queryByRole("button", { name: "Confirm withdrawal" })).toBeNull();
});

it.each([
  ["of the last days", 3, paidPurchase.receiptNumber],
  ["on the last day", 14, paidPurchase.receiptNumber],
  ["from which it is too late to withdraw", 15, ""],
])("fills in the number of a purchase %s", async (_, daysAgo, number) => {
  const today = dateIn(new Date(), brand.timeZone);
  const paidAt = `${addDays(today, -daysAgo)}T12:00:00.000Z`;
  answer(listPurchases, { data: { items: [{ ...paidPurchase, paidAt }] } });
  logIn();
  renderPage(<WithdrawalPage />);
  expect(field("Your name")).toHaveProperty("value", "Ada");
  await vi.waitFor(() => expect(queryClient.getQueryCache().getAll()).toHaveLength(1));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // The query tells its observers in a timer.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await vi.waitFor(() => expect(contract()).toHaveProperty("value", number));
});

/** Stands for the page of the membership: shows the purchases once they are there, with a link. */
function Purchases() {
  const { isPending } = useApiQuery(listPurchases, {});
  return <Link to="/withdrawal">{isPending ? "loading" : "loaded"}</Link>;
}

it.each(["loading", "loaded"])(
  "fills in the number when the page of the purchases, %s, was left for it",
  async (state) => {
    const paidAt = new Date().toISOString();
    const purchases = { data: { items: [{ ...paidPurchase, paidAt }] } };
    const late = Promise.withResolvers<typeof purchases>();
    answer(listPurchases, state === "loading" ? late.promise : purchases);
    logIn();
    const pages = (
      <Routes>
        <Route path="/membership" element={<Purchases />} />
        <Route path="/withdrawal" element={<WithdrawalPage />} />
      </Routes>
    );
    const user = renderPage(pages, "/membership");
    await user.click(await screen.findByRole("link", { name: state }));
    expect(field("Your name")).toHaveProperty("value", "Ada");
    // A request that nobody waits for any more is given up, so the form has to ask again.
    const given = sentTo(listPurchases).map(({ input }) => input.signal?.aborted);
    expect(given).toEqual(state === "loading" ? [true, false] : [false]);
    late.resolve(purchases);
    await vi.waitFor(() => expect(contract()).toHaveProperty("value", paidPurchase.receiptNumber));
  },
);

it("shows nothing of a user after a logout in another window, at the confirmation either", async () => {
  logIn();
  const user = renderPage(<WithdrawalPage />);
  await user.type(contract(), "RS-2026-000001");
  await user.click(button("Withdraw from the contract here"));
  await screen.findByText("Ada");
  act(() => announceSessionEnd("logged-out", false));
  expect(screen.queryByText("RS-2026-000001")).toBeNull();
  for (const name of [
    "Your name",
    "Your e-mail address",
    "Withdrawal reference or receipt number",
  ]) {
    expect(field(name), name).toHaveProperty("value", "");
  }
});
