import { app, keptOpen, windowGone } from "../app/app.ts";
import { makeEvent } from "../app/electron-event.ts";
import { openWindows } from "./open-windows.ts";
import { assertWholeNumbers, type Rect } from "./rect.ts";
import { destroyableClass, strictClass, StrictEmitter } from "../strict.ts";
import { WebContents } from "../page/web-contents.ts";
import { focusedWindow, giveFocus, takeFocus } from "./window-focus.ts";
import { checkOptions, type WindowOptions } from "./window-options.ts";
import { WindowPlace } from "./window-place.ts";

const events = new Set([
  "ready-to-show",
  "show",
  "hide",
  "focus",
  "blur",
  "close",
  "closed",
  "move",
  "moved",
  "resize",
  "resized",
  "maximize",
  "unmaximize",
  "minimize",
  "restore",
  "enter-full-screen",
  "leave-full-screen",
  "always-on-top-changed",
  "page-title-updated",
]);

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
    return focusedWindow();
  }
  static fromWebContents(contents: WebContents | undefined): BrowserWindow | null {
    return [...openWindows].find((window) => window.webContents === contents) ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return [...openWindows].find((window) => window.id === id) ?? null;
  }

  get id(): number {
    return this.#webContents.id;
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
    const event = makeEvent();
    this.#webContents.emit("page-title-updated", event, title, true);
    this.emit("page-title-updated", event, title, true);
    if (!event.defaultPrevented) this.#title = title;
  }
  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): void {
    this.#title = title;
  }

  show(): void {
    if (!this.#visible) {
      this.#visible = true;
      this.emit("show");
    }
    this.focus();
  }
  hide(): void {
    if (!this.#visible) return;
    this.blur();
    this.#visible = false;
    this.emit("hide");
  }
  focus(): void {
    giveFocus(this);
  }
  blur(): void {
    takeFocus(this);
  }
  isFocused(): boolean {
    return focusedWindow() === this;
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
  getSize(): [number, number] {
    return [this.bounds.width, this.bounds.height];
  }
  setSize(width: number, height: number): void {
    assertWholeNumbers([width, height]);
    this.#place.setBounds({ width, height });
  }
  getPosition(): [number, number] {
    return [this.bounds.x, this.bounds.y];
  }
  setPosition(x: number, y: number): void {
    assertWholeNumbers([x, y]);
    this.#place.setBounds({ x, y });
  }
  getMinimumSize(): [number, number] {
    return this.#place.minimumSize;
  }
  isMaximized(): boolean {
    return this.#place.has("maximized");
  }
  maximize(): void {
    this.#place.set("maximized", true);
    this.show();
  }
  unmaximize(): void {
    this.#place.set("maximized", false);
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
    this.#place.setFullScreen(on);
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
