import type { PageSession } from "./page-session.ts";
import type { Rect } from "../window/rect.ts";

/** Zoom levels by host: Chromium zooms a host in all its windows. */
const levels = new Map<string, number>();

const hostOf = (url: string) => URL.parse(url)?.host ?? "";

export const zoomLevelOf = (url: string): number => levels.get(hostOf(url)) ?? 0;
export const setZoomLevelOf = (url: string, level: number): void =>
  void levels.set(hostOf(url), level);

/** A zoom level is a step of 20 %. */
const zoomFactor = (level: number) => 1.2 ** level;

/** Gives a page the size of its window, divided by the zoom factor. */
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
