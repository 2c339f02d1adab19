import { act, cleanup, render, screen } from "@testing-library/react";
import { useLayoutEffect, type ReactNode } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { platform } from "#renderer/platform/current-platform.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import { announceSessionEnd, endSessionHere } from "#renderer/session/session-end.ts";
import { OutsideNavigation } from "./outside-navigation.tsx";

const { onOpenRequest } = platform;

afterEach(() => {
  endSessionHere();
  cleanup();
  platform.onOpenRequest = onOpenRequest;
});

function Address() {
  const { pathname, hash } = useLocation();
  return <p data-testid="address">{pathname + hash}</p>;
}

function open(path: string, more?: ReactNode) {
  window.history.replaceState(null, "", path);
  render(
    <BrowserRouter>
      <OutsideNavigation />
      <Address />
      {more}
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
    act(() => announceSessionEnd(reason, here));
    expect(path()).toBe(to);
    expect(returnAddress.read()).toBe(to === "/login" ? from : null);
  },
);

it("a session that expired before the router was there leads to /login, once", () => {
  announceSessionEnd("expired");
  open("/about");
  expect(path()).toBe("/login");
  cleanup();
  open("/about");
  expect(path()).toBe("/about");
});

it("a step back while the page was taken over is followed", () => {
  // Its effect runs before the router listens.
  function StepBack() {
    useLayoutEffect(() => window.history.replaceState(null, "", "/contact#form"), []);
    return null;
  }
  open("/about", <StepBack />);
  expect(path()).toBe("/contact#form");
});

it("a link of the system is followed by the router, and adds an address to the history once", () => {
  let follow = (_path: string) => {};
  const stop = vi.fn();
  platform.onOpenRequest = (listener) => {
    follow = listener;
    return stop;
  };
  open("/about");
  const steps = window.history.length;
  act(() => follow("/articles/weave-entries"));
  act(() => follow("/announcements#first"));
  act(() => follow("/announcements#first"));
  expect(path()).toBe("/announcements#first");
  expect(window.history.length).toBe(steps + 2);
  expect(stop).not.toHaveBeenCalled();
  cleanup();
  expect(stop).toHaveBeenCalledOnce();
});
