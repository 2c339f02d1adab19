import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { setUser, signIn, signOut } from "#renderer/session/session-store.ts";
import DashboardPage from "../dashboard-page.tsx";
afterEach(signOut);

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
