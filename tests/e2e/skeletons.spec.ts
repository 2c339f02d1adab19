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
            if (!placeholder && loaded && location.pathname === link.pathname)
              return resolve(frames);
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

test("a placeholder is invisible while an answer is quick, and appears for a slow one @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  portal.faults.add({ path: "/api/content/blog", delay: 40 });
  const quick = await framesWithPlaceholder(page, "Blog");
  expect(quick[0]?.progress).not.toBeNull();
  for (const { progress, opacity } of quick) if (progress === 0) expect(opacity).toBe(0);
  portal.faults.add({ path: "/api/content/recipes", delay: 900 });
  const slow = await framesWithPlaceholder(page, "Recipes");
  expect(slow.at(-1)?.opacity).toBe(1);
});
