import { app, BrowserWindow, dialog } from "electron";
import type { PublicBrand } from "#shared/brand.ts";
import { recoverFromCrash } from "./crash-recovery.ts";
import type { DesktopTexts } from "../desktop-texts.ts";
import { moveOntoScreenOnRestore, placeFurther } from "./displays.ts";
import { iconFile, preloadFile } from "../folders.ts";
import { logFailure } from "../log.ts";
import { portalOrigin } from "../links/portal-address.ts";
import { minimumSize, type WindowPlacement } from "./window-bounds.ts";
import { addPin, pinOf, type WindowPin } from "./window-pin.ts";
import type { WindowState } from "./window-state.ts";

/** Time without a change before the bounds are written. */
const settleTimeMs = 300;

/** Stores the bounds of a window that was moved or resized. */
function rememberBounds(window: BrowserWindow, pin: WindowPin, state: WindowState): void {
  const unpinnedNow = () => ({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  const now = () => (pin.isPinned() ? window.getBounds() : unpinnedNow());
  let known = JSON.stringify(now());
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    const bounds = JSON.stringify(now());
    if (bounds === known) return;
    known = bounds;
    if (pin.isPinned()) state.writePin({ on: true, bounds: window.getBounds() });
    else state.writeBounds(unpinnedNow());
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, settleTimeMs);
  };
  window.on("resize", saveSoon);
  window.on("move", saveSoon);
  window.on("maximize", saveSoon);
  window.on("unmaximize", saveSoon);
  // The event of its last move may not have arrived yet.
  window.on("close", save);
}

/** Time after which a window is shown even if its page is not painted yet. */
const maxHiddenMs = 3_000;

function createWindow(bounds: WindowPlacement, isDark: boolean, brand: PublicBrand): BrowserWindow {
  return new BrowserWindow({
    ...bounds,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: brand.name,
    icon: iconFile,
    backgroundColor: isDark ? brand.colours.ground : brand.colours.paper,
    webPreferences: {
      preload: preloadFile,
      nodeIntegration: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      // Caches compiled code from the first start on; by default V8 waits for the third.
      v8CacheOptions: "bypassHeatCheck",
      devTools: !app.isPackaged,
      // The session says whether and in which languages (spelling.ts).
      spellcheck: true,
    },
  });
}

export function showPage(window: BrowserWindow, path: string): void {
  window.loadURL(`${portalOrigin}${path}`).catch((error: unknown) => {
    if (!window.isDestroyed()) logFailure("A page did not load", error);
  });
}

/** Brings a window to the front, also a minimised or hidden one. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Calls `show` when the page is painted, or after a timeout. */
function whenPresentable(window: BrowserWindow, show: () => void): void {
  const present = () => {
    clearTimeout(timer);
    window.off("ready-to-show", present);
    if (!window.isDestroyed()) show();
  };
  const timer = setTimeout(present, maxHiddenMs);
  window.once("ready-to-show", present);
}

/** Windows that are closed because the app leaves their portal: what they keep on this device is deleted. */
const leavingPortal = new WeakSet<BrowserWindow>();

/** Asks before a page is left whose text is not saved, as browsers do. Without an answer Electron would not close the window. */
function askBeforeLeaving(window: BrowserWindow, texts: () => DesktopTexts): void {
  window.webContents.on("will-prevent-unload", (event) => {
    const { portal, stay, leave, ...page } = texts().unsaved;
    const choice = dialog.showMessageBoxSync(window, {
      type: "question",
      ...(leavingPortal.has(window) ? portal : page),
      buttons: [stay, leave],
      defaultId: 0,
      cancelId: 0,
    });
    if (choice === 1) event.preventDefault(); // lets the page be left
  });
}

/** Closes a window of a portal that the app leaves. Resolves with false if the user stays in it because of unsaved text. */
const closeWindow = (window: BrowserWindow): Promise<boolean> =>
  new Promise((resolve) => {
    leavingPortal.add(window);
    window.once("closed", () => resolve(true));
    // After the question above, which is listened to since the window was opened.
    window.webContents.on("will-prevent-unload", (event) => {
      if (event.defaultPrevented) return;
      leavingPortal.delete(window);
      resolve(false);
    });
    window.close();
  });

/** Closes windows of a portal that the app leaves, until the user stays in one. Resolves with whether all are closed. */
export async function closeWindows(windows: readonly BrowserWindow[]): Promise<boolean> {
  for (const window of windows) {
    if (!window.isDestroyed() && !(await closeWindow(window))) return false;
  }
  return true;
}

export type WindowServices = {
  state: WindowState;
  texts: () => DesktopTexts;
  /** Whether somebody is logged in, most likely a member: windows open dark then. */
  isSignedIn: () => boolean;
  brand: () => PublicBrand;
};

/**
 * Opens a window with a path of the portal with the remembered bounds, pinned if the last one was. It is
 * shown when its page is painted, after three seconds at the latest. Further windows are placed next to
 * the first one and are not pinned.
 */
export function openWindow(services: WindowServices, path = "/"): BrowserWindow {
  const { state, texts, isSignedIn, brand } = services;
  const remembered = state.bounds();
  // Not the one that asks for the portal's address.
  const others = BrowserWindow.getAllWindows().filter((window) => pinOf(window) !== null).length;
  const window = createWindow(placeFurther(remembered, others), isSignedIn(), brand());
  const pin = addPin(window, state, others === 0);
  rememberBounds(window, pin, state);
  moveOntoScreenOnRestore(window);
  recoverFromCrash(window, texts);
  askBeforeLeaving(window, texts);
  whenPresentable(window, () => {
    if (remembered?.maximized && !pin.isPinned()) window.maximize();
    window.show();
  });
  showPage(window, path);
  return window;
}
