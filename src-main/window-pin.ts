import { app, BrowserWindow } from "electron";
import { bridgeChannels } from "../src-shared/bridge.ts";
import { compactBounds, type Rect } from "./window-bounds.ts";
import { placeOnDisplays, type WindowState } from "./window-state.ts";

/**
 * Whether windows can be kept above others: Wayland leaves that to its own window menu. Where the
 * session is Wayland, `--ozone-platform=x11` brings it back.
 */
export const canPin = (): boolean =>
  process.platform !== "linux" ||
  process.env["XDG_SESSION_TYPE"] !== "wayland" ||
  app.commandLine.getSwitchValue("ozone-platform") === "x11";

/** The pin of one window: above all others and narrow, and back to where it was (ruling 31). */
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

function pinAt(window: BrowserWindow, bounds: Rect): void {
  window.setFullScreen(false);
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
  const pinNow = () => {
    const { bounds } = state.pin();
    pinAt(window, bounds ?? compactBounds(unpinned.bounds));
  };
  const pin: WindowPin = {
    isPinned: () => pinned,
    set: (wanted) => {
      if (wanted === pinned || (wanted && !canPin())) return;
      pinned = wanted;
      if (wanted) {
        unpinned = unpinnedNow(window);
        pinNow();
      } else {
        release(window, unpinned);
      }
      // The next start has one window: it is pinned if any is.
      state.writePin({ ...state.pin(), on: isAnyPinned() });
      window.webContents.send(bridgeChannels.pinChanged, wanted);
      tell();
    },
  };
  pins.set(window, pin);
  if (restore && state.pin().on && canPin()) {
    pinned = true;
    // A window that is to be maximised is not so yet: it does not show.
    unpinned = { ...unpinned, maximized: state.bounds()?.maximized ?? false };
    pinNow();
  }
  window.once("closed", tell);
  tell();
  return pin;
}
