import { defaultBrandDir } from "#api/brand.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { publishPost } from "../fixtures/content.ts";
import { startWithBrand } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

let other: Awaited<ReturnType<typeof startWithBrand>>;
// A portal of its own, since the policy of every page of it changes.
test.beforeAll(async ({ server }) => {
  other = await startWithBrand(defaultBrandDir, server.proxy.origin);
});
test.afterAll(() => other.close());

const body = [
  "Watch the entries first.",
  "[Weave entries](https://youtu.be/dQw4w9WgXcQ?t=30)",
  "Then the contacts.",
  "[Contacts](https://vimeo.com/12345)",
].join("\n\n");

test("a video loads nothing before play is pressed, then one player that has the focus; without the owner's word, a connection or a screen it is a link @exhaustive", async ({
  portal,
  page,
  problems,
}) => {
  portal.useBackend(other.origin);
  const admin = await createTestUser(other.api.portal, "admin");
  await publishPost(other.api.portal, "two-videos", "Two videos", body);
  await portal.signIn(admin);
  const asked: string[] = [];
  await page.route(/^https:/, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: "text/html", body: "<button>Pause</button>" });
  });
  const play = page.getByRole("button", { name: "Play video from YouTube: Weave entries" });
  const links = ["Weave entries", "Contacts"].map((name) => page.getByRole("link", { name }));
  const player = page.getByTitle("Video from YouTube: Weave entries");
  const expectLinks = async () => {
    for (const link of links) await expect(link).toBeVisible();
  };

  await test.step("none is allowed at first", async () => {
    await portal.open("/blog/two-videos");
    await expectLinks();
    await expect(play).toBeHidden();
  });
  await test.step("the owner allows YouTube", async () => {
    await portal.open("/dashboard?section=settings");
    await page.getByRole("button", { name: "Change: Allowed sites" }).click();
    const row = page.getByRole("group", { name: "Allowed sites", exact: true });
    await row.getByRole("checkbox", { name: "YouTube" }).check();
    await row.getByRole("button", { name: "Save" }).click();
    await expect(row.getByText(/^Saved/)).toBeVisible();
  });
  await test.step("without a connection the page says that one is needed, and paper has the link", async () => {
    await portal.open("/blog/two-videos");
    await expect(play).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expectLinks();
    await expect(play).toBeHidden();
    await page.emulateMedia({ media: null });
    await portal.faults.offline(true);
    await expect(page.getByText("You need a connection to play this video.")).toBeVisible();
    await portal.faults.offline(false);
    await expect(page.getByText(/Nothing is loaded from there until you press/)).toBeVisible();
  });
  await test.step("pressing play loads the player, and nothing else", async () => {
    await expectLinks();
    await expect(page.getByRole("button", { name: /^Play video/ })).toHaveCount(1);
    expect(asked).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await play.press("Enter");
    await expect(player.contentFrame().getByRole("button", { name: "Pause" })).toBeVisible();
    await expect(player).toBeFocused();
    expect(asked).toEqual([
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=30",
    ]);
  });
  await test.step("a frame of another site is refused", async () => {
    problems.end(); // Chromium reports violations of the policy on the console
    const refused = await player.evaluate(
      (frame: HTMLIFrameElement) =>
        new Promise<string>((resolve) => {
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
            resolve(effectiveDirective),
          );
          frame.src = "https://player.vimeo.com/video/12345";
        }),
    );
    expect(refused).toBe("frame-src");
    expect(asked).toHaveLength(1);
  });
});
