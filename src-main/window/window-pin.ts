import { BrowserWindow } from "electron";
import { createListeners } from "#shared/listeners.ts";
import { sendEvent } from "../bridge/bridge-ipc.ts";
import { isWayland, placeOnDisplays } from "./displays.ts";
import { compactBounds, type Rect } from "./window-bounds.ts";
import type { WindowState } from "./window-state.ts";

/** Returns whether windows can stay on top. On Wayland only the user can do that, by the window menu. */
export const canPin = (): boolean => !isWayland();

/** The pin of a window. A pinned window is narrow and on top; unpinning restores its bounds. */
export type WindowPin = { isPinned(): boolean; set(pinned: boolean): void };

const pins = new WeakMap<BrowserWindow, WindowPin>();
const pinChanged = createListeners();

export const pinOf = (window: BrowserWindow | null): WindowPin | null =>
  (window && pins.get(window)) ?? null;

/** Calls the listener when a window is opened, pinned, unpinned or closed. */
export const onPinChange = pinChanged.add;

const isAnyPinned = () => BrowserWindow.getAllWindows().some((window) => pinOf(window)?.isPinned());

/** The state of a window before it was pinned. */
type Unpinned = { bounds: Rect; maximized: boolean; fullScreen: boolean };

const unpinnedNow = (window: BrowserWindow): Unpinned => ({
  bounds: window.getNormalBounds(),
  maximized: window.isMaximized(),
  fullScreen: window.isFullScreen(),
});

/**
 * Returns a function that calls `change` once the window is not in full screen. Leaving full screen is
 * asynchronous (always on macOS), and the window ignores new bounds until it is done. Calls during that
 * time are merged.
 *
 * On macOS a window that is entering full screen ignores bounds as well, and there is no way to detect
 * that. So a pin always requests to leave full screen there: the system does so after entering, and
 * `change` is called again. It ignores the request otherwise, which other systems would not.
 */
function outsideFullScreen(window: BrowserWindow, change: () => void): (isPin: boolean) => void {
  let leaving = false;
  let mayBeEntering = false;
  window.on("leave-full-screen", () => {
    const isDue = leaving || mayBeEntering;
    leaving = false;
    mayBeEntering = false;
    if (isDue && !window.isDestroyed()) change();
  });
  return (isPin) => {
    if (leaving) return;
    leaving = window.isFullScreen();
    mayBeEntering = isPin && !leaving && process.platform === "darwin";
    if (leaving || mayBeEntering) window.setFullScreen(false);
    if (!leaving) change();
  };
}

function pinAt(window: BrowserWindow, bounds: Rect): void {
  window.unmaximize();
  window.setAlwaysOnTop(true, "floating");
  window.setBounds(placeOnDisplays(bounds));
}

function unpin(window: BrowserWindow, { bounds, maximized, fullScreen }: Unpinned): void {
  window.setAlwaysOnTop(false);
  window.setBounds(placeOnDisplays(bounds));
  if (maximized) window.maximize();
  if (fullScreen) window.setFullScreen(true);
}

/** Adds a pin to a window; with `restore` it is pinned if a window was pinned when the app quit. */
export function addPin(window: BrowserWindow, state: WindowState, restore: boolean): WindowPin {
  let pinned = false;
  let unpinned = unpinnedNow(window);
  const apply = outsideFullScreen(window, () => {
    if (pinned) pinAt(window, state.pin().bounds ?? compactBounds(unpinned.bounds));
    else unpin(window, unpinned);
  });
  const pin: WindowPin = {
    isPinned: () => pinned,
    set: (wanted) => {
      if (wanted === pinned || (wanted && !canPin())) return;
      if (wanted) unpinned = unpinnedNow(window);
      pinned = wanted;
      apply(wanted);
      // The next start opens one window, pinned if any window was.
      state.writePin({ ...state.pin(), on: isAnyPinned() });
      sendEvent(window.webContents, "onPinChange", wanted);
      pinChanged.emit();
    },
  };
  pins.set(window, pin);
  if (restore && state.pin().on && canPin()) {
    pinned = true;
    // A window that is going to be maximised is not yet: it is still hidden.
    unpinned = { ...unpinned, maximized: state.bounds()?.maximized ?? false };
    apply(true);
  }
  window.once("closed", () => pinChanged.emit());
  pinChanged.emit();
  return pin;
}
