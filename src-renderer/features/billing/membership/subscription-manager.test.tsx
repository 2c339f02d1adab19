import { fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  cancelSubscription,
  getMembership,
  type Membership,
} from "../../../../src-shared/api/membership.ts";
import { call } from "../../../api-client/client.ts";
import { queryClient } from "../../../api-client/query.ts";
import { loadNamespaces, startI18n } from "../../../i18n/i18n.ts";
import { platform } from "../../../platform/current-platform.ts";
import { useSession } from "../../../session/session-store.ts";
import SubscriptionPage from "../subscription-page.tsx";

vi.mock("../../../api-client/client.ts", async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
}));

const active: Membership = {
  status: "active",
  source: "purchase",
  period: "monthly",
  startedAt: "2026-11-16T12:00:00Z",
  endsAt: "2026-12-16T12:00:00Z",
  nextCharge: { price: { amount: 900, currency: "EUR" }, on: "2026-12-16T12:00:00Z" },
};
const ending: Membership = { ...active, status: "ending", nextCharge: null };

/** What the server knows; cancelling fails with `null`. */
let held: Membership;
let afterCancel: Membership | null;

beforeAll(async () => {
  await platform.load();
  await startI18n();
  await loadNamespaces(["membership"]);
  await i18next.changeLanguage("en");
});

beforeEach(() => {
  vi.mocked(call).mockImplementation(async (endpoint) => {
    if (endpoint === cancelSubscription) {
      if (!afterCancel) return { data: null, error: { kind: "unexpected", message: "boom" } };
      held = afterCancel;
    }
    if (endpoint !== getMembership && endpoint !== cancelSubscription) throw new Error("unasked");
    return { data: held, error: null };
  });
});

afterEach(() => {
  queryClient.clear();
  useSession.setState({ status: "ready", token: null, user: null });
});

async function open(membership: Membership) {
  held = membership;
  render(
    <MemoryRouter>
      <SubscriptionPage />
    </MemoryRouter>,
  );
  await screen.findByRole("heading", { level: 2 });
}

async function cancel() {
  fireEvent.click(screen.getByRole("button", { name: "Cancel membership" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("until 16 December 2026");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel membership" }));
}

describe("cancelling", () => {
  it("shows the specified text when it fails, and changes nothing", async () => {
    afterCancel = null;
    await open(active);
    await cancel();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(
      "Your subscription has not been cancelled, there was an error, please contact us.",
    );
    expect(screen.getByText("Your membership is active")).toBeDefined();
    expect(screen.getByText("€9 on 16 December 2026")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Resume membership" })).toBeNull();
  });

  it("says until when the membership lasts, and offers to resume", async () => {
    afterCancel = ending;
    await open(active);
    await cancel();
    expect(await screen.findByRole("button", { name: "Resume membership" })).toBeDefined();
    expect(screen.getByRole("status").textContent).toContain("access until 16 December 2026");
    expect(screen.queryByText("Next charge")).toBeNull();
  });

  it.each([
    ["a gift", { ...active, source: "grant", endsAt: null, nextCharge: null }, ["ROLE_USER"]],
    [
      "an admin's access",
      {
        status: "none",
        source: null,
        period: null,
        startedAt: null,
        endsAt: null,
        nextCharge: null,
      },
      ["ROLE_ADMIN"],
    ],
  ] as const)("is not offered for %s", async (_, membership, roles) => {
    const user = {
      roles: [...roles],
      subscriptionOwned: false,
      subscriptionPending: false,
      id: undefined,
      name: undefined,
      email: undefined,
    };
    useSession.setState({ status: "ready", token: "t", user });
    await open(membership);
    expect(screen.queryByRole("button")).toBeNull();
    expect(document.body.textContent).toMatch(/nothing (will be|is) charged/);
  });
});
