import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const article = "/articles/building-weave-entries";
const video = "/videos/seesaw-pivot-ride-and-end-position";

/** Waits until the server has answered so many changes of the shelf. */
const changed = (portal: Portal, times: number) =>
  expect
    .poll(() => [portal.requests("/api/shelf", "PUT").length, portal.openRequests("/api/shelf")])
    .toEqual([times, 0]);

/** Scrolls a part of the text to the top, as a reader gets there. */
async function readTo(page: Page, part: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 2, name: part });
  // Until the page has been told: a link that is followed before would leave from its top.
  await heading.evaluate((element) => {
    const scrolled = new Promise((resolve) => {
      document.addEventListener("scroll", resolve, { once: true });
    });
    element.scrollIntoView({ block: "start" });
    return scrolled;
  });
}

test("a member goes on in another window: what was saved, an article, a recipe and a video @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await test.step("what is saved in one window is on the shelf in another, until it is removed", async () => {
    await portal.open("/recipes/liver-training-cubes");
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.press("Enter");
    await expect(page.getByRole("button", { name: "Saved", pressed: true })).toBeVisible();
    await changed(portal, 1);

    const other = await portal.anotherWindow("/saved");
    await expect(other.getByRole("main").getByRole("link", { name: /liver/i })).toBeVisible();
    await other.getByRole("button", { name: "Saved", pressed: true }).click();
    await expect(other.getByRole("button", { name: "Save", pressed: false })).toBeVisible();
    await changed(portal, 2);
    await other.reload();
    await expect(other.getByRole("heading", { name: "Nothing saved yet" })).toBeVisible();
    await other.close();
    await page.reload();
    await expect(page.getByRole("button", { name: "Save", pressed: false })).toBeVisible();
  });
  await test.step("the place in an article is offered after a reload and in another window, not forced", async () => {
    await portal.open(article);
    await readTo(page, "How much is enough");
    await portal.follow("/dashboard");
    const begun = page.getByRole("region", { name: "Continue" });
    await expect(begun.getByRole("link", { name: "Building weave entries" })).toBeVisible();

    const other = await portal.anotherWindow(article);
    const offer = other.getByRole("button", { name: "Continue at “How much is enough”" });
    await expect(offer).toBeVisible();
    expect(await other.evaluate(() => window.scrollY)).toBe(0);
    await offer.press("Enter");
    await expect(other.getByRole("heading", { name: "How much is enough" })).toBeInViewport();
    await expect(offer).toHaveCount(0);

    await other.getByRole("heading", { name: "More articles" }).scrollIntoViewIfNeeded();
    await expect.poll(() => portal.openRequests("/api/shelf")).toBe(0);
    await portal.open("/dashboard", other);
    await expect(other.getByRole("heading", { name: "New in the library" })).toBeVisible();
    await expect(other.getByRole("region", { name: "Continue" })).toHaveCount(0);
    await other.close();
  });
  await test.step("a recipe goes on from the dashboard at its step and at its size", async () => {
    await portal.open("/recipes/liver-training-cubes?portions=7&units=us");
    await page.getByRole("button", { name: "Start cooking" }).click();
    await expect(page.getByRole("heading", { name: "Get everything ready" })).toBeVisible();
    for (let step = 1; step <= 3; step += 1) await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("heading", { name: "Step 3 of 7" })).toBeVisible();
    await page.keyboard.press("Escape");
    await portal.follow("/dashboard");
    await page
      .getByRole("region", { name: "Continue" })
      .getByRole("link", { name: /liver/i })
      .click();
    await expect(page.getByRole("heading", { name: "Step 3 of 7" })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => portal.path()).toContain("?portions=7&units=us&cook=4");
  });
  await test.step("a video goes on where it was paused", async () => {
    const sent = portal.requests("/api/shelf", "PUT").length;
    await portal.open(video);
    const second = (window: Page) =>
      window
        .locator("video")
        .evaluate((element: HTMLVideoElement) => Math.floor(element.currentTime));
    const player = page.locator("video");
    await player.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true;
      await element.play();
      element.currentTime = 14;
    });
    await expect.poll(() => second(page)).toBeGreaterThanOrEqual(14);
    await player.evaluate((element: HTMLVideoElement) => element.pause());
    await expect.poll(() => portal.requests("/api/shelf", "PUT").length).toBeGreaterThan(sent);
    const paused = await second(page);
    const other = await portal.anotherWindow(video);
    await expect.poll(() => second(other)).toBe(paused);
    expect(
      await other.locator("video").evaluate((element: HTMLVideoElement) => element.paused),
    ).toBe(true);
  });
});
