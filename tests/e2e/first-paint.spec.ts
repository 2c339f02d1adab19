import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Returns the lightness (0 to 255) of pixels in the corners and the middle of a picture. */
const lightness = (page: Page, png: string) =>
  page.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const { width, height } = picture;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context?.drawImage(picture, 0, 0);
    const at = (x: number, y: number) =>
      Math.max(
        ...(context?.getImageData(x * (width - 1), y * (height - 1), 1, 1).data ?? []).slice(0, 3),
      );
    return [at(0.99, 0.01), at(0.99, 0.99), at(0.4, 0.97), at(0.6, 0.3)];
  }, png);

/** Loads a page slowly. Returns the lightest pixel of each frame that was painted. */
async function paintedWhileLoading(portal: Portal, path: string): Promise<number[]> {
  const { page } = portal;
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const frames: string[] = [];
  session.on("Page.screencastFrame", ({ data, sessionId }) => {
    frames.push(data);
    void session.send("Page.screencastFrameAck", { sessionId });
  });
  portal.faults.add({ path: /^\/assets\/.*\.js$/, delay: 400 });
  portal.faults.add({ path: "/api/me", delay: 600 });
  await session.send("Page.startScreencast", { format: "png", maxWidth: 320, maxHeight: 200 });
  await portal.open(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await session.send("Page.stopScreencast");
  await session.detach();
  const lightest = [];
  for (const frame of frames) lightest.push(Math.max(...(await lightness(page, frame))));
  return lightest;
}

test("from the first paint to the page, a visitor's visit is light and a member's reload is dark @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("a visitor's visit is light", async () => {
    await portal.open("/contact");
    const frames = await paintedWhileLoading(portal, "/login");
    expect(Math.min(...frames), `lightest pixels: ${frames.join(" ")}`).toBeGreaterThan(200);
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(250, 247, 240)");
  });
  await test.step("a member's reload is dark", async () => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    // What was painted last stays until the new page is painted.
    await portal.open("/about");
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    const frames = await paintedWhileLoading(portal, "/subscription");
    expect(frames.length).toBeGreaterThan(1);
    expect(Math.max(...frames), `lightest pixels: ${frames.join(" ")}`).toBeLessThan(80);
  });
});
