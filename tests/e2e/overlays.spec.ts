import type { Locator } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Returns the lightness (0 to 1) of the ground that an element is painted on. */
const lightness = (element: Locator): Promise<number> =>
  element.evaluate((start) => {
    for (let node: Element | null = start; node; node = node.parentElement) {
      const [red = 0, green = 0, blue = 0, alpha = 1] =
        getComputedStyle(node)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      if (alpha === 1) return (Math.max(red, green, blue) + Math.min(red, green, blue)) / 510;
    }
    throw new Error("Nothing is painted there.");
  });

const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

/** Expects an overlay to be lighter than the page, and than the cards on it if they are dark. */
async function expectRaised(portal: Portal, overlay: Locator, what: string): Promise<void> {
  await expect(overlay).toBeVisible();
  const ground = await lightness(portal.page.locator("main"));
  expect.soft(await lightness(overlay), what).toBeGreaterThan(ground);
}

test("overlays are lighter than what they lie on, and a notification is dark on a light page @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("a notification is dark on a light page", async () => {
    portal.faults.add({ path: "/api/content/articles", status: 500 });
    await portal.open("/articles");
    const title = portal.notifications().getByText("API Error");
    await expect(title).toBeVisible();
    expect(await lightness(title)).toBeLessThan(0.25);
    expect(await lightness(page.getByRole("heading", { level: 1 }))).toBeGreaterThan(0.8);
    portal.faults.clear();
  });
  await test.step("dialogs and drawers are lighter than the public site", async () => {
    await portal.signIn(await portal.createUser({ kind: "user" }));
    await portal.open("/dashboard#deletion");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expectRaised(portal, page.getByRole("dialog"), "dialog");
    await page.keyboard.press("Escape");
    await portal.resize(phone);
    await page.getByRole("button", { name: "Open menu" }).click();
    await expectRaised(portal, page.getByRole("dialog"), "drawer");
  });
  await test.step("overlays are lighter than the member area, and notifications lighter than those", async () => {
    portal.expectFailures(500);
    await portal.resize(wide);
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await portal.open("/subscription");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expectRaised(portal, page.getByRole("menu"), "menu");
    const header = page.getByRole("banner");
    expect(await lightness(page.getByRole("menu"))).toBeGreaterThan(await lightness(header));
    await page.keyboard.press("Escape");
    portal.faults.add({ path: "/api/subscription/cancel", status: 500, times: 9 });
    await page.getByRole("button", { name: "Cancel membership" }).click();
    const dialog = page.getByRole("dialog");
    await expectRaised(portal, dialog, "dialog");
    const raised = await lightness(dialog);
    await dialog.getByRole("button", { name: "Cancel membership" }).click();
    const notification = portal.notifications().first().getByText("API Error");
    await expectRaised(portal, notification, "notification");
    expect(await lightness(notification)).toBeGreaterThan(raised);
    await portal.resize(phone);
    await page.getByRole("button", { name: "Open menu" }).click();
    await expectRaised(portal, page.getByRole("dialog"), "drawer");
  });
});
