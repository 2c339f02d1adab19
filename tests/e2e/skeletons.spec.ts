import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

/** Follows a link, and returns how visible its page's placeholder was, 0 to 1, in each frame until the page has loaded. */
const placeholderFrames = (page: Page, name: string): Promise<number[]> =>
  page
    .getByRole("navigation", { name: "Member area" })
    .getByRole("link", { name })
    .evaluate(
      (link: HTMLAnchorElement) =>
        new Promise<number[]>((resolve) => {
          const frames: number[] = [];
          const look = () => {
            const placeholder = document.querySelector("main [role=progressbar]");
            const loaded = document.querySelector("main article");
            const heading = document.querySelector("h1")?.textContent;
            if (!placeholder && loaded && heading === link.textContent) return resolve(frames);
            if (placeholder) frames.push(Number(getComputedStyle(placeholder).opacity));
            return requestAnimationFrame(look);
          };
          link.click();
          // React has not rendered the page yet.
          setTimeout(look);
        }),
    );

test.use({ withoutFiles: true });

test("a link: the page before stays below a thin bar for code that is slow, and the next one shows its placeholder for a slow answer @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/dashboard");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const bar = page.locator("body").getByRole("progressbar", { name: "Loading…", exact: true });
  await test.step("slow code", async () => {
    const before = await heading.textContent();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    portal.faults.add({ path: /^\/assets\/.*list-page[.-][^/]*\.js$/, until: released });
    await page
      .getByRole("navigation", { name: "Member area" })
      .getByRole("link", { name: "Articles" })
      .click();
    await expect(bar).toBeVisible();
    await expect.poll(() => portal.path()).toBe("/articles");
    await expect(heading).toHaveText(before ?? "");
    release();
    await expect(heading).toHaveText("Articles");
    await expect(bar).toHaveCount(0);
  });
  portal.faults.add({ path: "/api/content/recipes", delay: 1_500 });
  const slow = await placeholderFrames(page, "Recipes");
  expect(slow.at(-1)).toBe(1);
});
