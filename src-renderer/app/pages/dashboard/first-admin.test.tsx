import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createOwnFeed, getOwnFeed } from "#shared/api/feeds.ts";
import { getSecondFactor, renewRecoveryCodes } from "#shared/api/second-factor.ts";
import { getMe } from "#shared/api/user.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { setUser, signIn, endSessionHere } from "#renderer/session/session-store.ts";
import DashboardPage from "../dashboard-page.tsx";
afterEach(endSessionHere);

it("keeps the account as it is when an admin's rights arrive or go: it may show recovery codes, once", async () => {
  const user = { ...ada, roles: ["ROLE_USER"], subscriptionOwned: false, lacksAdminFactor: true };
  signIn({ token: "t1", user });
  renderPage(<DashboardPage />, "/dashboard?tab=account");
  const heading = screen.getByRole("heading", { level: 1 });
  await act(async () => setUser({ ...ada, roles: ["ROLE_USER", "ROLE_ADMIN"] }));
  expect(screen.getByRole("heading", { level: 1 })).toBe(heading);
  await act(async () => setUser({ ...user, subscriptionOwned: true }));
  expect(screen.getByRole("heading", { level: 1 })).toBe(heading);
});

it("shows new recovery codes and a feed's address until they were seen, whatever rights arrive or go", async () => {
  const user = { ...ada, roles: ["ROLE_USER"], subscriptionOwned: true };
  signIn({ token: "t1", user });
  answer(getSecondFactor, { data: { since: "2026-01-01T12:00:00Z", recoveryCodesLeft: 2 } });
  answer(renewRecoveryCodes, { data: { recoveryCodes: ["aaaa-bbbb", "cccc-dddd"], token: "t2" } });
  answer(getOwnFeed, { data: { createdAt: null } });
  const address = "https://x.test/first";
  answer(createOwnFeed, {
    data: { atom: address, json: `${address}.json`, createdAt: "2026-01-01T12:00:00Z" },
  });
  const person = renderPage(<DashboardPage />, "/dashboard?tab=account");
  await person.click(await screen.findByRole("button", { name: "Change: Reading app" }));
  await person.click(await screen.findByRole("button", { name: "Create an address" }));
  await screen.findByDisplayValue(address);
  await person.click(screen.getByRole("button", { name: "Change: Second factor" }));
  await person.click(await screen.findByRole("button", { name: "New recovery codes" }));
  const dialog = within(await screen.findByRole("dialog"));
  await person.type(dialog.getByLabelText("Current password"), "the right one{Enter}");
  await screen.findByDisplayValue(/aaaa-bbbb/);
  expect(sentTo(getMe)).toEqual([]); // the rights are asked for once the codes were seen
  const isThere = () => {
    screen.getByDisplayValue(/aaaa-bbbb/);
    screen.getByDisplayValue(address);
  };
  await act(async () => setUser({ ...ada, roles: ["ROLE_USER", "ROLE_ADMIN"] }));
  isThere();
  await act(async () => setUser({ ...user, subscriptionOwned: false }));
  screen.getByDisplayValue(/aaaa-bbbb/);
});
