import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

const count = 3_000;

/** What the window shows of the list: its first whole entry and where that is, and how much is rendered. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll("main li[aria-posinset]")];
    const first = cells.find((cell) => cell.getBoundingClientRect().top >= 0);
    return {
      place: Number(first?.ariaPosInSet),
      title: first?.querySelector("h2")?.textContent,
      top: Math.round(first?.getBoundingClientRect().top ?? 0),
      total: Number(first?.ariaSetSize),
      rendered: cells.length,
    };
  });

/** Scrolls to a share of the list's height, until the entries there are loaded. */
async function scrollTo(page: Page, share: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo(0, document.body.scrollHeight * to), share);
  await expect(page.locator("main li [role=progressbar]")).toHaveCount(0);
  await expect.poll(async () => (await shown(page)).title).toMatch(/^Entry/);
}

test("a list of thousands renders what is on screen, counts all, and keeps its place after back and reload @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  const remove = await portal.publishArticles(count);
  try {
    await portal.open("/articles");
    const plain = page.getByRole("main").getByRole("article");
    await expect(plain).toHaveCount(12);
    await page.getByRole("button", { name: "Show more" }).press("Enter");
    await expect(page.locator("[aria-posinset='13'] a")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator("[aria-posinset='14'] a")).toBeFocused();

    await scrollTo(page, 0.5);
    const before = await shown(page);
    expect(before.rendered).toBeLessThanOrEqual(40);
    expect(before.total).toBeGreaterThan(count);
    expect(Math.abs(before.place / before.total - 0.5)).toBeLessThan(0.1);
    await expect.poll(() => new URL(page.url()).searchParams.has("from")).toBe(true);

    await page.locator(`[aria-posinset='${before.place}'] a`).click();
    await expect(page.getByRole("heading", { level: 1, name: before.title ?? "" })).toBeVisible();
    await page.goBack();
    await expect(page.locator(`[aria-posinset='${before.place}'] a`)).toBeFocused();
    expect(Math.abs((await shown(page)).top - before.top)).toBeLessThanOrEqual(2);

    await page.reload();
    await expect.poll(async () => (await shown(page)).title).toBe(before.title);
    await expect.poll(async () => Math.abs((await shown(page)).top - before.top)).toBeLessThan(3);

    // A key, which ends that the list holds its place while it settles.
    await page.keyboard.press("End");
    await scrollTo(page, 1);
    const last = page.locator(`[aria-posinset='${before.total}']`);
    await expect(last.getByRole("link", { name: `Entry ${count}` })).toBeVisible();
    await page.keyboard.press("Control+f");
    await page.getByRole("button", { name: "Search the list" }).click();
    await expect(page.getByRole("searchbox", { name: "Search the articles" })).toBeFocused();
  } finally {
    await remove();
  }
});
