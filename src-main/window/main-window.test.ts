import { beforeEach, describe, expect, it, vi } from "vitest";
import { brand } from "../brand.ts";
import { app, BrowserWindow, dialog, screen } from "../testing/recording-electron.ts";
import { display, place, resetWindows, start } from "../testing/started-windows.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { closeWindows, focusWindow } = await import("./main-window.ts");

beforeEach(resetWindows);

describe("a window", () => {
  it("opens its page with sandbox and context isolation, without Node", () => {
    const { webPreferences } = start().open().options;
    expect(webPreferences).toEqual({
      preload: expect.stringMatching(/preload[/\\]index\.cjs$/),
      nodeIntegration: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      v8CacheOptions: "bypassHeatCheck",
      devTools: true,
      spellcheck: true,
    });
  });

  it("has no developer tools in production", () => {
    app.isPackaged = true;
    expect(start().open().options.webPreferences?.["devTools"]).toBe(false);
  });

  it("loads the app's own origin and is shown once its page is painted", () => {
    const window = start().open("/articles");
    expect(window.loaded).toEqual(["app://portal/articles"]);
    expect(window.options["show"]).toBe(false);
    expect(window.show).not.toHaveBeenCalled();
    window.emit("ready-to-show");
    expect(window.show).toHaveBeenCalledOnce();
  });

  it("is dark while somebody is logged in, so that the member area does not begin with a flash", () => {
    const ground = (isSignedIn: boolean) =>
      start({}, () => isSignedIn).open().options["backgroundColor"];
    expect([ground(true), ground(false)]).toEqual([brand.colours.ground, brand.colours.paper]);
  });

  it("is shown once, after three seconds, if nothing was painted", () => {
    const window = start({ "window-bounds": { ...place, maximized: true } }).open();
    vi.advanceTimersByTime(2_999);
    expect(window.show).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(window.show).toHaveBeenCalledOnce();
    expect(window.maximize).toHaveBeenCalledOnce();
    window.emit("ready-to-show");
    expect(window.show).toHaveBeenCalledOnce();
  });

  it("is not shown if it was closed before", () => {
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
    "opens with the default bounds if %j was stored",
    (stored) => {
      const { bounds } = start({ "window-bounds": stored, pin: stored }).open();
      expect(bounds).toEqual({ x: 320, y: 110, width: 1280, height: 860 });
    },
  );

  it("does not cover the first window on a new device", () => {
    const { open } = start();
    const [first, second] = [open(), open()];
    expect(second.bounds).toEqual({ ...first.bounds, x: 348, y: 138 });
  });

  it("is maximised again when it is shown", () => {
    const window = start({ "window-bounds": { ...place, maximized: true } }).open();
    expect(window.maximize).not.toHaveBeenCalled();
    window.emit("ready-to-show");
    expect(window.maximize).toHaveBeenCalledOnce();
  });

  it("stores its bounds when it closes right after a move", () => {
    const { file, open } = start();
    const window = open();
    window.setBounds(place);
    window.emit("close");
    expect(file.get("window-bounds")).toMatchObject(place);
  });

  it("stores its bounds when it closes before the move event", () => {
    const { file, open } = start();
    const window = open();
    window.bounds = place;
    window.emit("close");
    expect(file.get("window-bounds")).toEqual({ ...place, maximized: false });
  });

  it("stores nothing if it was not moved", () => {
    const { file, open } = start({ "window-bounds": { ...place, maximized: false } });
    open();
    const further = open();
    further.emit("resize");
    further.emit("close");
    vi.runAllTimers();
    expect(file.get("window-bounds")).toMatchObject(place);
  });

  it("is pinned again beside the window that asks for the portal's address", () => {
    const { open, pin } = start({ pin: { on: true } });
    const [, window] = [new BrowserWindow({}), open()];
    expect(pin(window).isPinned()).toBe(true);
  });

  it("is restored and focused when it was minimised", () => {
    const window = start().open();
    window.minimized = true;
    focusWindow(window as never); // the recorder's
    expect(window.restore).toHaveBeenCalledOnce();
    expect(window.focus).toHaveBeenCalledOnce();
  });
});

it.each([
  ["stays open", 0, 0],
  ["is closed", 1, 1],
])("a window with text that is not saved %s if the user chooses so", (_, choice, prevented) => {
  dialog.showMessageBoxSync.mockReset().mockReturnValue(choice);
  const window = start().open();
  const preventDefault = vi.fn();
  window.webContents.emit("will-prevent-unload", { preventDefault });
  expect(dialog.showMessageBoxSync).toHaveBeenCalledOnce();
  expect(preventDefault).toHaveBeenCalledTimes(prevented);
});

it("a window that is closed because its portal is left says that the text is lost; after the user stays it does not", async () => {
  dialog.showMessageBoxSync.mockReset().mockReturnValue(0);
  const window = start().open();
  const leave = () =>
    window.webContents.emit("will-prevent-unload", {
      defaultPrevented: false,
      preventDefault() {},
    });
  window.close = () => void leave();
  expect(await closeWindows([window as never])).toBe(false); // the recorder's
  leave();
  const details = dialog.showMessageBoxSync.mock.calls.map(([, { detail }]) => detail);
  expect(details).toEqual([
    expect.stringContaining("is deleted when the app leaves the portal"),
    expect.stringContaining("is kept on this device"),
  ]);
});
