import { expect, test } from "../fixtures/portal.ts";

test("title and focus follow the route, by links and by the back button", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(page).toHaveTitle(`${await heading.innerText()} · Ringside`);
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveTitle("Contact · Ringside");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveTitle("Log in · Ringside");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle("Contact · Ringside");
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeFocused();
});

test("an unknown address shows the not-found page, which leads home", async ({ portal, page }) => {
  portal.expectFailures(404);
  await portal.open("/nowhere/at-all");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page has run off course");
  await expect(page).toHaveTitle("This page has run off course · Ringside");
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await portal.expectPath("/");
});

test("a hash that cannot be decoded breaks no page", async ({ portal, page }) => {
  await portal.open("/contact#%");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
});

test("the copyright line shows the current year, not the build's", async ({ portal, page }) => {
  await page.clock.setFixedTime("2031-06-01T12:00:00Z");
  await portal.open("/about");
  await expect(page.getByRole("contentinfo")).toContainText("© 2031 Ringside Media s.c.");
});

test("following a link scrolls to the top", async ({ portal, page }) => {
  await portal.open("/terms-and-conditions");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeInViewport();
});

test("offline, a message appears and the page stays; it recovers by itself @seam:api-client", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/articles");
  await expect(page.getByRole("link", { name: /Building weave entries/ })).toBeVisible();
  await portal.faults.offline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Building weave entries/ })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  await portal.faults.offline(false);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await page.getByRole("link", { name: /Building weave entries/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("weave");
});

test("the sign of an open question is turned", async ({ portal, page }) => {
  await portal.open("/");
  const question = page
    .getByRole("group")
    .filter({ has: page.locator("summary") })
    .first();
  const sign = question.locator("svg");
  await expect(sign).toHaveCSS("transform", "none");
  await question.locator("summary").click();
  await expect(sign).not.toHaveCSS("transform", "none");
});
