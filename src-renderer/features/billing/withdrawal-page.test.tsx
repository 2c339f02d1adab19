import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { listPurchases } from "../../../src-shared/api/billing.ts";
import { withdraw } from "../../../src-shared/api/membership.ts";
import { queryClient } from "../../api-client/query.ts";
import { sessionEnded } from "../../session/session-end.ts";
import { signIn, signOut } from "../../session/session-store.ts";
import { answer, resetApi, sentTo } from "../../testing/fake-api.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { paidPurchase } from "./checkout/testing/samples.ts";
import WithdrawalPage from "./withdrawal-page.tsx";

vi.mock("../../api-client/transport.ts", () => import("../../testing/fake-api.ts"));

const field = (name: string) => screen.getByRole("textbox", { name });
const contract = () => field("Number of the receipt");
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
    user: {
      id: undefined,
      name: "Ada",
      email: "ada@example.com",
      roles: [],
      subscriptionOwned: false,
      subscriptionPending: false,
      subscriptionPastDue: false,
    },
  });

afterEach(() => {
  resetApi();
  queryClient.clear();
  signOut();
});

it("sends nothing before the confirmation, and once after a double click", async () => {
  answer(withdraw, { data: { receivedAt: "2026-03-01T12:00:00.000Z" } });
  const user = renderPage(<WithdrawalPage />);
  await declare(user);
  expect((await screen.findByText("RS-2026-000001")).tagName).toBe("DD");
  expect(sentTo(withdraw)).toHaveLength(0);
  await user.dblClick(button("Confirm withdrawal"));
  expect(await screen.findByText(/^Received on 1 Mar 2026/)).toBeDefined();
  expect(screen.getByText(/to kim@example.com/)).toBeDefined();
  expect(sentTo(withdraw)).toMatchObject([{ input: { body: declaration } }]);
});

it("says how long to wait after too many tries, and keeps the declaration", async () => {
  const refused = { kind: "rejected", message: "No", code: "too-many-requests" } as const;
  answer(withdraw, { error: { ...refused, retryAfter: 700 } });
  const user = renderPage(<WithdrawalPage />);
  await declare(user);
  await user.click(button("Confirm withdrawal"));
  expect((await screen.findByRole("alert")).textContent).toContain("in 12 minutes.");
  expect(screen.getByText("RS-2026-000001")).toBeDefined();
});

it.each([
  ["of the last days", 3, paidPurchase.receiptNumber],
  ["from which it is too late to withdraw", 20, ""],
])("fills in the number of a purchase %s", async (_, daysAgo, number) => {
  const paidAt = new Date(Date.now() - daysAgo * 24 * 60 * 60_000).toISOString();
  answer(listPurchases, { data: { items: [{ ...paidPurchase, paidAt }] } });
  logIn();
  renderPage(<WithdrawalPage />);
  expect(field("Your name")).toHaveProperty("value", "Ada");
  await vi.waitFor(() => expect(queryClient.getQueryCache().getAll()).toHaveLength(1));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(contract()).toHaveProperty("value", number);
});

it("asks for no purchases of a visitor", () => {
  renderPage(<WithdrawalPage />);
  expect(sentTo(listPurchases)).toHaveLength(0);
});

it("shows nothing of a user after a logout in another window, at the confirmation either", async () => {
  logIn();
  const user = renderPage(<WithdrawalPage />);
  await user.type(contract(), "RS-2026-000001");
  await user.click(button("Withdraw from the contract here"));
  await screen.findByText("Ada");
  act(() => sessionEnded("logged-out", false));
  expect(screen.queryByText("RS-2026-000001")).toBeNull();
  for (const name of ["Your name", "Your e-mail address", "Number of the receipt"]) {
    expect(field(name), name).toHaveProperty("value", "");
  }
});
