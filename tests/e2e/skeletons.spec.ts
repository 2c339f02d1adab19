import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

/** A frame with a placeholder: ms on the clock of its animation, and how visible it is (0 to 1). */
type Frame = { ms: number; opacity: number };

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
              const ms = Number(placeholder.getAnimations()[0]?.currentTime ?? 0);
              frames.push({ ms, opacity: Number(getComputedStyle(placeholder).opacity) });
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
  expect(quick.length).toBeGreaterThan(0);
  for (const { ms, opacity } of quick.filter((frame) => frame.ms < 140)) {
    expect(opacity, `after ${ms} ms`).toBe(0);
  }
  portal.faults.add({ path: "/api/content/recipes", delay: 900 });
  const slow = await framesWithPlaceholder(page, "Recipes");
  const late = slow.filter(({ ms }) => ms >= 300);
  expect(late.length).toBeGreaterThan(0);
  for (const { ms, opacity } of late) expect(opacity, `after ${ms} ms`).toBe(1);
});
