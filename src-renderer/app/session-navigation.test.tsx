import { act, cleanup, render, screen } from "@testing-library/react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { rememberedPlace } from "../session/remembered-place.ts";
import { sessionEnded, signOut } from "../session/session-end.ts";
import { SessionNavigation } from "./session-navigation.tsx";

afterEach(() => {
  signOut();
  cleanup();
});

const Address = () => <p data-testid="address">{useLocation().pathname}</p>;

function open(path: string) {
  window.history.replaceState(null, "", path);
  render(
    <BrowserRouter>
      <SessionNavigation />
      <Address />
    </BrowserRouter>,
  );
}
const path = () => screen.getByTestId("address").textContent;

it.each([
  ["expired", true, "/about", "/login"],
  ["expired", true, "/videos", "/login"],
  ["expired", false, "/videos", "/login"],
  ["expired", false, "/about", "/about"],
  ["expired", false, "/nowhere", "/nowhere"],
  ["logged-out", true, "/videos", "/videos"],
  ["logged-out", false, "/videos", "/videos"],
] as const)(
  "a session that is %s (in this window: %s) leads from %s to %s",
  (reason, here, from, to) => {
    open(from);
    act(() => sessionEnded(reason, here));
    expect(path()).toBe(to);
    expect(rememberedPlace.read()).toBe(to === "/login" ? from : null);
  },
);

it("several ends at once lead to /login once", () => {
  open("/about");
  const steps = window.history.length;
  act(() => {
    sessionEnded("expired");
    sessionEnded("expired");
  });
  expect(window.history.length).toBe(steps + 1);
});

it("a session that expired before the router was there leads to /login, once", () => {
  sessionEnded("expired");
  open("/about");
  expect(path()).toBe("/login");
  cleanup();
  open("/about");
  expect(path()).toBe("/about");
});
