import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Most elements to visit on one page; longer lists repeat themselves. */
const longestWalk = 70;

/** Returns the focused element with the defects of its ring; null when no element of the page has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || "tabsterDummy" in (element as HTMLElement).dataset)
      return null;
    const frame =
      element.closest("[class*='fui-']:has(> :is(input, textarea, select):focus)") ?? element;
    const card = element.matches("[data-focus-ring='card']");
    const style = getComputedStyle(frame, card ? "::after" : null);
    const tones = [style.outlineColor, style.boxShadow.match(/rgba?\([^)]*\)/)?.[0] ?? "none"];
    const wrong: string[] = [];
    if (style.outlineStyle !== "solid" || Number.parseFloat(style.outlineWidth) < 2)
      wrong.push(`outline ${style.outline}`);
    if (style.boxShadow === "none") wrong.push("no second tone");
    for (let node: Element | null = frame; node; node = node.parentElement) {
      if (Number(getComputedStyle(node).opacity) < 1) wrong.push("transparent");
    }
    const inset = Number.parseFloat(style.outlineOffset) < 0;
    const reach = inset
      ? 0
      : Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
    const shown = ((card && element.closest("article")) || frame).getBoundingClientRect();
    const [left, right] = [shown.left - reach, shown.right + reach];
    for (
      let node = frame.parentElement;
      node && node !== document.body;
      node = node.parentElement
    ) {
      const edge = node.getBoundingClientRect();
      const isWithin = left >= edge.left && right <= edge.right;
      if (getComputedStyle(node).overflowX !== "visible" && !isWithin)
        wrong.push(`cut off by ${node.tagName} ${node.className}`);
    }
    // Chromium draws the rings of a video's own controls.
    const isNative = element.matches("video:not(:focus-visible)");
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
    return { what: `${element.tagName} ${name}`, tones: tones.join(" "), wrong, isNative };
  });

/** Tabs through a page. Returns the focused elements and the colours of their rings. */
async function walk({ page }: Portal, where: string) {
  const seen: string[] = [];
  const tones = new Set<string>();
  for (let step = 0; step < longestWalk; step++) {
    await page.keyboard.press("Tab");
    const found = await focused(page);
    if (!found) break;
    seen.push(found.what);
    if (found.isNative) continue;
    tones.add(found.tones);
    expect.soft(found.wrong, `${where}: ${found.what}`).toEqual([]);
  }
  return { seen, tones };
}

const pages = {
  visitor: ["/", "/articles", "/contact", "/register", "/checkout"],
  member: [
    "/recipes/liver-training-cubes",
    "/videos/seesaw-pivot-ride-and-end-position",
    "/dashboard",
    "/dashboard?tab=account",
    "/subscription",
  ],
};

/** Expects the same ring in menus, dialogs and drawers, which only a member's account has all of. */
async function expectRingsInOverlays(portal: Portal): Promise<void> {
  const { page } = portal;
  await portal.resize({ width: 1280, height: 800 });
  await portal.open("/dashboard?tab=account");
  // A dialog fades in.
  const expectRing = () => expect.poll(async () => (await focused(page))?.wrong).toEqual([]);
  await page.getByRole("button", { name: "More", exact: true }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Contact" })).toBeFocused();
  await expectRing();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete my account" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press("Tab");
    await expectRing();
  }
  await page.keyboard.press("Escape");
  await portal.resize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Open menu" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  for (let step = 0; step < 16; step++) {
    await page.keyboard.press("Tab");
    await expectRing();
  }
}

for (const kind of ["visitor", "member"] as const) {
  const title = `a ${kind} sees the same focus ring around everything that Tab reaches`;
  test(title, { tag: "@exhaustive" }, async ({ portal, page }) => {
    test.setTimeout(360_000);
    if (kind === "member") await portal.signIn(await portal.createUser({ kind }));
    await portal.stored.set(
      "purchaseItems",
      '[{"sku":"course-walking-workbook","kind":"extra","quantity":1}]',
    );
    const tones = new Set<string>();
    for (const width of [1280, 360]) {
      await portal.resize({ width, height: 800 });
      for (const path of pages[kind]) {
        await portal.open(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByLabel("Loading…")).toHaveCount(0);
        const walked = await walk(portal, `${path}, ${width} px`);
        expect(walked.seen.length, path).toBeGreaterThan(5);
        for (const tone of walked.tones) tones.add(tone);
      }
    }
    // The ring has the same colours everywhere.
    expect([...tones]).toEqual(["rgb(6, 18, 14) rgb(255, 255, 255)"]);
    if (kind === "member") await expectRingsInOverlays(portal);
  });
}
