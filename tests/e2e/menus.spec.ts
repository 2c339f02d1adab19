import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

const phone = { width: 360, height: 740 };
const publicMenu = ["Home", "About", "Contact", "Memberships", "Log in", "Register"];
const sideMenu = ["Articles", "Recipes", "Videos", "Protocols", "Blog", "Membership", "Log out"];
const ownMenu = ["Today", "Train", "Saved", "Dogs", "Me"];
const mobileMenu = [
  "About",
  "Regulations",
  "Announcements",
  "Contact",
  "Terms and conditions",
  "Privacy policy",
];

test("on a phone the public menu is behind a button", async ({ portal, page }) => {
  await portal.resize(phone);
  await portal.open("/about");
  await expect(page.getByRole("navigation", { name: "Main menu" })).toHaveCount(0);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog").getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link")).toHaveText(publicMenu);
  await menu.getByRole("link", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("on a phone the specified menus are complete behind a button, and the tab bar leads to the main places and fits @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await test.step("the tab bar leads to the main places and marks where one is", async () => {
    await portal.open("/recipes/liver-training-cubes");
    const bar = page.getByRole("navigation", { name: "Main sections" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(bar).toBeHidden();
    await portal.resize(phone);
    const current = bar.locator("[aria-current]");
    await expect(current).toHaveText("Read");
    for (const { en, path } of tabs) {
      await bar.getByRole("link", { name: en, exact: true }).click();
      await expect.poll(() => portal.path()).toBe(path);
      await expect(current).toHaveText(en);
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    }
  });
  await test.step("the menus are complete behind a button, with a way back", async () => {
    await portal.open("/recipes");
    await page.getByRole("button", { name: "Open menu" }).click();
    const groups = page.getByRole("dialog").getByRole("navigation");
    await expect(groups.first().getByRole("link")).toHaveText(sideMenu);
    await expect(groups.nth(1).getByRole("link")).toHaveText(["Dogs"]);
    await expect(groups.nth(2).getByRole("link")).toHaveText(mobileMenu);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Open menu" }).click();
    await groups.first().getByRole("link", { name: "Blog" }).click();
    await portal.expectPath("/blog");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Back: Recipes" }).click();
    await portal.expectPath("/recipes");
  });
  await test.step("the tab bar fits a narrow screen in both languages and covers nothing that has the focus", async () => {
    await portal.resize({ width: 320, height: 740 });
    const bar = page.getByRole("navigation", { name: /^(Main sections|Główne działy)$/ });
    for (const language of ["en", "pl"] as const) {
      await portal.open(`/articles?lang=${language}`);
      const links = bar.getByRole("link");
      await expect(links).toHaveText([tabs[4], ...tabs.slice(0, 4)].map((tab) => tab[language]));
      for (const link of await links.all()) {
        const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 };
        expect(width).toBeGreaterThanOrEqual(44);
        expect(height).toBeGreaterThanOrEqual(44);
        expect(await link.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
      }
    }
    // An entry behind the bar is scrolled above it when it gets the focus.
    const entries = page.getByRole("article").getByRole("link");
    await expect(entries.first()).toBeVisible();
    const top = (await bar.boundingBox())?.y ?? 0;
    /** Scrolls until the bar covers an element but for its first pixels. */
    const cover = (element: Locator) =>
      element.evaluate((node, y) => {
        scrollBy(0, node.getBoundingClientRect().top - y);
      }, top - 6);
    await cover(entries.nth(1));
    await entries.first().evaluate((node) => node.focus({ preventScroll: true }));
    await page.keyboard.press("Tab");
    await expect(entries.nth(1)).toBeFocused();
    const box = await entries.nth(1).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
    // A press on what the bar covers in part does not move it away from under the pointer.
    await portal.open("/dashboard?tab=account&lang=en");
    const change = page.getByRole("button", { name: "Change address" });
    await page.getByRole("button", { name: "Change: E-mail address" }).click();
    await cover(change);
    await page.mouse.click(((await change.boundingBox())?.x ?? 0) + 20, top - 3);
    await expect(page.getByText("Field is required").first()).toBeVisible();
  });
});

const tabs = [
  { en: "Read", pl: "Czytaj", path: "/articles" },
  { en: "Train", pl: "Trenuj", path: "/dashboard?tab=training" },
  { en: "Saved", pl: "Zapisane", path: "/saved" },
  { en: "Me", pl: "Konto", path: "/dashboard?tab=account" },
  { en: "Today", pl: "Dziś", path: "/dashboard" },
] as const;

test("the side menu leads to the member's own pages, stays collapsed, and leaves the page clickable @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await test.step("it leads to the own pages and marks where one is", async () => {
    await portal.open("/subscription");
    const side = page.getByRole("complementary");
    const current = side.locator("[aria-current=page]");
    await expect(current).toHaveText("Membership");
    const own = side.getByRole("navigation", { name: "Your pages" });
    await expect(own.getByRole("link")).toHaveText(ownMenu);
    for (const [name, path] of [
      ["Dogs", "/dashboard?tab=dogs"],
      ["Me", "/dashboard?tab=account"],
      ["Train", "/dashboard?tab=training"],
      ["Saved", "/saved"],
      ["Today", "/dashboard"],
    ] as const) {
      await own.getByRole("link", { name }).click();
      await expect.poll(() => portal.path()).toBe(path);
      await expect(current).toHaveText(name);
    }
    await expect(page.getByRole("navigation", { name: "Dashboard" })).toHaveCount(0);
    await own.getByRole("link", { name: "Dogs" }).click();
    await page.getByRole("main").getByRole("link", { name: "Show day" }).click();
    await portal.expectPath("/show-day");
    await expect(current).toHaveText("Dogs");
    await own.getByRole("link", { name: "Saved" }).click();
    await side.getByRole("link", { name: /home page/ }).click();
    await portal.expectPath("/dashboard");
  });
  await test.step("it stays collapsed until it is expanded again", async () => {
    await portal.open("/recipes");
    const menu = page.getByRole("navigation", { name: "Member area" });
    await expect(menu.getByText("Recipes")).toBeVisible();
    await page.getByRole("button", { name: "Collapse menu" }).click();
    await expect(menu.getByText("Recipes")).toHaveCount(0);
    await expect.poll(() => portal.stored.get("menu-collapsed")).toBe("true");
    await portal.reload();
    await expect(page.getByRole("button", { name: "Expand menu" })).toBeVisible();
    await expect(menu.getByText("Recipes")).toHaveCount(0);
    // Its entries still have their names.
    await menu.getByRole("link", { name: "Protocols" }).click();
    await portal.expectPath("/protocols");
    await page.getByRole("button", { name: "Expand menu" }).click();
    await expect(menu.getByText("Protocols")).toBeVisible();
    await expect.poll(() => portal.stored.get("menu-collapsed")).toBe("false");
  });
  await test.step("More leads to contact, terms and privacy", async () => {
    await portal.open("/about");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(page.getByRole("menuitem")).toHaveText([
      "Contact",
      "Terms and conditions",
      "Privacy policy",
    ]);
    await page.getByRole("menuitem", { name: "Privacy policy" }).click();
    await portal.expectPath("/privacy-policy");
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  });
  await test.step("an open menu or tooltip leaves the rest of the page clickable", async () => {
    await portal.open("/recipes");
    const heading = page.getByRole("heading", { level: 1 });
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitem", { name: "Terms and conditions" })).toBeVisible();
    await heading.click({ trial: true });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Collapse menu" }).click();
    const menu = page.getByRole("navigation", { name: "Member area" });
    await menu.getByRole("link", { name: "Articles" }).hover();
    await expect(page.getByRole("tooltip", { name: "Articles" })).toBeVisible();
    await heading.click({ trial: true });
    await menu.getByRole("link", { name: "Recipes" }).click();
  });
});
