import { app, BrowserWindow } from "electron";
import { brand } from "../brand.ts";
import { recoverFromCrash } from "./crash-recovery.ts";
import type { DesktopTexts } from "../desktop-texts.ts";
import { keepReachable } from "./display-changes.ts";
import { placeFurther } from "./displays.ts";
import { iconFile, preloadFile } from "../folders.ts";
import { logFailure } from "../log.ts";
import { portalOrigin } from "../links/portal-address.ts";
import { rememberBounds } from "./remember-bounds.ts";
import { minimumSize, type Wanted } from "./window-bounds.ts";
import { addPin } from "./window-pin.ts";
import type { WindowState } from "./window-state.ts";

/** ms after which a window shows, whether or not there is something to see in it. */
const longestWait = 3_000;

/** The options stand in the call, where a scanner sees them. */
function createWindow(bounds: Wanted): BrowserWindow {
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

/** Calls `show` once the page has something to see, and after a while in any case. */
function whenPresentable(window: BrowserWindow, show: () => void): void {
  const present = () => {
    clearTimeout(timer);
    window.off("ready-to-show", present);
    if (!window.isDestroyed()) show();
  };
  const timer = setTimeout(present, longestWait);
  window.once("ready-to-show", present);
}

/** What windows need besides themselves. */
export type WindowServices = { state: WindowState; texts: () => DesktopTexts };

/**
 * Opens a window with a page of ours, where the last one was, and pinned if that one was. It shows
 * once there is something to see, and after three seconds in any case. A further window lies a little beside and is not pinned.
 */
export function openWindow({ state, texts }: WindowServices, path = "/"): BrowserWindow {
  const remembered = state.bounds();
  const others = BrowserWindow.getAllWindows().length;
  const window = createWindow(placeFurther(remembered, others));
  const pin = addPin(window, state, others === 0);
  rememberBounds(window, pin, state);
  keepReachable(window);
  recoverFromCrash(window, texts);
  whenPresentable(window, () => {
    if (remembered?.maximized && !pin.isPinned()) window.maximize();
    window.show();
  });
  showPage(window, path);
  return window;
}
