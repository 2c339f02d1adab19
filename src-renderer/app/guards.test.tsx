import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import type { RouteAccess } from "#shared/routes.ts";
import { useRetainedPage } from "#renderer/session/retained-page.ts";
import { nextStep, returnAddress } from "#renderer/session/return-address.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { Guard } from "./guards.tsx";

const user = (over = {}) => ({
  roles: ["ROLE_USER"],
  subscriptionOwned: false,
  subscriptionPending: false,
  subscriptionPastDue: false,
  id: undefined,
  name: undefined,
  email: undefined,
  ...over,
});
const visitor = { status: "ready", token: null, user: null, namedAt: null } as const;
const signedIn = (over = {}) =>
  ({ status: "ready", token: "t", user: user(over), namedAt: null }) as const;

afterEach(() => {
  useSession.setState(visitor);
  returnAddress.forget();
  nextStep.forget();
});

function Elsewhere() {
  return <p>at {useLocation().pathname}</p>;
}

function open(
  path: string,
  access: RouteAccess,
  session: Parameters<typeof useSession.setState>[0],
) {
  useSession.setState(session);
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path={path.split("?")[0] ?? ""} element={<Guard access={access}>inside</Guard>} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
  return document.body.textContent;
}

describe("guards", () => {
  it.each([
    ["/videos?x=1", "member", visitor, "at /login", "/videos?x=1"],
    ["/videos/weave?x=1", "member", visitor, "at /preview/videos/weave", "/videos/weave?x=1"],
    ["/videos/weave", "member", signedIn(), "at /sub-missing", "/videos/weave"],
    [
      "/videos/weave",
      "member",
      signedIn({ roles: ["ROLE_JUDGE"] }),
      "at /sub-missing",
      "/videos/weave",
    ],
    ["/videos/weave", "member", signedIn({ subscriptionOwned: true }), "inside", null],
    ["/videos/weave", "member", signedIn({ roles: ["ROLE_ADMIN"] }), "inside", null],
    ["/dashboard", "user", visitor, "at /login", "/dashboard"],
    ["/dashboard", "user", signedIn(), "inside", null],
    ["/review", "reviewer", visitor, "at /login", "/review"],
    ["/review", "reviewer", signedIn({ subscriptionOwned: true }), "at /dashboard", null],
    ["/review", "reviewer", signedIn({ roles: ["ROLE_JUDGE"] }), "at /dashboard", null],
    ["/review", "reviewer", signedIn({ roles: ["ROLE_REVIEWER"] }), "inside", null],
    ["/review", "reviewer", signedIn({ roles: ["ROLE_ADMIN"] }), "inside", null],
    ["/login", "guest", visitor, "inside", null],
    ["/login", "guest", signedIn(), "at /dashboard", null],
    ["/about", "anyone", visitor, "inside", null],
  ] as const)("%s, for a %s route: %o", (path, access, session, text, remembered) => {
    expect(open(path, access, session)).toBe(text);
    expect(returnAddress.read()).toBe(remembered);
  });

  it("lead from registering to the payment, and keep the return address for after it", () => {
    returnAddress.remember("/videos/weave");
    nextStep.set("/registration-payment");
    expect(open("/register", "guest", signedIn())).toBe("at /registration-payment");
    cleanup();
    open("/registration-payment", "anyone", signedIn());
    expect(nextStep.read()).toBeNull();
    expect(returnAddress.read()).toBe("/videos/weave");
  });

  it("forget the return address once it is shown", () => {
    returnAddress.remember("/videos/weave");
    open("/videos/weave", "member", signedIn({ subscriptionOwned: true }));
    expect(returnAddress.read()).toBeNull();
  });

  it("leave a page that asks for the login itself where it is, until somebody without its role logs in", () => {
    const admin = signedIn({ roles: ["ROLE_ADMIN"] });
    open("/studio/blog/packing", "admin", admin);
    act(() => useRetainedPage.setState({ path: "/studio/blog/packing" }));
    act(() => useSession.setState(visitor));
    screen.getByText("inside");
    act(() => useSession.setState(signedIn()));
    screen.getByText("at /dashboard");
    useRetainedPage.setState({ path: null });
  });

  it("remember the page of a member whose membership ends on it", () => {
    open("/videos/weave", "member", signedIn({ subscriptionOwned: true }));
    act(() => useSession.setState(signedIn()));
    screen.getByText("at /sub-missing");
    expect(returnAddress.read()).toBe("/videos/weave");
  });

  it("keep the place that a 401 leads away from until it is shown again", () => {
    returnAddress.rememberWhileLeaving("/about");
    open("/about", "anyone", visitor); // the session ends while it is first rendered
    expect(returnAddress.read()).toBe("/about");
    cleanup();
    open("/login", "guest", visitor);
    expect(returnAddress.read()).toBe("/about");
    cleanup();
    open("/about", "anyone", visitor);
    expect(returnAddress.read()).toBeNull();
  });

  it("do not remember the page of a user who logged out", () => {
    open("/videos/weave", "member", signedIn({ subscriptionOwned: true }));
    act(() => useSession.setState(visitor));
    screen.getByText("at /login");
    expect(returnAddress.read()).toBeNull();
  });
});
