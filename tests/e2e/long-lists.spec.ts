import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

const count = 3_000;

/** The entry at the top of the window, and where it is. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const entries = [...document.querySelectorAll("main article")];
    const first = entries.find((entry) => entry.getBoundingClientRect().top >= 0);
    return {
      title: first?.querySelector("h2")?.textContent ?? "",
      top: Math.round(first?.getBoundingClientRect().top ?? 0),
      count: entries.length,
    };
  });

test("a list of thousands grows on request, keeps its length and place, and is nowhere seen empty on a phone, though it renders only what is near @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  const remove = await portal.publishArticles(count);
  try {
    await test.step("it keeps its length and place after back and reload", async () => {
      await portal.open("/articles");
      const entries = page.getByRole("main").getByRole("article");
      await expect(entries).toHaveCount(12);
      const more = page.getByRole("button", { name: "Show more" });
      for (const grown of [60, 108, 156]) {
        await more.press("Enter");
        await expect(entries).toHaveCount(grown);
        await expect(more).toBeFocused();
      }
      await expect(page.getByText(/^Showing 156 of 3,?0\d\d\.$/)).toBeVisible();
      await expect.poll(() => new URL(page.url()).searchParams.get("pages")).toBe("4");

      await entries.nth(90).scrollIntoViewIfNeeded();
      await page.evaluate(() => window.scrollBy(0, 300));
      const before = await shown(page);
      await page.getByRole("link", { name: before.title }).click();
      await expect(page.getByRole("heading", { level: 1, name: before.title })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("link", { name: before.title })).toBeFocused();
      expect(Math.abs((await shown(page)).top - before.top)).toBeLessThanOrEqual(2);

      await page.reload();
      await expect(entries).toHaveCount(156);
      await expect.poll(async () => (await shown(page)).title).toBe(before.title);
      await expect.poll(async () => Math.abs((await shown(page)).top - before.top)).toBeLessThan(3);
    });
    await test.step("on a phone no part of nine pages is seen empty", async () => {
      await page.setViewportSize({ width: 360, height: 800 });
      await portal.open("/articles?pages=9");
      const list = page.getByRole("main").getByRole("list").first();
      // Nine pages, one after the other.
      await expect(list.locator(":scope > li")).toHaveCount(396, { timeout: 60_000 });
      const rendered = page.getByRole("main").getByRole("article");
      await expect.poll(() => rendered.count()).toBeLessThan(100);
      const height = await page.evaluate(() => document.body.scrollHeight);
      for (let top = 0; top < height; top += 9_700) {
        await page.evaluate((to) => window.scrollTo(0, to), top);
        const empty = () =>
          list.evaluate(
            (element) =>
              [...element.children].filter((item) => {
                const box = item.getBoundingClientRect();
                return box.bottom > 0 && box.top < window.innerHeight && !item.firstChild;
              }).length,
          );
        await expect.poll(empty).toBe(0);
      }
      const now = await page.evaluate(() => document.body.scrollHeight);
      expect(Math.abs(now - height)).toBeLessThan(20);
    });
  } finally {
    await remove();
  }
});
