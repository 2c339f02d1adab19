import type { Locator } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const list = "/api/content/articles";
const text = "The kennel is on fire.";
const failure = { path: list, status: 500, body: { message: text } };

test("a notification shows the reference of the request below the message, to be copied as a whole @seam:notifications", async ({
  portal,
  page,
}) => {
  portal.faults.add({ ...failure, headers: { "x-request-id": "3f2a91c0-77de" } });
  await portal.open("/articles");
  await expect(portal.notifications()).toContainText(text);
  const reference = portal.notifications().getByText("Reference: 3f2a91c0-77de");
  await reference.click();
  expect(await page.evaluate(() => String(getSelection()))).toContain("3f2a91c0-77de");
  await portal.open("/articles?lang=pl");
  await expect(page.getByRole("listitem", { name: "Błąd API" })).toContainText(
    "Numer referencyjny: 3f2a91c0-77de",
  );
});

test("is announced to screen readers, reached by keyboard, dismissed, and never takes the focus @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  portal.faults.add(failure);
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
  await expect.poll(announced).toContain(text);
  expect(await notification.evaluate((node) => node.contains(document.activeElement))).toBe(false);
  expect(await violations(page)).toEqual([]);
  const dismiss = notification.getByRole("button", { name: "Dismiss" });
  await dismiss.focus();
  await page.keyboard.press("Enter");
  await expect(notification).toHaveCount(0);
});

test("closes by itself after eight seconds, less motion or not, but not under the pointer @exhaustive", async ({
  portal,
  page,
}) => {
  portal.faults.add(failure);
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    await portal.open("/articles");
    const notification = portal.notifications();
    const timer = notification.locator("[data-timer-status]");
    await expect(async () => {
      await page.mouse.move(0, 0);
      await notification.hover(); // again where it came in under the pointer
      await expect(timer).toHaveAttribute("data-timer-status", "paused", { timeout: 500 });
    }).toPass();
    // Before the pointer leaves: a busy machine may be late with the call that follows.
    const left = Date.now();
    await page.mouse.move(0, 0);
    await expect(notification).toHaveCount(0);
    expect(Date.now() - left).toBeGreaterThan(6_000);
  }
});

/** What is opened above the account before something fails, and the button that opens it. */
const overlays = [
  { name: "nothing", opener: null, role: null, at: [360, 1440] },
  { name: "a dialog", opener: "Delete my account", role: "dialog", at: [360, 768, 1440] },
  { name: "the drawer", opener: "Open menu", role: "dialog", at: [360, 768] },
  { name: "the More group", opener: "More", role: "menu", at: [1440] },
] as const;

/** Makes a request of the account fail once the overlay is open. */
async function failUnder(
  portal: Portal,
  { opener, role }: (typeof overlays)[number],
  width: number,
): Promise<void> {
  const { page } = portal;
  const opened = Promise.withResolvers<void>();
  portal.faults.add({ ...failure, path: "/api/me/sessions", until: opened.promise });
  await portal.resize({ width, height: 800 });
  await portal.open("/dashboard?tab=account");
  await page.mouse.move(0, 0); // a notification does not move from under a pointer
  if (opener) await page.getByRole("button", { name: opener, exact: true }).click();
  if (role) await expect(page.getByRole(role)).toBeVisible();
  opened.resolve();
}

/** Returns the controls that a notification must leave free, and that it covers. */
const covered = (notification: Locator) =>
  notification.evaluate((node) => {
    const controls =
      "header :is(a, button), nav :is(a, button), [role=dialog] :is(a, button, input), :focus";
    const box = node.getBoundingClientRect();
    return [...document.querySelectorAll(controls)]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const overlaps =
          left < box.right && box.left < right && top < box.bottom && box.top < bottom;
        if (!overlaps || node.contains(control)) return false;
        const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
        // Not what an open dialog covers.
        return control.contains(stack.find((element) => !node.contains(element)) ?? null);
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });

test("a member can read and dismiss a notification above the header, dialogs and menus, which it leaves free @exhaustive", async ({
  portal,
  page,
}) => {
  test.setTimeout(180_000);
  await portal.signIn(await portal.createUser({ kind: "member" }));
  for (const overlay of overlays) {
    for (const width of overlay.at) {
      await test.step(`${overlay.name} at ${width} px`, async () => {
        await failUnder(portal, overlay, width);
        const notification = portal.notifications();
        // A click that is only tried fails for what something else covers; then the pointer keeps the notification open.
        for (const part of ["API Error", text])
          await notification.getByText(part).click({ trial: true, timeout: 10_000 });
        // It was placed while the dialog moved in, and does not move from under a pointer.
        await page.mouse.move(0, 0);
        await expect.poll(() => covered(notification)).toEqual([]);
        expect(await violations(page, ["region"])).toEqual([]);
        await notification.getByRole("button", { name: "Dismiss" }).click();
        await expect(notification).toHaveCount(0);
        // A menu closes with any click outside.
        if (overlay.role === "dialog") await expect(page.getByRole("dialog")).toBeVisible();
        portal.faults.clear();
      });
    }
  }
});
