import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "@playwright/test";
import { expect, test as base } from "../../fixtures/desktop.ts";
import type { DesktopApp } from "../../fixtures/desktop-app.ts";
import { emptyPath } from "../../fixtures/windows.ts";

const test = base.extend<{ stranger: string }>({
  /** Address of another site's page. */
  stranger: async ({}, use) => {
    const server = createServer((_request, response) =>
      response.setHeader("content-type", "text/html").end("<!doctype html><h1>Elsewhere</h1>"),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
    await use(`http://127.0.0.1:${port}/`);
    server.close();
  },
});

/**
 * Opens a window with the app's preload script, also in its frames, at any address. The app never does
 * this; here only the check of the sender protects the bridge.
 */
async function openAt(desktop: DesktopApp, address: string): Promise<Page> {
  const opened = desktop.electron.waitForEvent("window");
  await desktop.electron.evaluate(({ app, BrowserWindow: Window }, to) => {
    const preload = `${app.getAppPath()}/dist/preload/index.cjs`;
    const webPreferences = { preload, sandbox: true, nodeIntegrationInSubFrames: true };
    const window = new Window({ show: false, webPreferences });
    window.webContents.removeAllListeners("will-frame-navigate");
    void window.loadURL(to);
  }, address);
  const page = await opened;
  await page.waitForURL(address);
  return page;
}

async function addFrame(page: Page, address: string): Promise<Frame> {
  const navigated = page.waitForEvent("framenavigated", (frame) => frame !== page.mainFrame());
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement("iframe"), { src }));
  }, address);
  const frame = await navigated;
  await frame.waitForLoadState();
  return frame;
}

/** Calls the bridge from a frame, and returns the outcome of each call. */
const outcomes = (frame: Page | Frame) =>
  frame.evaluate(async () => {
    if (!portalBridge) return ["no bridge"];
    const calls = [
      portalBridge.load(),
      portalBridge.write("language", "pl"),
      portalBridge.remove("token"),
      portalBridge.start(),
      portalBridge.openExternal("https://example.com/"),
    ];
    return (await Promise.allSettled(calls)).map((outcome) =>
      outcome.status === "fulfilled" ? "answered" : String(outcome.reason),
    );
  });

const refused = expect.stringContaining("Refused: not from a page of the portal");

test("neither another site's page in a window of the app nor any frame may use the bridge @exhaustive", async ({
  portal,
  desktop,
  stranger,
}) => {
  await test.step("another site's page in a window of the app", async () => {
    const { token } = await portal.createUser({ kind: "member" });
    await portal.stored.set("token", token);
    await portal.open("/about");
    const page = await openAt(desktop, stranger);
    expect(await outcomes(page)).toEqual(Array(5).fill(refused));
    await expect.poll(() => portal.stored.get("token")).toBe(token);
    await expect.poll(() => portal.stored.get("language")).toBeNull();
    expect(await desktop.openedLinks()).toEqual([]);
  });
  await test.step("frames of another site and of the portal's own", async () => {
    const page = await openAt(desktop, `app://portal${emptyPath}`);
    expect(await outcomes(page), "its page is one of ours").toEqual(Array(5).fill("answered"));
    for (const address of [stranger, `app://portal${emptyPath}?frame`]) {
      const frame = await addFrame(page, address);
      expect(await outcomes(frame), address).toEqual(Array(5).fill(refused));
    }
  });
});
