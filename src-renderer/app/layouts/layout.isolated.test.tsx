import { act, screen } from "@testing-library/react";
import i18next from "i18next";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { User } from "#shared/api/user.ts";
import { ChunkLoadError } from "#renderer/components/load-chunk.ts";
import { announceSessionEnd, endSessionHere } from "#renderer/session/session-end.ts";
import { setUser, signIn, useSession } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { Router } from "../router.tsx";
import { Layout, memberChrome } from "./layout.tsx";
import { ada } from "#renderer/testing/sample-user.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const user: User = { ...ada, roles: ["ROLE_USER"], subscriptionOwned: false };
const member = { ...user, subscriptionOwned: true };

const isMemberArea = () => screen.queryByRole("complementary") !== null;
const isPublicSite = () => screen.queryByRole("contentinfo") !== null;

beforeEach(() => useSession.setState({ status: "ready", token: null, user: null }));
afterEach(async () => {
  endSessionHere();
  await i18next.changeLanguage("en");
});

/** Everything that changes the menus around a page, and whether the member area is shown after it. */
const changes: [what: string, change: () => unknown, area: "member" | "public"][] = [
  ["a login", () => signIn({ token: "t1", user }), "public"],
  ["a membership that begins", () => setUser(member), "member"],
  ["another language", () => i18next.changeLanguage("pl"), "member"],
  ["English again", () => i18next.changeLanguage("en"), "member"],
  ["a new role", () => setUser({ ...user, roles: ["ROLE_ADMIN"] }), "member"],
  ["a membership that ends", () => setUser(user), "public"],
  ["a login of a member", () => signIn({ token: "t2", user: member }), "member"],
  ["a logout in another window", () => announceSessionEnd("logged-out", false), "public"],
  ["a login after it", () => signIn({ token: "t3", user: member }), "member"],
  ["a session that expired", () => announceSessionEnd("expired", false), "public"],
  ["another login", () => signIn({ token: "t4", user: member }), "member"],
  ["a logout", () => endSessionHere(), "public"],
];

it("mounts neither the router nor the page again, whatever changes around them", async () => {
  const mounted = vi.fn();
  function Probe() {
    useEffect(() => void mounted(), []);
    return null;
  }
  const visitor = renderPage(
    <Layout>
      <Probe />
      <Router />
    </Layout>,
    "/contact",
  );
  const field = await screen.findByRole("textbox", { name: "Your message" });
  await visitor.type(field, "Half a message");
  for (const [what, change, area] of changes) {
    await act(async () => change());
    const isShown = area === "member" ? isMemberArea : isPublicSite;
    await vi.waitFor(() => expect(isShown(), what).toBe(true));
    expect(isMemberArea(), what).toBe(area === "member");
    expect(field.isConnected, what).toBe(true);
    // A logout empties the form without mounting it again.
    const isLogout = what.includes("a logout");
    expect(field, what).toHaveProperty("value", isLogout ? "" : "Half a message");
    expect(document.activeElement, what).toBe(field);
    if (isLogout) await visitor.type(field, "Half a message");
  }
  expect(mounted).toHaveBeenCalledOnce();
});

it("shows a member no public menus at the start, while the member area loads", async () => {
  signIn({ token: "t1", user: member });
  renderPage(<Layout>The page</Layout>, "/contact");
  expect(isPublicSite()).toBe(false);
  await vi.waitFor(() => expect(isMemberArea()).toBe(true));
  expect(screen.getByRole("main").textContent).toBe("The page");
  expect(isPublicSite()).toBe(false);
});

it("fetches nothing of the member area for a visitor", async () => {
  vi.resetModules();
  const { Layout: Fresh, memberChrome: chunk } = await import("./layout.tsx");
  const load = vi.spyOn(chunk, "load");
  renderPage(<Fresh>The page</Fresh>, "/contact");
  expect(isPublicSite()).toBe(true);
  expect(load).not.toHaveBeenCalled();
});

it("keeps the page and the public menus while the member area cannot be loaded", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // React logs what the boundary catches
  const failed = { error: new ChunkLoadError("missing") };
  const outcome = vi.spyOn(memberChrome, "outcome").mockReturnValue(failed);
  signIn({ token: "t1", user: member });
  renderPage(<Layout>The page</Layout>, "/contact");
  expect(screen.getByRole("main").textContent).toBe("The page");
  expect(isPublicSite()).toBe(true);
  expect(isMemberArea()).toBe(false);
  const content = screen.getByRole("main");
  outcome.mockRestore();
  act(() => setUser(user));
  act(() => setUser(member));
  await vi.waitFor(() => expect(isMemberArea()).toBe(true));
  expect(content.isConnected).toBe(true);
});
