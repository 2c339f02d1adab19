import type { Page } from "@playwright/test";
import { storedValueNames } from "#shared/stored-values.ts";
import { expect, test } from "../fixtures/portal.ts";

const disabled = "Feature is disabled. Please contact our support.";
const maintenance =
  "We are experiencing a technical problem and service experience might be limited. Please try again in few minutes.";

const menuLinks = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name });

test("the maintenance message appears and disappears in every open window, for visitors and members, and blocks nothing @seam:flags", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  await portal.flags.streaming();
  const another = await portal.anotherWindow("/login");
  await portal.flags.asked(2);
  await expect(page.getByText(maintenance)).toHaveCount(0);
  await portal.flags.set("maintenance-mode", true);
  await expect(page.getByRole("status").getByText(maintenance)).toBeVisible();
  await expect(another.getByRole("status").getByText(maintenance)).toBeVisible();

  await portal.logInByForm(await portal.createUser({ kind: "member" }));
  for (const window of [page, another]) {
    await expect(window.getByRole("navigation", { name: "Member area" })).toBeVisible();
    await expect(window.getByText(maintenance)).toBeVisible();
  }
  await portal.flags.set("maintenance-mode", false);
  for (const window of [page, another]) await expect(window.getByText(maintenance)).toHaveCount(0);
});

test("an admin's change and the owner's command reach open windows: disabling login hides the form and the menu entries until it is enabled, with the input @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("an admin's change and the owner's command reach an open window", async () => {
    await portal.open("/about");
    await portal.flags.streaming();
    await portal.flags.setByAdmin("maintenance-mode", true);
    await expect(page.getByText(maintenance)).toBeVisible();
    expect(await portal.command("flags", "set", "maintenance-mode", "off")).toBe(
      "maintenance-mode is off.\n",
    );
    await expect(page.getByText(maintenance)).toHaveCount(0);
    await portal.command("flags", "set", "login-disabled", "on");
    await expect(menuLinks(page, "Log in")).toHaveCount(0);
    await portal.flags.set("login-disabled", false);
  });
  await test.step("disabling login while its form is open hides it, and enabling it restores it", async () => {
    const user = await portal.createUser({ kind: "member" });
    await portal.open("/login");
    await portal.flags.streaming();
    const another = await portal.anotherWindow("/about");
    await page.getByRole("textbox", { name: "E-mail address" }).fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill(user.password);
    await portal.flags.set("login-disabled", true);
    await expect(page.getByText(disabled)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: disabled })).toBeFocused();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Log in" })).toHaveCount(0);
    for (const window of [page, another]) {
      await expect(menuLinks(window, "Log in")).toHaveCount(0);
      await expect(menuLinks(window, "Register")).toHaveCount(2);
    }
    await portal.flags.set("login-disabled", false);
    for (const window of [page, another]) await expect(menuLinks(window, "Log in")).toHaveCount(2);
    await expect(page.getByText(disabled)).toHaveCount(0);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  });
});

test("for visitors only the flags are stored", async ({ portal, page }) => {
  await portal.open("/about");
  await portal.flags.streaming();
  await portal.flags.set("maintenance-mode", true);
  await expect(page.getByText(maintenance)).toBeVisible();
  const ofPage = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cookies: document.cookie,
    databases: await indexedDB.databases(),
  }));
  const local = portal.build === "web" ? ["flags"] : [];
  expect(ofPage).toEqual({ local, session: [], cookies: "", databases: [] });
  for (const name of storedValueNames) {
    if (name !== "flags") await expect.poll(() => portal.stored.get(name)).toBeNull();
  }
  expect(JSON.parse((await portal.stored.get("flags")) ?? "null")).toEqual({
    maintenanceMode: true,
    registrationDisabled: false,
    loginDisabled: false,
  });
});
