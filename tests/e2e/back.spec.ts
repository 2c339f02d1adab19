import type { Page } from "@playwright/test";
import { listContent, type Teaser } from "#shared/api/library.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const title = "Building weave entries";
const size = 12;

/** Answers the list of articles with 36; the real article is the twentieth. */
async function makeLongList(portal: Portal): Promise<void> {
  const real = listContent.answer.parse(await portal.answerOf("/api/content/articles"));
  const article = real.items.find(({ slug }) => slug === "building-weave-entries");
  const [first] = real.items;
  if (!article || !first) throw new Error("The demo lacks the article.");
  const made = Array.from({ length: 3 * size }, (_, i): Teaser =>
    i === 19 ? article : { ...first, slug: `article-${i}`, title: `Article ${i}` },
  );
  const answer = { ...real, total: made.length };
  portal.faults.add({
    path: "/api/content/articles",
    // Pointing at an article also asks for the newest ones, with a limit.
    query: (query) => !query.has("limit") && !query.has("cursor"),
    status: 200,
    body: { ...answer, items: made.slice(0, size), nextCursor: "after-0" },
  });
  portal.faults.add({
    path: "/api/content/articles",
    query: (query) => query.get("cursor") === "after-0",
    status: 200,
    body: { ...answer, items: made.slice(size), nextCursor: null, tags: [] },
  });
}

/** What a frame shows: the position of the page, and whether a placeholder is rendered. */
type Frame = { y: number; skeleton: boolean };

/** Goes back, and returns what every frame shows from the first one of the page that it leads to. */
const framesOfBack = (page: Page): Promise<Frame[]> =>
  page.evaluate(
    () =>
      new Promise<Frame[]>((resolve) => {
        const frames: Frame[] = [];
        const look = () => {
          const skeleton = document.querySelector("main [role=progressbar]") !== null;
          frames.push({ y: window.scrollY, skeleton });
          if (frames.length < 40) requestAnimationFrame(() => setTimeout(look));
          else resolve(frames);
        };
        addEventListener("popstate", () => requestAnimationFrame(() => setTimeout(look)), {
          once: true,
        });
        history.back();
      }),
  );

test("back shows a long list at once where it was left, with the focus on the link that was followed, and scrolls a page that has to load again once it is there @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  const scrolled = () => page.evaluate(() => window.scrollY);
  await test.step("a long list is there at once, with the focus on the link that was followed", async () => {
    await makeLongList(portal);
    await portal.open("/articles");
    await page.getByRole("button", { name: "Show more" }).click();
    const link = page.getByRole("link", { name: title });
    await link.scrollIntoViewIfNeeded();
    const before = await scrolled();
    expect(before).toBeGreaterThan(500);
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
    await expect.poll(scrolled).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 700));
    const frames = await framesOfBack(page);
    for (const { y, skeleton } of frames) {
      expect(Math.abs(y - before), JSON.stringify(frames)).toBeLessThanOrEqual(2);
      expect(skeleton).toBe(false);
    }
    await expect(link).toBeFocused();
    portal.faults.clear();
  });
  await test.step("a page that has to load again is scrolled once it is there", async () => {
    await portal.open("/articles");
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(9);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(scrolled).toBeGreaterThan(1_000);
    await page.getByRole("link", { name: "Recipes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Recipes" })).toBeFocused();
    await page.getByRole("button", { name: "Polski" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Przepisy" })).toBeVisible();
    portal.faults.add({ path: "/api/content/articles", delay: 600 });
    await page.evaluate(() => history.back());
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(9);
    await expect.poll(scrolled).toBeGreaterThan(1_000);
  });
});
