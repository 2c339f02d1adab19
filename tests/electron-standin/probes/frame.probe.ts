import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ElectronApplication, Page } from "@playwright/test";
import { expect, test as base } from "./probe-app.ts";

type Seen = { frame: { url: string; origin: string; top: boolean } };
declare const probe: { echo(): Promise<Seen>; late(): Promise<void> };

const test = base.extend<{ foreign: string }>({
  /** The origin of a foreign page. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it
  foreign: async ({}, use) => {
    const server = createServer((_request, response) =>
      response.setHeader("content-type", "text/html").end("<!doctype html><h1>Foreign</h1>"),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on a port
    server.close();
  },
});

/** Opens a window whose preload script also runs in frames. */
async function openFrames(app: ElectronApplication): Promise<Page> {
  const opened = app.waitForEvent("window");
  await app.evaluate(
    () =>
      void Reflect.get(globalThis, "openWindow")("/frames", { nodeIntegrationInSubFrames: true }),
  );
  const page = await opened;
  await expect(page.getByRole("heading")).toHaveText("Frames");
  return page;
}

async function addFrame(page: Page, address: string) {
  const attached = page.waitForEvent("framenavigated", (frame) => frame !== page.mainFrame());
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement("iframe"), { src }));
  }, address);
  const frame = await attached;
  await frame.waitForLoadState();
  return frame;
}

test("a message carries its frame, whatever its origin", async ({ app, page, foreign }) => {
  await expect(page.getByRole("heading")).toHaveText("Start");
  await app.evaluate((_, origin) => {
    Reflect.get(globalThis, "allowed").frame = origin;
  }, foreign);
  const frames = await openFrames(app);
  const stranger = await addFrame(frames, `${foreign}/x`);
  const own = await addFrame(frames, "/other");
  const senders = [stranger, own, frames.mainFrame()].map(async (frame) => {
    const { frame: sender } = await frame.evaluate(() => probe.echo());
    return sender;
  });
  expect(await Promise.all(senders)).toEqual([
    { url: `${foreign}/x`, origin: foreign, top: false },
    { url: "app://portal/other", origin: "app://portal", top: false },
    { url: "app://portal/frames", origin: "app://portal", top: true },
  ]);
});

test("a message carries the URL after history.pushState", async ({ page }) => {
  const sender = await page.evaluate(async () => {
    history.pushState(null, "", "/pushed");
    await new Promise((resolve) => setTimeout(resolve));
    return (await probe.echo()).frame.url;
  });
  expect(sender).toBe("app://portal/pushed");
});

test("frames have no bridge unless the window enables it", async ({ page }) => {
  const frame = await addFrame(page, "/other");
  expect(await frame.evaluate(() => "probe" in window)).toBe(false);
});

test("after a navigation the sender is null and its old frame throws", async ({ app, page }) => {
  await page.evaluate(() => void probe.late().catch(() => {}));
  await expect.poll(() => app.evaluate(() => "goOn" in globalThis)).toBe(true);
  await page.goto("app://portal/other");
  await app.evaluate(() => void Reflect.get(globalThis, "goOn")());
  const late = () => app.evaluate(() => Reflect.get(globalThis, "seen").late);
  await expect
    .poll(late)
    .toEqual([null, "Error: Render frame was disposed before WebFrameMain could be accessed"]);
});
