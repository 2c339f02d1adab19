import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { listPurchases } from "#shared/api/billing.ts";
import { type Catalogue, getCatalogue } from "#shared/api/catalogue.ts";
import { getMembership, type Membership } from "#shared/api/membership.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { activeMembership, noMembership } from "./membership/testing/samples.ts";
import MembershipPage from "./membership-page.tsx";

const workbook: Catalogue["extras"][number] = {
  sku: "workbook",
  name: "Workbook",
  summary: "",
  delivery: "",
  price: { amount: 1200, currency: "EUR" },
  motif: "paw",
};

const catalogueWith = (extras: Catalogue["extras"]): Catalogue => ({
  plans: [],
  extras,
  yearlySaving: { amount: 0, currency: "EUR" },
  termsVersion: "2026-11-26",
  paymentsAvailable: true,
  testMode: false,
});

function open(membership: Membership, role: string, extras = [workbook]) {
  const subscriptionOwned = membership.status === "active";
  const standing = { subscriptionPending: false, subscriptionPastDue: false };
  const kim = { id: undefined, name: "Kim", email: undefined, ...standing };
  signIn({ token: "t", user: { ...kim, subscriptionOwned, roles: [role] } });
  answer(getMembership, { data: membership });
  answer(listPurchases, { data: { items: [] } });
  answer(getCatalogue, { data: catalogueWith(extras) });
  renderPage(<MembershipPage />);
}

it("says once what a membership that was bought is, and offers what can be changed", async () => {
  open(activeMembership, "ROLE_USER");
  await screen.findByRole("heading", { level: 2, name: "Your membership is active" });
  const settings = screen.getAllByRole("group").map(({ textContent }) => textContent);
  expect(settings).toEqual([
    "PlanMonthly membershipMember since 16 November 2026Switch to yearly",
    "CardVisa ending in 4242, valid until 04/30Change card",
    "RenewalRenews on 16 December 2026 for €9Cancel membership",
  ]);
  expect(screen.queryAllByRole("link", { name: /membership/ })).toEqual([]);
});

it("names a bank account without an end, and says what waits for the bank", async () => {
  const debit = { kind: "sepa_debit", brand: null, last4: "3000", expMonth: null, expYear: null };
  const card = debit as Membership["card"];
  open({ ...activeMembership, card, unsettled: true }, "ROLE_USER");
  await screen.findByText(/^Your bank is still confirming the debit/);
  const settings = screen.getAllByRole("group").map(({ textContent }) => textContent);
  expect(settings).toContain("CardSEPA debit, account ending in 3000Change card");
  expect(screen.queryByRole("button", { name: /^Switch/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel membership" })).not.toBeNull();
});

it("says that a membership has ended because its debit failed", async () => {
  const failedDebit = { amount: 900, currency: "EUR" };
  open({ ...noMembership, status: "ended", source: "purchase", failedDebit }, "ROLE_USER");
  await screen.findByText(/^Your bank did not pay the €9, so the membership has ended/);
});

it.each<[string, Membership, string]>([
  ["an admin without one", noMembership, "ROLE_ADMIN"],
  ["a granted one", { ...activeMembership, source: "grant", nextCharge: null }, "ROLE_USER"],
])("offers no change where there is nothing to change: %s", async (_, membership, role) => {
  open(membership, role);
  await screen.findByRole("heading", { level: 2, name: /You see everything|membership is on us/ });
  expect(screen.queryByRole("button")).toBeNull();
});

it.each<[string, Membership, string, string, string]>([
  ["a member the extras", activeMembership, "ROLE_USER", "See the extras", "/memberships#extras"],
  ["an admin the extras", noMembership, "ROLE_ADMIN", "See the extras", "/memberships#extras"],
  ["a user the plans", noMembership, "ROLE_USER", "See the plans", "/memberships"],
])("without purchases, offers %s", async (_, membership, role, name, path) => {
  open(membership, role);
  await screen.findByRole("heading", { name: "No purchases yet" });
  await screen.findByRole("link", { name });
  const links = screen.getAllByRole("link", { name: /^See the (plans|extras)$/ });
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    [name, path],
  ]);
});

it("leads a member without purchases to no extras where there are none", async () => {
  open(activeMembership, "ROLE_USER", []);
  await screen.findByRole("heading", { name: "No purchases yet" });
  await waitFor(() => expect(sentTo(getCatalogue)).toHaveLength(1));
  expect(screen.queryByRole("link", { name: "See the extras" })).toBeNull();
});

it("says that credit in another currency is kept, and pays for nothing else", async () => {
  const otherCredit = [{ amount: 900, currency: "BGN" }];
  open({ ...activeMembership, otherCredit }, "ROLE_USER");
  const text = await screen.findByText(/of credit\. It stays on your account/);
  expect(text.textContent).toContain("BGN\u00a09");
});
