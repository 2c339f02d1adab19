import { app, keptOpen, windowGone } from "../app/app.ts";
import { StrictEmitter, destroyableClass, makeEvent, strictClass } from "../strict.ts";
import { type Rect, WindowPlace } from "./window-place.ts";
import { WebContents } from "../page/web-contents.ts";
import { openWindows } from "./open-windows.ts";
import { checkOptions, type WindowOptions } from "./window-options.ts";

const events = new Set([
  "ready-to-show",
  "show",
  "close",
  "closed",
  "move",
  "resize",
  "maximize",
  "unmaximize",
  "restore",
  "leave-full-screen",
]);

let focused: BrowserWindow | null = null;

function giveFocus(window: BrowserWindow): void {
  if (focused === window || window.isDestroyed() || !window.isVisible()) return;
  focused = window;
  app.emit("browser-window-focus", makeEvent(), window);
}

export class BrowserWindow extends StrictEmitter {
  readonly #webContents: WebContents;
  #place: WindowPlace;
  #title: string;
  #visible = false;
  #painted = false;
  #destroyed = false;

  constructor(options: WindowOptions = {}) {
    super("BrowserWindow", events);
    if (!app.isReady()) throw new Error("Cannot create BrowserWindow before app is ready");
    checkOptions(options);
    this.#title = options.title ?? app.name;
    this.#place = new WindowPlace(options, (...event) => this.#placeChanged(event));
    this.#webContents = new WebContents(this, options.webPreferences);
    openWindows.add(this);
    app.emit("browser-window-created", makeEvent(), this);
    app.emit("web-contents-created", makeEvent(), this.#webContents);
    if (options.show ?? true) this.show();
  }

  static getAllWindows(): BrowserWindow[] {
    return [...openWindows];
  }
  static getFocusedWindow(): BrowserWindow | null {
    return focused;
  }
  static fromWebContents(contents: WebContents | undefined): BrowserWindow | null {
    return [...openWindows].find((window) => window.webContents === contents) ?? null;
  }
  get webContents(): WebContents {
    return this.#webContents;
  }
  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  /** Must be called after the page's first paint. */
  firstPaint(): void {
    if (this.#painted) return;
    this.#painted = true;
    this.emit("ready-to-show");
  }
  titleChanged(title: string): void {
    this.#title = title;
  }
  getTitle(): string {
    return this.#title;
  }
  show(): void {
    if (!this.#visible) {
      this.#visible = true;
      this.emit("show");
    }
    this.focus();
  }
  focus(): void {
    giveFocus(this);
  }
  blur(): void {
    if (focused === this) focused = null;
  }
  isVisible(): boolean {
    return this.#visible;
  }

  close(): void {
    const event = makeEvent();
    this.emit("close", event);
    if (event.defaultPrevented) keptOpen();
    else setImmediate(() => this.gone());
  }
  destroy(): void {
    this.gone();
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  /** Removes the window from the list first, so that Playwright never sees a closed page with a window. */
  gone(): void {
    if (this.#destroyed) return;
    this.blur();
    this.#destroyed = true;
    openWindows.delete(this);
    this.#webContents.destroy();
    this.emit("closed");
    windowGone();
  }

  #placeChanged([event, ...details]: [string, ...unknown[]]): void {
    if (this.#destroyed) return;
    void this.#webContents.layOut();
    this.emit(event, makeEvent(), ...details);
  }
  get bounds(): Rect {
    return this.#place.bounds;
  }
  getBounds(): Rect {
    return this.bounds;
  }
  getNormalBounds(): Rect {
    return this.#place.normalBounds;
  }
  setBounds(bounds: Partial<Rect>): void {
    this.#place.setBounds(bounds);
  }
  getMinimumSize(): [number, number] {
    return this.#place.minimumSize;
  }
  /** Windows are never maximised here. */
  unmaximize(): void {}
  isMaximized(): boolean {
    return false;
  }
  isMinimized(): boolean {
    return this.#place.has("minimized");
  }
  minimize(): void {
    this.#place.set("minimized", true);
    this.blur();
  }
  restore(): void {
    this.#place.set("minimized", false);
  }
  isFullScreen(): boolean {
    return this.#place.has("full screen");
  }
  setFullScreen(on: boolean): void {
    this.#place.set("full screen", on);
  }
  isAlwaysOnTop(): boolean {
    return this.#place.has("always on top");
  }
  setAlwaysOnTop(on: boolean, _level?: string): void {
    this.#place.set("always on top", on);
  }
}
destroyableClass("BrowserWindow", BrowserWindow.prototype);
strictClass("BrowserWindow", BrowserWindow);
