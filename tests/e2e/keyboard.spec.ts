import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

/** Presses Tab until an element with this name, once it is there, has the focus; throws if it never gets it. */
async function tabTo(page: Page, role: "link" | "textbox" | "button", name: string | RegExp) {
  const named = page.getByRole(role, { name });
  await expect(named.first()).toBeAttached();
  const wanted = named.and(page.locator(":focus"));
  for (let tries = 0; tries < 60; tries++) {
    await page.keyboard.press("Tab");
    if ((await wanted.count()) > 0) return;
  }
  throw new Error(`The focus never came to ${role} ${name}.`);
}

test("skipping the menus, logging in and opening an article work with the keyboard alone", async ({
  portal,
  page,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.open("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await portal.open("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, "link", "Log in");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeFocused();
  await tabTo(page, "textbox", "E-mail address");
  await page.keyboard.type(member.email);
  await tabTo(page, "textbox", "Password");
  await page.keyboard.type(member.password);
  await page.keyboard.press("Enter");
  await portal.expectPath("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await page.keyboard.press("Shift+Tab");
  await portal.open("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, "link", "Articles");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeFocused();
  await tabTo(page, "link", /Building weave entries/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /weave/i })).toBeFocused();
});

test("the More group opens, moves and closes with the keyboard", async ({ portal, page }) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/about");
  await page.getByRole("button", { name: "More", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Contact" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Terms and conditions" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await portal.expectPath("/contact");
});
