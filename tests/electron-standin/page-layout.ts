import type { PageSession } from "./page-session.ts";
import type { Rect } from "./rect.ts";

/** A zoom level is a step of 20 %. */
const zoomFactor = (level: number) => 1.2 ** level;

/** Gives a page the size of its window, in which a zoomed page finds less room. */
export async function layOut(page: PageSession, bounds: Rect, zoomLevel: number): Promise<void> {
  const { x, y, width, height } = bounds;
  const { windowId } = await page.send("Browser.getWindowForTarget");
  const zoom = zoomFactor(zoomLevel);
  await page.send("Browser.setWindowBounds", {
    windowId,
    bounds: { left: x, top: y, width, height },
  });
  // Headless Chromium has a toolbar, Electron has none.
  await page.send("Emulation.setDeviceMetricsOverride", {
    width: Math.round(width / zoom),
    height: Math.round(height / zoom),
    deviceScaleFactor: zoom === 1 ? 0 : zoom,
    mobile: false,
  });
}
