import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

/** A promise and the way to settle it. */
function gate(): { open: () => void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

/**
 * Clicks as assistive technology does. A pointer that comes to rest on the link asks for its page's data first, and that
 * answer ends the session before or after the click.
 */
const press = (link: Locator) => link.dispatchEvent("click");

test.describe("a 401 while the portal is in use", () => {
  test("ends the session with one notification, and login leads back @seam:session", async ({
    portal,
    page,
  }) => {
    const member = await portal.createUser({ kind: "member" });
    await portal.signIn(member);
    await portal.open("/recipes");
    await expect(page.getByRole("link", { name: /liver/i }).first()).toBeVisible();
    await portal.endSessions(member);
    portal.expectFailures(401);
    await press(page.getByRole("link", { name: /liver/i }).first());
    await portal.expectPath("/login");
    await expect(portal.notifications()).toHaveCount(1);
    await expect(portal.notifications()).toContainText("Please log in to continue.");
    await expect.poll(() => portal.stored.get("token")).toBeNull();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await portal.fillLogin(member);
    await portal.expectPath("/recipes/liver-training-cubes");
    await expect(page.getByRole("heading", { level: 1, name: /liver/i })).toBeVisible();
  });

  test("for an expired session leads to /login and back @exhaustive", async ({ portal, page }) => {
    const member = await portal.createUser({ kind: "member" });
    await portal.signIn(member);
    await portal.open("/about");
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    portal.clock.advance(15 * 24 * 60 * 60_000);
    portal.expectFailures(401);
    await press(page.getByRole("navigation", { name: "Member area" }).getByText("Membership"));
    await portal.expectPath("/login");
    await expect(portal.notifications()).toHaveCount(1);
    await portal.fillLogin(member);
    await portal.expectPath("/membership");
  });

  test("several 401s at once cause one redirect and one notification @exhaustive", async ({
    portal,
    page,
  }) => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await portal.open("/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const { open, opened } = gate();
    const body = { message: "Please log in to continue.", code: "unauthorized" };
    portal.faults.add({ path: /^\/api\//, status: 401, body, until: opened });
    const sent = portal.requests("/api/").length;
    await page.getByRole("link", { name: "your dashboard" }).click();
    await expect.poll(() => portal.requests("/api/").length).toBeGreaterThanOrEqual(sent + 3);
    const before = await page.evaluate(() => history.length);
    open();
    await portal.expectPath("/login");
    await expect(portal.notifications()).toHaveCount(1);
    await expect.poll(() => portal.stored.get("token")).toBeNull();
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  });

  test("for an old token does not affect the new one @seam:session @exhaustive", async ({
    portal,
    page,
  }) => {
    const earlier = await portal.createUser({ kind: "member" });
    const later = await portal.createUser({ kind: "member" });
    await portal.signIn(earlier);
    await portal.open("/contact");
    const { open, opened } = gate();
    const body = { message: "That was too late" };
    portal.faults.add({ path: "/api/contact", status: 401, body, until: opened });
    await page.getByLabel("What is it about?").fill("A late answer");
    await page.getByLabel("Your message").fill("It comes when somebody else is logged in.");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect.poll(() => portal.requests("/api/contact").length).toBe(1);
    await portal.signIn(later);
    await expect(page.getByRole("link", { name: `${later.name}, your dashboard` })).toBeVisible();
    open();
    await expect(portal.notifications()).toContainText("That was too late");
    await expect.poll(() => portal.path()).toBe("/contact");
    await expect.poll(() => portal.stored.get("token")).toBe(later.token);
    await expect(page.getByRole("link", { name: `${later.name}, your dashboard` })).toBeVisible();
  });

  test("for a visitor leads to /login, which links back to the public page @exhaustive", async ({
    portal,
    page,
  }) => {
    portal.faults.add({ path: "/api/catalogue", status: 401, body: { message: "No entry" } });
    await portal.open("/memberships");
    await portal.expectPath("/login");
    await expect(portal.notifications()).toHaveText(/No entry/);
    await page.getByRole("link", { name: "Go back without logging in" }).click();
    await expect.poll(() => portal.requests("/api/catalogue").length).toBeGreaterThan(1);
  });

  test("at /login causes no navigation: the form keeps its input @exhaustive", async ({
    portal,
    page,
  }) => {
    portal.expectFailures(401);
    await portal.open("/membership");
    await portal.expectPath("/login");
    const user = await portal.createUser({ kind: "user" });
    await portal.fillLogin({ email: user.email, password: "not the password" });
    await expect(portal.notifications()).toHaveCount(1);
    await expect.poll(() => portal.path()).toBe("/login");
    await expect(page.getByRole("textbox", { name: "E-mail address" })).toHaveValue(user.email);
    await portal.fillLogin(user);
    await portal.expectPath("/membership");
  });
});

test.describe("/me at start", () => {
  test("answers 401: no notification, /login, and back to the place @exhaustive", async ({
    portal,
    page,
  }) => {
    const user = await portal.createUser({ kind: "user" });
    portal.expectFailures(401);
    await portal.stored.set("token", "a-token-that-nobody-knows-any-more");
    await portal.open("/membership?from=mail");
    await portal.expectPath("/login");
    await expect.poll(() => portal.stored.get("token")).toBeNull();
    await portal.fillLogin({ email: user.email, password: "not the password" });
    // Only the failed login's: a notification at the start would make two.
    await expect(portal.notifications()).toHaveCount(1);
    await expect(portal.notifications()).toContainText("is wrong");
    await portal.fillLogin(user);
    await expect(page.getByRole("heading", { level: 1, name: "Membership" })).toBeVisible();
    await expect.poll(() => portal.path()).toBe("/membership?from=mail");
  });

  test("answers 401 on a public page: /login links back to it @exhaustive", async ({
    portal,
    page,
  }) => {
    portal.expectFailures(401);
    await portal.stored.set("token", "a-token-that-nobody-knows-any-more");
    await portal.open("/about");
    await portal.expectPath("/login");
    await page.getByRole("link", { name: "Go back without logging in" }).click();
    await portal.expectPath("/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  for (const [what, fault] of [
    ["answers 500", { status: 500, body: { message: "Broken" } }],
    ["answers 503 for a while", { status: 503, body: "busy" }],
    ["answers what is no user", { status: 200, body: "<!doctype html><p>Sign in to the Wi-Fi" }],
    ["answers null", { status: 200, body: null }],
    ["cannot be reached", { drop: true }],
  ] as const) {
    test(
      `${what}: a silent visitor, and the token is kept`,
      { tag: what === "cannot be reached" ? ["@seam:api-client", "@exhaustive"] : "@exhaustive" },
      async ({ portal, page }) => {
        const member = await portal.createUser({ kind: "member" });
        await portal.signIn(member);
        portal.faults.add({ path: "/api/me", ...fault });
        await portal.open("/about");
        await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
        await expect(
          page.getByText("To access the portal please pay membership fee."),
        ).toBeVisible();
        await expect.poll(() => portal.path()).toBe("/about");
        await expect.poll(() => portal.stored.get("token")).toBe(member.token);
        await expect(portal.notifications()).toHaveCount(0);
        portal.faults.clear();
        await portal.reload();
        await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
      },
    );
  }

  test("delays the page: a member's page neither flashes nor redirects @seam:guards", async ({
    portal,
    page,
  }) => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    const { open, opened } = gate();
    portal.faults.add({ path: "/api/me", until: opened });
    await portal.open("/videos");
    await expect.poll(() => portal.requests("/api/me").length).toBe(1);
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    await expect(page.getByRole("heading")).toHaveCount(0);
    await expect.poll(() => portal.path()).toBe("/videos");
    open();
    await expect(page.getByRole("heading", { level: 1, name: "Videos" })).toBeVisible();
    await expect.poll(() => portal.path()).toBe("/videos");
  });

  test("that failed without a connection is repeated once there is one @seam:api-client @exhaustive", async ({
    portal,
    page,
  }) => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    portal.faults.add({ path: "/api/me", drop: true });
    await portal.open("/about");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    portal.faults.clear();
    await portal.faults.offline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    await portal.faults.offline(false);
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    await expect(page.getByText("You are offline.")).toBeHidden();
  });
});

test("a session that expired in one window leads each window to /login, and back to its own page @seam:session @exhaustive", async ({
  portal,
  page,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await portal.open("/videos");
  const other = await portal.anotherWindow("/recipes");
  const third = await portal.anotherWindow("/about");
  await expect(third.getByRole("navigation", { name: "Member area" })).toBeVisible();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Recipes");
  await portal.endSessions(member);
  portal.expectFailures(401);
  await press(page.getByRole("navigation", { name: "Member area" }).getByText("Membership"));
  await portal.expectPath("/login");
  await portal.expectPath("/login", other);
  // A page that is open to visitors stays.
  await expect(third.getByRole("contentinfo")).toBeVisible();
  await portal.expectPath("/about", third);
  await portal.fillLogin(member);
  await portal.expectPath("/membership");
  await portal.expectPath("/recipes", other);
});

test("a page that is loading while another window logs in as somebody else loads for the new user @seam:session @exhaustive", async ({
  portal,
  page,
}) => {
  const later = await portal.createUser({ kind: "member" });
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/about");
  const { open, opened } = gate();
  portal.faults.add({ path: "/api/content/videos", until: opened, times: 1 });
  await page.getByRole("navigation", { name: "Member area" }).getByText("Videos").click();
  await expect.poll(() => portal.requests("/api/content/videos").length).toBe(1);
  await portal.signIn(later);
  await expect(page.getByRole("link", { name: `${later.name}, your dashboard` })).toBeVisible();
  open();
  await expect(page.getByRole("link", { name: /seesaw/i }).first()).toBeVisible();
});
