import {
  PageSession,
  contentsByFrame,
  contentsByTarget,
  layOut,
  setZoomLevelOf,
  zoomLevelOf,
} from "./page-session.ts";
import { Frames } from "../navigation/frames.ts";
import { closeTarget } from "../navigation/navigation-gate.ts";
import { Navigation, type OpenHandler, makeNavigationHistory } from "../navigation/navigation.ts";
import { PageLoads } from "./page-loads.ts";
import { PreloadChannel } from "../preload/preload-channel.ts";
import type { Rect } from "../window/window-place.ts";
import { destroyableClass, strictClass, StrictEmitter } from "../strict.ts";
import type { WindowOptions } from "../window/window-options.ts";

const events = new Set([
  "did-stop-loading",
  "did-navigate",
  "will-navigate",
  "will-frame-navigate",
  "will-redirect",
  "found-in-page",
  "render-process-gone",
  // These do not happen here: specs emit them.
  "unresponsive",
  "responsive",
  "context-menu",
  "will-prevent-unload",
  // There is no webview here.
  "will-attach-webview",
]);

/** What contents need of their window. */
export type Surroundings = {
  readonly bounds: Rect;
  firstPaint(): void;
  titleChanged(title: string): void;
  gone(): void;
};

export class WebContents extends StrictEmitter {
  readonly #navigationHistory = makeNavigationHistory(this, () => this.ready);
  /** Resolves once the page is set up, before its first navigation. */
  readonly ready: Promise<PageSession>;
  readonly navigation = new Navigation(this);
  readonly frames = new Frames();
  readonly preload: PreloadChannel;
  targetId = "";
  #window: Surroundings;
  #loads: PageLoads;
  #laidOutZoom = 0;
  #sizedByTest = false;
  #destroyed = false;

  constructor(window: Surroundings, preferences: WindowOptions["webPreferences"]) {
    super("WebContents", events);
    this.#window = window;
    this.#loads = new PageLoads(this, () => window.firstPaint());
    this.preload = new PreloadChannel(this, (title) => window.titleChanged(title));
    this.ready = this.#open(preferences);
    this.ready.catch((error: unknown) => console.error("electron stand-in:", error));
  }

  async #open(preferences: WindowOptions["webPreferences"]): Promise<PageSession> {
    const page = await PageSession.open(this.#window.bounds);
    this.targetId = page.targetId;
    contentsByTarget.set(page.targetId, this);
    page.on("Inspector.targetCrashed", () =>
      this.emit("render-process-gone", {}, { reason: "crashed", exitCode: 1 }),
    );
    this.frames.watch(page);
    this.navigation.watch(page);
    await Promise.all([
      this.#loads.watch(page),
      this.preload.install(page, preferences),
      layOut(page, this.#window.bounds, 0),
    ]);
    return page;
  }

  /** Applies the window's size and the zoom level to the page. */
  async layOut(): Promise<void> {
    const page = await this.ready;
    if (this.#sizedByTest || this.#destroyed) return;
    this.#laidOutZoom = this.zoomLevel;
    await layOut(page, this.#window.bounds, this.zoomLevel).catch(() => {}); // it is gone
  }

  /** From now on the test determines the page's size, as with emulation in Electron. */
  async yieldSize(): Promise<void> {
    if (this.#sizedByTest) return;
    this.#sizedByTest = true;
    const page = await this.ready;
    await page.send("Emulation.clearDeviceMetricsOverride").catch(() => {}); // it is gone
  }

  /** Applies the zoom of the new host. */
  urlChanged(): void {
    if (this.zoomLevel !== this.#laidOutZoom) void this.layOut();
  }

  /** Must be called when Chromium's window was closed. */
  targetGone(): void {
    this.#window.gone();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    contentsByTarget.delete(this.targetId);
    for (const [frame, contents] of contentsByFrame) {
      if (contents === this) contentsByFrame.delete(frame);
    }
    this.frames.end();
    this.#loads.abort();
    const close = () => closeTarget(this.targetId);
    this.ready.then((page) => page.stopListening()).then(close, close);
  }

  get navigationHistory(): ReturnType<typeof makeNavigationHistory> {
    return this.#navigationHistory;
  }
  loadURL(url: string): Promise<void> {
    this.navigation.forget();
    return this.#loads.load(url);
  }
  reload(): void {
    this.#loads.loading = true;
    this.ready.then((page) => page.send("Page.reload")).catch(() => {}); // it is gone
  }
  send(channel: string, ...args: unknown[]): void {
    this.preload.send(channel, args);
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.navigation.setWindowOpenHandler(handler);
  }
  get zoomLevel(): number {
    return zoomLevelOf(this.getURL());
  }
  set zoomLevel(level: number) {
    setZoomLevelOf(this.getURL(), level);
    for (const contents of contentsByTarget.values()) void contents.layOut();
  }

  getURL(): string {
    return this.#loads.url;
  }
  /** Null: no frame in a test opens a window. */
  readonly focusedFrame = null;
  /** Loads by a test count from their commit. */
  isLoadingMainFrame(): boolean {
    return this.#loads.loading;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}
destroyableClass("WebContents", WebContents.prototype);
strictClass("WebContents", WebContents);
