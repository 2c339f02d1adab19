import { devtools } from "../chromium/devtools.ts";
import { notThere } from "../strict.ts";
import type { Rect } from "../window/window-place.ts";
import type { WebContents } from "./web-contents.ts";

type Params = Record<string, unknown>;
// oxlint-disable-next-line typescript/no-explicit-any -- Chromium's; each listener declares the part it reads
type Event = any;

/** The DevTools session of one page. */
export class PageSession {
  readonly targetId: string;
  readonly #sessionId: string;
  #heard = true;

  constructor(targetId: string, sessionId: string) {
    this.targetId = targetId;
    this.#sessionId = sessionId;
  }

  /** Opens a Chromium window with an empty page. */
  static async open({ x, y, width, height }: Rect): Promise<PageSession> {
    const place = { left: x, top: y, width, height };
    const { targetId } = await devtools.send("Target.createTarget", {
      url: "about:blank",
      newWindow: true,
      ...place,
    });
    return PageSession.#attach(targetId);
  }

  /** Begins another session with any page that is open. Throws if there is none. */
  static async ofAny(): Promise<PageSession> {
    const [targetId] = contentsByTarget.keys();
    if (targetId === undefined) throw notThere("what needs a page while none is open");
    return PageSession.#attach(targetId);
  }

  static async #attach(targetId: string): Promise<PageSession> {
    const { sessionId } = await devtools.send("Target.attachToTarget", { targetId, flatten: true });
    return new PageSession(targetId, sessionId);
  }

  send(method: string, params?: Params): Promise<Event> {
    return devtools.send(method, params, this.#sessionId);
  }

  on(event: string, listener: (params: Event) => void): void {
    devtools.on(`${this.#sessionId} ${event}`, (params) => {
      if (this.#heard) listener(params);
    });
  }

  /** Ignores all further events of the page. */
  stopListening(): void {
    this.#heard = false;
  }
}

/** All live contents by DevTools target ID, which is also the ID of their top frame. */
export const contentsByTarget = new Map<string, WebContents>();

/** The contents of every frame, including nested ones. */
export const contentsByFrame = new Map<string, WebContents>();

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
