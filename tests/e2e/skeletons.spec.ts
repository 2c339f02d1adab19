import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

/**
 * A frame with a placeholder: the progress of its animation, 0 while it is delayed, and how visible it is (0 to 1). One
 * that takes over from a visible placeholder has no animation.
 */
type Frame = { progress: number | null; opacity: number };

/** Follows a link, and returns the frames with a placeholder until its page has loaded. */
const framesWithPlaceholder = (page: Page, name: string): Promise<Frame[]> =>
  page
    .getByRole("navigation", { name: "Member area" })
    .getByRole("link", { name })
    .evaluate(
      (link: HTMLAnchorElement) =>
        new Promise<Frame[]>((resolve) => {
          const frames: Frame[] = [];
          const look = () => {
            const placeholder = document.querySelector("main [role=progressbar]");
            const loaded = document.querySelector("main article");
            const heading = document.querySelector("h1")?.textContent;
            if (!placeholder && loaded && heading === link.textContent) return resolve(frames);
            if (placeholder) {
              const [animation] = placeholder.getAnimations();
              const progress = animation?.effect?.getComputedTiming().progress ?? null;
              frames.push({ progress, opacity: Number(getComputedStyle(placeholder).opacity) });
            }
            return requestAnimationFrame(look);
          };
          link.click();
          // React has not rendered the page yet.
          setTimeout(look);
        }),
    );

test.use({ withoutFiles: true });

test("a link: the page before stays below a thin bar for code that is slow and an answer that is quick, and the next one shows its placeholder for a slow answer @exhaustive", async ({
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
  portal.faults.add({ path: "/api/content/blog", delay: 40 });
  // On a busy machine the answer may take longer.
  const quick = await framesWithPlaceholder(page, "Blog");
  for (const { progress, opacity } of quick) if (progress === 0) expect(opacity).toBe(0);
  portal.faults.add({ path: "/api/content/recipes", delay: 1_500 });
  const slow = await framesWithPlaceholder(page, "Recipes");
  expect(slow.at(-1)?.opacity).toBe(1);
});
