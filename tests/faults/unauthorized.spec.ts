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
    // What the page asks for last would end the session before the click.
    await portal.answered("/api/dogs");
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

  test("is one redirect and one notification for several at once, and lets a visitor go back to the public page @exhaustive", async ({
    portal,
    page,
  }) => {
    await test.step("for a visitor it leads to /login, which links back to the public page", async () => {
      portal.faults.add({ path: "/api/catalogue", status: 401, body: { message: "No entry" } });
      await portal.open("/memberships");
      await portal.expectPath("/login");
      await expect(portal.notifications()).toHaveText(/No entry/);
      await page.getByRole("link", { name: "Go back without logging in" }).click();
      await expect.poll(() => portal.requests("/api/catalogue").length).toBeGreaterThan(1);
      portal.faults.clear();
    });
    await test.step("several at once cause one redirect and one notification", async () => {
      await portal.signIn(await portal.createUser({ kind: "member" }));
      await portal.open("/about");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // A 401 at the start is not reported, so the session has to have begun.
      await portal.answered("/api/me");
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
  });
});

test.describe("/me at start", () => {
  test("answers 401: no notification, /login, and back to the place; cannot be reached: a silent visitor, and the token is kept @exhaustive", async ({
    portal,
    page,
  }) => {
    await test.step("it answers 401", async () => {
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
    await test.step("it cannot be reached", async () => {
      const member = await portal.createUser({ kind: "member" });
      await portal.signIn(member);
      portal.faults.add({ path: "/api/me", drop: true });
      await portal.open("/about");
      await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
      await expect(page.getByText("To access the portal please pay membership fee.")).toBeVisible();
      await expect.poll(() => portal.path()).toBe("/about");
      await expect.poll(() => portal.stored.get("token")).toBe(member.token);
      await expect(portal.notifications()).toHaveCount(0);
      portal.faults.clear();
      await portal.reload();
      await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    });
  });

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
});

test("a session that expired in one window leads each window to /login, and back to its own page @exhaustive", async ({
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
  await portal.answered("/api/dogs");
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
