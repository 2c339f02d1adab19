import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const list = "/api/content/articles";

test("a notification shows the server's message, else the error's, else the specified one @seam:notifications", async ({
  portal,
  page,
}) => {
  const expectText = async (body: unknown, text: string | RegExp) => {
    portal.faults.add({ path: list, status: 500, body });
    await portal.open("/articles");
    await expect(portal.notifications()).toHaveCount(1);
    await expect(portal.notifications()).toContainText(text);
    await expect(page.getByRole("listitem", { name: "API Error" })).toBeVisible();
    portal.faults.clear();
  };
  await expectText({ message: "The kennel is on fire." }, "The kennel is on fire.");
  await expectText({ message: "" }, /status code 500/);
  await expectText({ message: { text: "not a text" } }, /status code 500/);
  portal.faults.add({ path: list, status: 200, body: { items: 1 } });
  await portal.open("/articles");
  await expect(portal.notifications()).toContainText("An unexpected error occurred");
});

test("a notification shows the reference of the request below the message, to be copied as a whole @seam:notifications", async ({
  portal,
  page,
}) => {
  const body = { message: "The kennel is on fire." };
  const headers = { "x-request-id": "3f2a91c0-77de" };
  portal.faults.add({ path: list, status: 500, body, headers });
  await portal.open("/articles");
  await expect(portal.notifications()).toContainText("The kennel is on fire.");
  const reference = portal.notifications().getByText("Reference: 3f2a91c0-77de");
  await reference.click();
  expect(await page.evaluate(() => String(getSelection()))).toContain("3f2a91c0-77de");
  await portal.open("/articles?lang=pl");
  await expect(page.getByRole("listitem", { name: "Błąd API" })).toContainText(
    "Numer referencyjny: 3f2a91c0-77de",
  );
});

test("is announced to screen readers, reached by keyboard, dismissed, and never takes the focus @seam:notifications @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  portal.faults.add({ path: list, status: 500, body: { message: "The kennel is on fire." } });
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).focus();
  // The live region is emptied soon after, so its texts are recorded from the start.
  await using _ = await page.addInitScript(() => {
    const announced: string[] = [];
    Reflect.set(globalThis, "announced", announced);
    new MutationObserver(() => {
      const region = document.querySelector('[aria-live="assertive"]');
      if (region?.textContent) announced.push(region.textContent);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await portal.open("/articles");
  const notification = portal.notifications();
  await expect(notification).toBeVisible();
  const announced = () => page.evaluate(() => String(Reflect.get(globalThis, "announced")));
  await expect.poll(announced).toContain("The kennel is on fire.");
  expect(await notification.evaluate((node) => node.contains(document.activeElement))).toBe(false);
  expect(await violations(page)).toEqual([]);
  const dismiss = notification.getByRole("button", { name: "Dismiss" });
  await dismiss.focus();
  await page.keyboard.press("Enter");
  await expect(notification).toHaveCount(0);
});

test("is dark on a light page @exhaustive", async ({ portal, page }) => {
  portal.faults.add({ path: list, status: 500, body: { message: "The kennel is on fire." } });
  await portal.open("/articles");
  const title = portal.notifications().getByText("API Error");
  await expect(title).toBeVisible();
  /** Of the background that an element is seen on, 0 for black to 1 for white. */
  const lightnessBehind = (element: Locator) =>
    element.evaluate((start) => {
      for (let node: Element | null = start; node; node = node.parentElement) {
        const [red = 0, green = 0, blue = 0, alpha = 1] =
          getComputedStyle(node)
            .backgroundColor.match(/[\d.]+/g)
            ?.map(Number) ?? [];
        if (alpha > 0) return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
      }
      return 1;
    });
  expect(await lightnessBehind(title)).toBeLessThan(0.25);
  expect(await lightnessBehind(page.getByRole("heading", { level: 1 }))).toBeGreaterThan(0.8);
});

test("a repeated failure shows one notification @exhaustive", async ({ portal, page }) => {
  portal.faults.add({ path: list, status: 500, body: { message: "The kennel is on fire." } });
  await portal.open("/articles");
  await expect(portal.notifications()).toHaveCount(1);
  for (let time = 0; time < 6; time++) {
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => portal.requests(list).length).toBe(time + 2);
  }
  await expect(portal.notifications()).toHaveCount(1);
});

test("closes by itself after eight seconds, less motion or not, but not under the pointer @exhaustive", async ({
  portal,
  page,
}) => {
  portal.faults.add({ path: list, status: 500, body: { message: "The kennel is on fire." } });
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    await portal.open("/articles");
    const notification = portal.notifications();
    await notification.hover();
    await expect(notification.locator("[data-timer-status]")).toHaveAttribute(
      "data-timer-status",
      "paused",
    );
    await page.mouse.move(0, 0);
    const left = Date.now();
    await expect(notification).toHaveCount(0, { timeout: 30_000 });
    expect(Date.now() - left).toBeGreaterThan(6_000);
  }
});
