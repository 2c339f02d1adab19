import type { Locator, Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const widths = [360, 768, 1440] as const;
const text = "The kennel is on fire.";

/** What is opened above the account before something fails, and the button that opens it. */
const overlays = [
  { name: "nothing", opener: null, role: null, at: widths },
  { name: "a dialog", opener: "Delete my account", role: "dialog", at: widths },
  { name: "the drawer", opener: "Open menu", role: "dialog", at: [360, 768] },
] as const;
const moreGroup = { name: "the More group", opener: "More", role: "menu", at: [1440] } as const;
type Overlay = (typeof overlays)[number] | typeof moreGroup;

/** Returns whether an element is the topmost one at its centre. */
const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return node.contains(found);
  });

/** Returns the contrast of an element's text with its background, and the background's luminance. */
const contrastOf = (element: Locator) =>
  element.evaluate((start) => {
    const parts = (colour: string) => colour.match(/[\d.]+/g)?.map(Number) ?? [];
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = parts(colour).map((value) => {
        const share = value / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ink = luminance(getComputedStyle(start).color);
    for (let node: Element | null = start; node; node = node.parentElement) {
      const { backgroundColor } = getComputedStyle(node);
      if (parts(backgroundColor)[3] === 0) continue;
      const ground = luminance(backgroundColor);
      return {
        ratio: (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05),
        ground,
      };
    }
    throw new Error("The element has no background.");
  });

/** Makes a request of the account fail once the overlay is open. */
async function failUnder(portal: Portal, overlay: Overlay, width: number): Promise<void> {
  const { page } = portal;
  const opened = Promise.withResolvers<void>();
  const failure = { status: 500, body: { message: text }, until: opened.promise };
  portal.faults.add({ path: "/api/me/sessions", ...failure });
  await portal.resize({ width, height: 800 });
  await portal.open("/dashboard?tab=account");
  await page.mouse.move(0, 0); // a notification does not move from under a pointer
  if (overlay.opener) await page.getByRole("button", { name: overlay.opener, exact: true }).click();
  if (overlay.role) await expect(page.getByRole(overlay.role)).toBeVisible();
  opened.resolve();
}

/** Moves the pointer to an element, even if something covers it. */
async function point(page: Page, element: Locator): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
}

const alwaysFree =
  "header :is(a, button), nav :is(a, button), [role=dialog] :is(a, button, input), :focus";

/** Returns the names of the controls that a notification must leave free, and that it covers. */
const covered = (notification: Locator) =>
  notification.evaluate((node, selector) => {
    const box = node.getBoundingClientRect();
    return [...document.querySelectorAll(selector)]
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
  }, alwaysFree);

async function expectReadable(page: Page, notification: Locator): Promise<void> {
  const title = notification.getByText("API Error");
  await expect(notification.getByText(text)).toBeVisible();
  await expect.poll(() => covered(notification)).toEqual([]);
  await point(page, title); // it stays while the pointer is on it
  expect.soft(await isOnTop(title)).toBe(true);
  expect.soft(await isOnTop(notification.getByText(text))).toBe(true);
  const box = await notification.boundingBox();
  expect.soft(box?.x).toBeGreaterThanOrEqual(0);
  expect
    .soft((box?.x ?? 0) + (box?.width ?? 0))
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  for (const part of [title, notification.getByText(text)]) {
    expect.soft((await contrastOf(part)).ratio).toBeGreaterThanOrEqual(4.5);
  }
}

for (const kind of ["user", "member"] as const) {
  test(
    `a ${kind} can read and dismiss a notification above the header, dialogs and menus`,
    { tag: "@exhaustive" },
    async ({ portal, page }) => {
      test.setTimeout(180_000);
      await portal.signIn(await portal.createUser({ kind }));
      for (const overlay of [...overlays, ...(kind === "member" ? [moreGroup] : [])]) {
        for (const width of overlay.at) {
          await test.step(`${overlay.name} at ${width} px`, async () => {
            await failUnder(portal, overlay, width);
            // Covered by nothing, and accessible to screen readers.
            const notification = portal.notifications();
            await expectReadable(page, notification);
            const dismiss = notification.getByRole("button", { name: "Dismiss" });
            expect.soft(await isOnTop(dismiss)).toBe(true);
            await dismiss.click();
            await expect(notification).toHaveCount(0);
            // A menu closes with any click outside.
            if (overlay.role === "dialog") await expect(page.getByRole("dialog")).toBeVisible();
            portal.faults.clear();
          });
        }
      }
    },
  );
}

test("in the member area a notification is lighter than everything it covers @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await failUnder(portal, overlays[1], 1440);
  const { ground } = await contrastOf(portal.notifications().getByText("API Error"));
  for (const beneath of [
    page.getByRole("dialog").getByRole("heading"),
    page.locator("header"),
    page.locator("aside"),
  ]) {
    expect((await contrastOf(beneath)).ground * 1.5).toBeLessThan(ground);
  }
});
