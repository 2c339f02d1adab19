import { BrowserWindow } from "electron";
import { sendEvent } from "../bridge/bridge-ipc.ts";
import { isWayland, placeOnDisplays } from "./displays.ts";
import { compactBounds, type Rect } from "./window-bounds.ts";
import type { WindowState } from "./window-state.ts";

/** Whether windows can be kept above others: Wayland leaves that to its own window menu. */
export const canPin = (): boolean => !isWayland();

/** The pin of one window: above all others and narrow, and back to where it was. */
export type WindowPin = { isPinned(): boolean; set(pinned: boolean): void };

const pins = new WeakMap<BrowserWindow, WindowPin>();
const listeners = new Set<() => void>();

/** The pin of a window of ours; null for others. */
export const pinOf = (window: BrowserWindow | null): WindowPin | null =>
  (window && pins.get(window)) ?? null;

/** Calls the listener when a window got its pin, was pinned or released, or is gone with its pin. */
export const onPinChange = (listener: () => void) => void listeners.add(listener);

const tell = () => listeners.forEach((listener) => listener());

const isAnyPinned = () => BrowserWindow.getAllWindows().some((window) => pinOf(window)?.isPinned());

/** How a window lay before it was pinned. */
type Unpinned = { bounds: Rect; maximized: boolean; fullScreen: boolean };

const unpinnedNow = (window: BrowserWindow): Unpinned => ({
  bounds: window.getNormalBounds(),
  maximized: window.isMaximized(),
  fullScreen: window.isFullScreen(),
});

/**
 * Calls `change` once the window does not fill the screen. Leaving full screen takes its time, on macOS
 * always: until it has, the window takes no bounds. Calls during that time are one call.
 *
 * On macOS a window that is only entering full screen loses its bounds, too, and nothing tells that it
 * is. The system carries out a request to leave after the entering, and ignores it otherwise: a pin
 * makes one, and `change` is called again when the window has left. Other systems would not ignore it.
 */
function outOfFullScreen(window: BrowserWindow, change: () => void): (isPin: boolean) => void {
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

function release(window: BrowserWindow, { bounds, maximized, fullScreen }: Unpinned): void {
  window.setAlwaysOnTop(false);
  window.setBounds(placeOnDisplays(bounds));
  if (maximized) window.maximize();
  if (fullScreen) window.setFullScreen(true);
}

/** Gives the window its pin, and pins it at once when it was pinned when the app ended. */
export function addPin(window: BrowserWindow, state: WindowState, restore: boolean): WindowPin {
  let pinned = false;
  let unpinned = unpinnedNow(window);
  const apply = outOfFullScreen(window, () => {
    if (pinned) pinAt(window, state.pin().bounds ?? compactBounds(unpinned.bounds));
    else release(window, unpinned);
  });
  const pin: WindowPin = {
    isPinned: () => pinned,
    set: (wanted) => {
      if (wanted === pinned || (wanted && !canPin())) return;
      if (wanted) unpinned = unpinnedNow(window);
      pinned = wanted;
      apply(wanted);
      // The next start has one window: it is pinned if any is.
      state.writePin({ ...state.pin(), on: isAnyPinned() });
      sendEvent(window.webContents, "onPinChange", wanted);
      tell();
    },
  };
  pins.set(window, pin);
  if (restore && state.pin().on && canPin()) {
    pinned = true;
    // A window that is to be maximised is not so yet: it does not show.
    unpinned = { ...unpinned, maximized: state.bounds()?.maximized ?? false };
    apply(true);
  }
  window.once("closed", tell);
  tell();
  return pin;
}
