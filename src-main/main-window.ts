import { app, BrowserWindow, screen } from "electron";
import { brand } from "./brand.ts";
import { recoverFromCrash } from "./crash-recovery.ts";
import type { DesktopTexts } from "./desktop-texts.ts";
import { iconFile, preloadFile } from "./folders.ts";
import { logFailure } from "./log.ts";
import { portalOrigin } from "./portal-address.ts";
import { minimumSize, type Rect } from "./window-bounds.ts";
import { addPin, type WindowPin } from "./window-pin.ts";
import { placeFurther, placeOnDisplays, type WindowState } from "./window-state.ts";

/** ms that a window has to lie still before its place is written. */
const restingTime = 300;

/** The options stand in the call, where a scanner sees them. */
function createWindow(bounds: Rect): BrowserWindow {
  return new BrowserWindow({
    ...bounds,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: brand.name,
    icon: iconFile,
    backgroundColor: brand.colours.paper,
    webPreferences: {
      preload: preloadFile,
      nodeIntegration: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      devTools: !app.isPackaged,
      // Its dictionaries would be fetched from Google.
      spellcheck: false,
    },
  });
}

/** Remembers where somebody put the window, once it has come to rest or closes. */
function rememberBounds(window: BrowserWindow, pin: WindowPin, state: WindowState): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    timer = undefined;
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    if (pin.isPinned()) state.writePin({ on: true, bounds: window.getBounds() });
    else state.writeBounds({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, restingTime);
  };
  window.on("resize", saveSoon);
  window.on("move", saveSoon);
  window.on("maximize", saveSoon);
  window.on("unmaximize", saveSoon);
  window.on("close", () => {
    if (!timer) return; // nobody moved it since: another window may have been
    clearTimeout(timer);
    save();
  });
}

function bringBack(window: BrowserWindow): void {
  if (window.isMaximized() || window.isFullScreen()) return;
  window.setBounds(placeOnDisplays(window.getBounds()));
}

/** A display that goes must not take a window along. Call once. */
export function keepWindowsOnDisplays(): void {
  const bringAllBack = () => BrowserWindow.getAllWindows().forEach(bringBack);
  screen.on("display-removed", bringAllBack);
  screen.on("display-metrics-changed", bringAllBack);
}

/** Loads a page of ours; a load that another one overtook is no failure. */
export function showPage(window: BrowserWindow, path: string): void {
  window.loadURL(`${portalOrigin}${path}`).catch((error: unknown) => {
    if (!window.isDestroyed()) logFailure("A page did not load", error);
  });
}

/** Brings a window to the front, from wherever it is. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** What windows need besides themselves. */
export type WindowServices = { state: WindowState; texts: () => DesktopTexts };

/**
 * Opens a window with a page of ours, where the last one was, and pinned if that one was. It shows
 * once there is something to see. A further window lies a little beside and is not pinned.
 */
export function openWindow({ state, texts }: WindowServices, path = "/"): BrowserWindow {
  const remembered = state.bounds();
  const others = BrowserWindow.getAllWindows().length;
  const window = createWindow(placeFurther(remembered, others));
  const pin = addPin(window, state, others === 0);
  rememberBounds(window, pin, state);
  recoverFromCrash(window, texts);
  window.once("ready-to-show", () => {
    if (remembered?.maximized && !pin.isPinned()) window.maximize();
    window.show();
  });
  showPage(window, path);
  return window;
}
