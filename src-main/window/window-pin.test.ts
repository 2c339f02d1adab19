import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BrowserWindow, screen } from "../testing/recording-electron.ts";
import { display, place, resetWindows, start } from "../testing/started-windows.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));

beforeEach(resetWindows);

describe("a pinned window", () => {
  it("is on top and narrow, and returns to its bounds when unpinned", () => {
    const { open, pin } = start({ "window-bounds": { ...place, maximized: false } });
    const window = open();
    pin(window).set(true);
    expect(window.setAlwaysOnTop).toHaveBeenLastCalledWith(true, "floating");
    expect(window.bounds).toEqual({ x: 2480, y: 100, width: 420, height: 700 });
    expect(window.webContents.send).toHaveBeenLastCalledWith("onPinChange", true);
    pin(window).set(false);
    expect(window.setAlwaysOnTop).toHaveBeenLastCalledWith(false);
    expect(window.bounds).toEqual(place);
    expect(pin(window).isPinned()).toBe(false);
    expect(window.setFullScreen).not.toHaveBeenCalled(); // it would show or hide the menu bar
  });

  it("is pinned again at the next start in the same place, and can be unpinned", () => {
    const { file, open, pin } = start({ "window-bounds": { ...place, maximized: true } });
    const window = open();
    pin(window).set(true);
    window.setBounds({ x: 50, y: 60, width: 400, height: 800 });
    vi.runAllTimers();
    BrowserWindow.all = [];
    const next = start(Object.fromEntries(file));
    const restored = next.open();
    expect(restored.bounds).toEqual({ x: 50, y: 60, width: 400, height: 800 });
    expect(restored.setAlwaysOnTop).toHaveBeenLastCalledWith(true, "floating");
    restored.emit("ready-to-show");
    expect(restored.maximize).not.toHaveBeenCalled();
    next.pin(restored).set(false);
    expect(restored.bounds).toEqual(place);
    expect(restored.maximize).toHaveBeenCalledOnce();
    expect(next.file.get("pin")).toMatchObject({ on: false });
  });

  it("does not change the stored bounds of an unpinned window", () => {
    const { file, open, pin } = start({ "window-bounds": { ...place, maximized: false } });
    const window = open();
    pin(window).set(true);
    vi.runAllTimers();
    window.emit("close");
    expect(file.get("window-bounds")).toMatchObject(place);
    expect(file.get("pin")).toMatchObject({ on: true, bounds: { width: 420 } });
  });

  it("that was maximised is maximised again when unpinned, also after a restart", () => {
    const { file, open, pin } = start({ "window-bounds": { ...place, maximized: false } });
    const window = open();
    window.maximized = true;
    pin(window).set(true);
    expect(window.maximized).toBe(false);
    vi.runAllTimers();
    pin(window).set(false);
    expect(window.maximized).toBe(true);
    vi.runAllTimers();
    expect(file.get("window-bounds")).toEqual({ ...place, maximized: true });
  });

  describe("that was in full screen", () => {
    function startFilled() {
      const started = start({ "window-bounds": { ...place, maximized: false } });
      const window = started.open();
      window.fullScreen = true;
      return { ...started, window, pin: started.pin(window) };
    }

    it("sets its bounds only after leaving full screen", () => {
      const { window, pin } = startFilled();
      pin.set(true);
      expect(pin.isPinned()).toBe(true);
      expect(window.setFullScreen).toHaveBeenCalledExactlyOnceWith(false);
      expect(window.setBounds).not.toHaveBeenCalled();
      expect(window.setAlwaysOnTop).not.toHaveBeenCalled();
      window.finishFullScreen();
      expect(window.setAlwaysOnTop).toHaveBeenLastCalledWith(true, "floating");
      expect(window.bounds).toEqual({ x: 2480, y: 100, width: 420, height: 700 });
    });

    it("returns to full screen when unpinned and keeps its stored bounds", () => {
      const { file, window, pin } = startFilled();
      pin.set(true);
      window.finishFullScreen();
      vi.runAllTimers();
      pin.set(false);
      expect(window.setFullScreen).toHaveBeenLastCalledWith(true);
      window.finishFullScreen();
      vi.runAllTimers();
      expect(window.bounds).toEqual(place);
      expect(file.get("window-bounds")).toEqual({ ...place, maximized: false });
    });

    it("is unchanged if it is unpinned while it is leaving full screen", () => {
      const { window, pin } = startFilled();
      pin.set(true);
      pin.set(false);
      window.finishFullScreen();
      expect(window.setAlwaysOnTop).not.toHaveBeenCalledWith(true, "floating");
      expect(window.bounds).toEqual(place);
      expect(window.setFullScreen.mock.calls).toEqual([[false], [true]]);
    });

    it("is left alone if it was closed while leaving full screen", () => {
      const { window, pin } = startFilled();
      pin.set(true);
      window.destroyed = true;
      window.finishFullScreen();
      expect(window.setBounds).not.toHaveBeenCalled();
    });
  });

  describe("on macOS, where full screen is asynchronous", () => {
    const platform = Object.getOwnPropertyDescriptor(process, "platform")!; // every process has one
    const narrow = { x: 2480, y: 100, width: 420, height: 700 };
    beforeEach(() => void Object.defineProperty(process, "platform", { value: "darwin" }));
    afterEach(() => void Object.defineProperty(process, "platform", platform));

    function startUnfilled() {
      const started = start({ "window-bounds": { ...place, maximized: false } });
      const window = started.open();
      return { window, pin: started.pin(window) };
    }

    it("leaves full screen that it was entering, so that its bounds are not lost", () => {
      const { window, pin } = startUnfilled();
      window.setFullScreen(true);
      pin.set(true);
      window.finishFullScreen();
      window.finishFullScreen();
      expect(window.fullScreen).toBe(false);
      expect(window.bounds).toEqual(narrow);
      expect(window.setAlwaysOnTop).toHaveBeenLastCalledWith(true, "floating");
      pin.set(false);
      expect(window.bounds).toEqual(place);
    });

    it("can enter full screen and is narrow again afterwards", () => {
      const { window, pin } = startUnfilled();
      pin.set(true);
      window.setFullScreen(true);
      window.finishFullScreen();
      window.finishFullScreen();
      expect(window.fullScreen).toBe(true);
      window.setFullScreen(false);
      window.finishFullScreen();
      expect(window.fullScreen).toBe(false);
      expect(window.bounds).toEqual(narrow);
    });

    it("and unpinned stays in place when it leaves full screen", () => {
      const { window, pin } = startUnfilled();
      pin.set(true);
      pin.set(false);
      const moved = { ...place, x: place.x + 50 };
      window.setBounds(moved);
      window.setFullScreen(true);
      window.finishFullScreen();
      window.setFullScreen(false);
      window.finishFullScreen();
      expect(window.bounds).toEqual(moved);
    });
  });

  it("stays narrow when its display is removed", () => {
    screen.displays = [display(0)];
    const bounds = { x: 2480, y: 100, width: 420, height: 700 };
    const { open } = start({ pin: { on: true, bounds } });
    expect(open().bounds).toEqual({ x: 750, y: 190, width: 420, height: 700 });
  });

  it("is pinned at the next start if any window was pinned", () => {
    const { file, open, pin } = start();
    const [first, second] = [open(), open()];
    pin(first).set(true);
    pin(second).set(true);
    pin(second).set(false);
    expect(file.get("pin")).toMatchObject({ on: true });
    pin(first).set(false);
    expect(file.get("pin")).toMatchObject({ on: false });
  });

  it("is a single one: further windows are not pinned and are offset", () => {
    const { open, pin } = start({
      "window-bounds": { ...place, maximized: false },
      pin: { on: true },
    });
    const [first, second] = [open(), open()];
    expect(pin(first).isPinned()).toBe(true);
    expect(pin(second).isPinned()).toBe(false);
    expect(second.bounds).toEqual({ ...place, x: place.x + 28, y: place.y + 28 });
  });
});
