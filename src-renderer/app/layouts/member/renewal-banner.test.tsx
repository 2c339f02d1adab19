import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { sam } from "#renderer/features/billing/checkout/testing/samples.ts";
import { signIn, endSessionHere } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { RenewalBanner } from "./member-chrome.tsx";

afterEach(() => act(() => endSessionHere()));

const owing = { ...sam, subscriptionOwned: true, subscriptionPastDue: true };

it.each(["/videos", "/", "/dashboard?tab=account", "/about"])(
  "asks members on %s to pay a renewal that was not paid",
  (path) => {
    signIn({ token: "t", user: owing });
    renderPage(<RenewalBanner />, path);
    expect(screen.getByRole("status").textContent).toContain("Your renewal is not paid yet.");
    screen.getByRole("button", { name: "Pay or change the card" });
  },
);

it.each(["/dashboard", "/dashboard?lang=pl", "/membership", "/subscription?payment=declined"])(
  "leaves it to the page %s, which asks by itself",
  (path) => {
    signIn({ token: "t", user: owing });
    renderPage(<RenewalBanner />, path);
    expect(screen.queryByRole("status")).toBeNull();
  },
);

it("asks nothing of members who owe nothing", () => {
  signIn({ token: "t", user: { ...owing, subscriptionPastDue: false } });
  renderPage(<RenewalBanner />, "/videos");
  expect(screen.queryByRole("status")).toBeNull();
});

const needsCard = { ...owing, subscriptionPastDue: false, subscriptionNeedsCard: true };

it.each(["/videos", "/dashboard"])(
  "asks members on %s for a card that the next charge needs, and says what happens without it",
  (path) => {
    signIn({ token: "t", user: needsCard });
    renderPage(<RenewalBanner />, path);
    expect(screen.getByRole("status").textContent).toContain("14 days later the membership ends");
    screen.getByRole("button", { name: "Add a card" });
  },
);

it.each(["/membership", "/subscription"])("leaves it to %s to ask for a card", (path) => {
  signIn({ token: "t", user: needsCard });
  renderPage(<RenewalBanner />, path);
  expect(screen.queryByRole("status")).toBeNull();
});
