import { app, type BrowserWindow } from "electron";
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
const listeners = new Set<(window: BrowserWindow) => void>();

/** The pin of a window of ours; null for others. */
export const pinOf = (window: BrowserWindow | null): WindowPin | null =>
  (window && pins.get(window)) ?? null;

/** Calls the listener when a window was pinned or released. */
export const onPinChange = (listener: (window: BrowserWindow) => void) =>
  void listeners.add(listener);

function pinAt(window: BrowserWindow, bounds: Rect): void {
  window.setFullScreen(false);
  window.unmaximize();
  window.setAlwaysOnTop(true, "floating");
  window.setBounds(placeOnDisplays(bounds));
}

/** Gives the window its pin, and pins it at once when it was pinned when the app ended. */
export function addPin(window: BrowserWindow, state: WindowState, restore: boolean): WindowPin {
  let pinned = false;
  let unpinnedBounds: Rect = window.getNormalBounds();
  const pin: WindowPin = {
    isPinned: () => pinned,
    set: (wanted) => {
      if (wanted === pinned || (wanted && !canPin())) return;
      pinned = wanted;
      const { bounds } = state.pin();
      if (wanted) {
        unpinnedBounds = window.getNormalBounds();
        pinAt(window, bounds ?? compactBounds(unpinnedBounds));
      } else {
        window.setAlwaysOnTop(false);
        window.setBounds(placeOnDisplays(unpinnedBounds));
      }
      state.writePin({ on: wanted, ...(bounds && { bounds }) });
      window.webContents.send(bridgeChannels.pinChanged, wanted);
      listeners.forEach((listener) => listener(window));
    },
  };
  pins.set(window, pin);
  if (restore && state.pin().on) pin.set(true);
  return pin;
}
