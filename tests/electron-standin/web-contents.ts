import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { contentsByFrame, contentsByTarget } from "./all-contents.ts";
import { closeTarget } from "./navigation-gate.ts";
import { makeEvent } from "./electron-event.ts";
import { FindInPage, type FindOptions } from "./find-in-page.ts";
import { makeFrame } from "./frame.ts";
import { makeNavigationHistory } from "./navigation-history.ts";
import { answerInvocation, pack, type Invocation } from "./ipc-main.ts";
import { Navigation } from "./navigation.ts";
import { PageSession } from "./page-session.ts";
import { pageSource, preloadSource, preloadWorld } from "./page-worlds.ts";
import { applyPermissions } from "./permissions.ts";
import type { Rect } from "./rect.ts";
import { toApp, toWeb } from "./schemes.ts";
import { defaultSession } from "./session.ts";
import { strictClass, StrictEmitter } from "./strict.ts";
import { zoomFactor, zoomLevelOf, setZoomLevelOf } from "./zoom.ts";

const events = new Set([
  "did-start-loading",
  "did-stop-loading",
  "did-finish-load",
  "did-fail-load",
  "dom-ready",
  "did-navigate",
  "did-navigate-in-page",
  "will-navigate",
  "will-frame-navigate",
  "will-redirect",
  "page-title-updated",
  "render-process-gone",
  "found-in-page",
  "destroyed",
  // There is no webview here.
  "will-attach-webview",
]);

/** What contents need of the window around them. */
export type Surroundings = {
  readonly bounds: Rect;
  firstPaint(): void;
  titleChanged(title: string): void;
  close(): void;
  gone(): void;
};

type FromPage = Invocation | { op: "hello" } | { op: "title"; title: string };

let lastId = 0;

export class WebContents extends StrictEmitter {
  readonly id = ++lastId;
  readonly session = defaultSession;
  readonly navigation = new Navigation(this);
  readonly navigationHistory = makeNavigationHistory(() => this.ready);
  /** Resolves once the page is set up, and before it goes anywhere. */
  readonly ready: Promise<PageSession>;
  targetId = "";
  #window: Surroundings;
  #find = new FindInPage(this);
  #url = "";
  #title = "";
  #loading = false;
  #destroyed = false;
  /** The preload script's world in the document of now. */
  #world: number | null = null;
  #loads = new Map<string, () => void>();
  #committed = false;

  constructor(window: Surroundings, preload: string | undefined) {
    super("WebContents", events);
    this.#window = window;
    this.ready = this.#open(preload);
    this.ready.catch((error: unknown) => console.error("electron stand-in:", error));
  }

  async #open(preload: string | undefined): Promise<PageSession> {
    const page = await PageSession.open(this.#window.bounds);
    this.targetId = page.targetId;
    contentsByTarget.set(page.targetId, this);
    this.#watch(page);
    this.navigation.watch(page);
    const token = `standin-${randomUUID()}`;
    if (preload && !existsSync(preload)) throw new Error(`Unable to load preload script: ${preload}`);
    const script = preload ? readFileSync(preload, "utf8") : "";
    await Promise.all([
      page.send("Page.enable"),
      page.send("Page.setLifecycleEventsEnabled", { enabled: true }),
      page.send("Runtime.enable"), // without it no bindingCalled
      page.send("Runtime.addBinding", { name: "standinIpc", executionContextName: preloadWorld }),
      page.send("Page.addScriptToEvaluateOnNewDocument", { source: pageSource(token) }),
      page.send("Page.addScriptToEvaluateOnNewDocument", {
        worldName: preloadWorld,
        source: preloadSource(token, script),
      }),
      this.#layOut(page),
    ]);
    return page;
  }

  #watch(page: PageSession): void {
    page.on("Page.frameNavigated", ({ frame }) => {
      if (!frame.parentId) this.#navigated(page, toApp(frame.url + (frame.urlFragment ?? "")));
    });
    page.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      if (frameId !== page.targetId) return;
      this.#url = toApp(url);
      this.emit("did-navigate-in-page", makeEvent(), this.#url, true);
    });
    page.on("Page.lifecycleEvent", ({ frameId, name, loaderId }) => {
      if (frameId === page.targetId && !/^(about:blank)?$/.test(this.#url)) {
        this.#lifecycle(name, loaderId);
      }
    });
    page.on("Runtime.bindingCalled", ({ payload, executionContextId }) =>
      this.#hear(JSON.parse(toApp(payload)), executionContextId),
    );
    page.on("Inspector.targetCrashed", () =>
      this.emit("render-process-gone", makeEvent(), { reason: "crashed", exitCode: 1 }),
    );
  }

  #navigated(page: PageSession, url: string): void {
    this.#url = url;
    if (!this.#committed && url !== "about:blank") {
      this.#committed = true;
      void page.send("Page.resetNavigationHistory").catch(() => {}); // the empty page was no step
    }
    void this.layOut(); // another origin has another zoom
    this.emit("did-navigate", makeEvent(), url, 200, "OK");
  }

  #lifecycle(name: string, loaderId: string): void {
    if (name === "init") {
      this.#loading = true;
      this.emit("did-start-loading");
    }
    if (name === "DOMContentLoaded") this.emit("dom-ready", makeEvent());
    if (name !== "load") return;
    this.#loading = false;
    this.#window.firstPaint();
    this.emit("did-finish-load");
    this.emit("did-stop-loading");
    this.#loads.get(loaderId)?.();
  }

  #hear(message: FromPage, world: number): void {
    if (message.op === "hello") this.#world = world;
    else if (message.op === "title") this.#titleChanged(message.title);
    else void answerInvocation(this, message).then((answer) => this.#deliver(answer, world));
  }

  #titleChanged(title: string): void {
    this.#title = title;
    this.#window.titleChanged(title);
  }

  #deliver(message: object, contextId: number): void {
    const expression = `standinDeliver(${toWeb(JSON.stringify(message))})`;
    void this.ready
      .then((page) => page.send("Runtime.evaluate", { expression, contextId }))
      .catch(() => {}); // the document is gone
  }

  /** Runs code in the preload script's world; undefined when the document goes meanwhile. */
  async evaluateInPreload(expression: string): Promise<unknown> {
    const page = await this.ready;
    const contextId = this.#world ?? undefined;
    const evaluated = page.send("Runtime.evaluate", { expression, contextId, returnByValue: true });
    return (await evaluated.catch(() => null))?.result?.value;
  }

  async #layOut(page: PageSession): Promise<void> {
    const { x, y, width, height } = this.#window.bounds;
    const { windowId } = await page.send("Browser.getWindowForTarget");
    const zoom = zoomFactor(zoomLevelOf(this.#url));
    await Promise.all([
      page.send("Browser.setWindowBounds", { windowId, bounds: { left: x, top: y, width, height } }),
      // Headless Chromium has a toolbar, Electron has none.
      page.send("Emulation.setDeviceMetricsOverride", {
        width: Math.round(width / zoom),
        height: Math.round(height / zoom),
        deviceScaleFactor: zoom === 1 ? 0 : zoom,
        mobile: false,
      }),
    ]);
  }

  /** Brings the page to the size of its window. */
  layOut(): Promise<void> {
    return this.ready.then((page) => this.#layOut(page)).catch(() => {}); // it is gone
  }

  /** The page's own window was closed, by whomever. */
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
    for (const loaded of this.#loads.values()) loaded();
    this.emit("destroyed");
    void this.ready.catch(() => {}).then(() => closeTarget(this.targetId));
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.ready;
    await applyPermissions(this, url);
    this.navigation.forget();
    const { errorText, loaderId } = await page.send("Page.navigate", { url: toWeb(url) });
    if (errorText) {
      this.emit("did-fail-load", makeEvent(), -2, errorText, url, true);
      const message = `${errorText.replace("net::", "")} loading '${url}'`;
      throw Object.assign(new Error(message), { code: errorText, url });
    }
    if (!loaderId || this.#destroyed) return;
    await new Promise<void>((loaded) => this.#loads.set(loaderId, loaded));
    this.#loads.delete(loaderId);
  }

  send(channel: string, ...args: unknown[]): void {
    const message = { op: "send", channel, args: args.map(pack) };
    if (this.#world !== null) this.#deliver(message, this.#world);
  }

  async executeJavaScript(expression: string, userGesture = false): Promise<unknown> {
    const page = await this.ready;
    const asked = { expression, userGesture, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails: failure } = await page.send("Runtime.evaluate", asked);
    if (failure) throw new Error(failure.exception?.description ?? failure.text);
    return result.value;
  }

  reload(): void {
    void this.ready.then((page) => page.send("Page.reload")).catch(() => {}); // it is gone
  }
  /** As if the page had called `window.close()`: the window's `close` event does not come. */
  close(): void {
    this.#window.gone();
  }

  setWindowOpenHandler(handler: (details: object) => { action: string }): void {
    this.navigation.setWindowOpenHandler(handler);
  }
  findInPage(text: string, options: FindOptions = {}): number {
    return this.#find.find(text, options);
  }
  stopFindInPage(): void {
    this.#find.stop();
  }

  get zoomLevel(): number {
    return zoomLevelOf(this.#url);
  }
  set zoomLevel(level: number) {
    this.setZoomLevel(level);
  }
  setZoomLevel(level: number): void {
    setZoomLevelOf(this.#url, level);
    for (const contents of contentsByTarget.values()) void contents.layOut();
  }
  getZoomLevel(): number {
    return this.zoomLevel;
  }

  get mainFrame(): object {
    return makeFrame(this, this.#url);
  }
  getURL(): string {
    return this.#url;
  }
  getTitle(): string {
    return this.#title;
  }
  isLoading(): boolean {
    return this.#loading;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}
strictClass("WebContents", WebContents);
