import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bridgeChannels } from "../src-shared/bridge.ts";
import { textsIn } from "./desktop-texts.ts";
import { app, BrowserWindow, screen } from "./testing/recording-electron.ts";

vi.mock("electron", () => import("./testing/recording-electron.ts"));
const { focusWindow, openWindow } = await import("./main-window.ts");
const { pinOf } = await import("./window-pin.ts");
const { windowStateIn } = await import("./window-state.ts");

const display = (x: number) => ({ id: x + 1, workArea: { x, y: 0, width: 1920, height: 1080 } });
const place = { x: 2000, y: 100, width: 900, height: 700 };

/** What lies in the store, and a way to open a window as a start with it would. */
function start(entries: Record<string, unknown> = {}) {
  const file = new Map(Object.entries(entries));
  const services = { state: windowStateIn(file), texts: () => textsIn("en") };
  const open = (path?: string) => {
    openWindow(services, path);
    return BrowserWindow.all.at(-1)!; // just opened
  };
  return { file, open, pin: (window: BrowserWindow) => pinOf(window as never)! }; // of the recorder
}

beforeEach(() => {
  vi.useFakeTimers();
  BrowserWindow.all = [];
  screen.displays = [display(0), display(1920)];
  app.isPackaged = false;
});

describe("a window", () => {
  it("gives its page no more than it needs", () => {
    const { webPreferences } = start().open().options;
    expect(webPreferences).toEqual({
      preload: expect.stringMatching(/preload[/\\]index\.cjs$/),
      nodeIntegration: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      devTools: true,
      spellcheck: false,
    });
  });

  it("has no developer tools in production", () => {
    app.isPackaged = true;
    expect(start().open().options.webPreferences?.["devTools"]).toBe(false);
  });

  it("loads pages of the app's own origin, and shows once there is something to see", () => {
    const window = start().open("/articles");
    expect(window.loaded).toEqual(["app://portal/articles"]);
    expect(window.options["show"]).toBe(false);
    expect(window.show).not.toHaveBeenCalled();
    window.emit("ready-to-show");
    expect(window.show).toHaveBeenCalledOnce();
  });

  it("shows after three seconds although nothing was painted, and then once", () => {
    const window = start({ "window-bounds": { ...place, maximized: true } }).open();
    vi.advanceTimersByTime(2_999);
    expect(window.show).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(window.show).toHaveBeenCalledOnce();
    expect(window.maximize).toHaveBeenCalledOnce();
    window.emit("ready-to-show");
    expect(window.show).toHaveBeenCalledOnce();
  });

  it("that was closed before it showed is left alone", () => {
    const window = start().open();
    window.close();
    vi.runAllTimers();
    expect(window.show).not.toHaveBeenCalled();
  });

  it("opens where the last one was", () => {
    const { file, open } = start();
    open().setBounds(place);
    vi.runAllTimers();
    expect(file.get("window-bounds")).toEqual({ ...place, maximized: false });
    BrowserWindow.all = [];
    expect(start(Object.fromEntries(file)).open().bounds).toEqual(place);
  });

  it("opens on screen when the display it was on is gone", () => {
    screen.displays = [display(0)];
    const { bounds } = start({ "window-bounds": { ...place, maximized: false } }).open();
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(1920);
  });

  it.each([null, "x", { x: 1 }, { ...place, x: "0", maximized: true }, { ...place, width: 1e9 }])(
    "opens as the first time when what was stored is %j",
    (stored) => {
      const { bounds } = start({ "window-bounds": stored, pin: stored }).open();
      expect(bounds).toEqual({ x: 320, y: 110, width: 1280, height: 860 });
    },
  );

  it("on a new device does not hide the one before; it breaks if both lie in the middle", () => {
    const { open } = start();
    const [first, second] = [open(), open()];
    expect(second.bounds).toEqual({ ...first.bounds, x: 348, y: 138 });
  });

  it("opens maximised again once it shows", () => {
    const window = start({ "window-bounds": { ...place, maximized: true } }).open();
    expect(window.maximize).not.toHaveBeenCalled();
    window.emit("ready-to-show");
    expect(window.maximize).toHaveBeenCalledOnce();
  });

  it("remembers its place when it closes before it came to rest", () => {
    const { file, open } = start();
    const window = open();
    window.setBounds(place);
    window.emit("close");
    expect(file.get("window-bounds")).toMatchObject(place);
  });

  it("remembers its place when it closes before its move was told", () => {
    const { file, open } = start();
    const window = open();
    window.bounds = place;
    window.emit("close");
    expect(file.get("window-bounds")).toEqual({ ...place, maximized: false });
  });

  it("that nobody moved does not make its place that of the next start", () => {
    const { file, open } = start({ "window-bounds": { ...place, maximized: false } });
    open();
    const further = open();
    further.emit("resize");
    further.emit("close");
    vi.runAllTimers();
    expect(file.get("window-bounds")).toMatchObject(place);
  });

  it("comes to the front from the task bar", () => {
    const window = start().open();
    window.minimized = true;
    focusWindow(window as never); // the recorder's
    expect(window.restore).toHaveBeenCalledOnce();
    expect(window.focus).toHaveBeenCalledOnce();
  });
});

describe("a pinned window", () => {
  it("is above others and narrow, and goes back to where it was", () => {
    const { open, pin } = start({ "window-bounds": { ...place, maximized: false } });
    const window = open();
    pin(window).set(true);
    expect(window.setAlwaysOnTop).toHaveBeenLastCalledWith(true, "floating");
    expect(window.bounds).toEqual({ x: 2480, y: 100, width: 420, height: 700 });
    expect(window.webContents.send).toHaveBeenLastCalledWith(bridgeChannels.pinChanged, true);
    pin(window).set(false);
    expect(window.setAlwaysOnTop).toHaveBeenLastCalledWith(false);
    expect(window.bounds).toEqual(place);
    expect(pin(window).isPinned()).toBe(false);
  });

  it("is pinned again at the next start, where it was, and can be released", () => {
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

  it("does not make its narrow place that of an unpinned one", () => {
    const { file, open, pin } = start({ "window-bounds": { ...place, maximized: false } });
    const window = open();
    pin(window).set(true);
    vi.runAllTimers();
    window.emit("close");
    expect(file.get("window-bounds")).toMatchObject(place);
    expect(file.get("pin")).toMatchObject({ on: true, bounds: { width: 420 } });
  });

  it("that was maximised is so again once it is released, and at the next start", () => {
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

  describe("that filled the screen", () => {
    function startFilled() {
      const started = start({ "window-bounds": { ...place, maximized: false } });
      const window = started.open();
      window.fullScreen = true;
      return { ...started, window, pin: started.pin(window) };
    }

    it("waits until it has left it; it breaks if bounds are set before that", () => {
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

    it("fills it again once it is released, and its place stays that of the next start", () => {
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

    it("is as it was when it is released while it still leaves the screen", () => {
      const { window, pin } = startFilled();
      pin.set(true);
      pin.set(false);
      window.finishFullScreen();
      expect(window.setAlwaysOnTop).not.toHaveBeenCalledWith(true, "floating");
      expect(window.bounds).toEqual(place);
      expect(window.setFullScreen.mock.calls).toEqual([[false], [true]]);
    });

    it("is left alone when it was closed while it left the screen", () => {
      const { window, pin } = startFilled();
      pin.set(true);
      window.destroyed = true;
      window.finishFullScreen();
      expect(window.setBounds).not.toHaveBeenCalled();
    });
  });

  it("stays narrow when its display is gone; it breaks if it covers another one", () => {
    screen.displays = [display(0)];
    const bounds = { x: 2480, y: 100, width: 420, height: 700 };
    const { open } = start({ pin: { on: true, bounds } });
    expect(open().bounds).toEqual({ x: 750, y: 190, width: 420, height: 700 });
  });

  it("is pinned at the next start unless all were released; it breaks if the last one counts", () => {
    const { file, open, pin } = start();
    const [first, second] = [open(), open()];
    pin(first).set(true);
    pin(second).set(true);
    pin(second).set(false);
    expect(file.get("pin")).toMatchObject({ on: true });
    pin(first).set(false);
    expect(file.get("pin")).toMatchObject({ on: false });
  });

  it("is one window: a further one is not pinned, and lies beside", () => {
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

describe("under Wayland", () => {
  const linux = { ...process, platform: "linux" as const };
  beforeEach(() => {
    vi.stubGlobal("process", linux);
    vi.stubEnv("XDG_SESSION_TYPE", "wayland");
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    app.commandLine.getSwitchValue.mockReset().mockReturnValue("");
  });

  it("no window is pinned: the system keeps that to itself", () => {
    const { open, pin } = start({ pin: { on: true, bounds: place } });
    const window = open();
    expect(pin(window).isPinned()).toBe(false);
    pin(window).set(true);
    expect(pin(window).isPinned()).toBe(false);
  });

  it("sizes are stored and restored, and no positions", () => {
    const { file, open } = start({ "window-bounds": { ...place, maximized: false } });
    const window = open();
    expect(window.options).toMatchObject({ width: 900, height: 700 });
    expect(Object.keys(window.options)).not.toEqual(expect.arrayContaining(["x"]));
    expect(Object.keys(window.options)).not.toEqual(expect.arrayContaining(["y"]));
    window.setBounds({ x: 0, y: 0, width: 1000, height: 800 });
    vi.runAllTimers();
    expect(file.get("window-bounds")).toEqual({ width: 1000, height: 800, maximized: false });
    const further = open();
    expect(Object.keys(further.options)).not.toEqual(expect.arrayContaining(["x"]));
  });

  it("an app that runs by X11 all the same is as anywhere; a size alone opens in the middle", () => {
    app.commandLine.getSwitchValue.mockReturnValue("x11");
    const { open, pin } = start({ "window-bounds": { width: 900, height: 700, maximized: false } });
    const window = open();
    expect(window.bounds).toEqual({ x: 510, y: 190, width: 900, height: 700 });
    pin(window).set(true);
    expect(pin(window).isPinned()).toBe(true);
  });

  it("is also what the switch says, whatever the session is called", () => {
    vi.stubEnv("XDG_SESSION_TYPE", "x11");
    app.commandLine.getSwitchValue.mockReturnValue("wayland");
    const { open, pin } = start();
    const window = open();
    pin(window).set(true);
    expect(pin(window).isPinned()).toBe(false);
  });
});
