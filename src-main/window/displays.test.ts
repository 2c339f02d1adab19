import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../testing/recording-electron.ts";
import { place, resetWindows, start } from "../testing/started-windows.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));

beforeEach(resetWindows);

describe("on Wayland", () => {
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

  it("no window can be pinned", () => {
    const { open, pin } = start({ pin: { on: true, bounds: place } });
    const window = open();
    expect(pin(window).isPinned()).toBe(false);
    pin(window).set(true);
    expect(pin(window).isPinned()).toBe(false);
  });

  it("sizes are stored and restored, positions are not", () => {
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

  it("an app on XWayland behaves as elsewhere; without a stored position it is centred", () => {
    app.commandLine.getSwitchValue.mockReturnValue("x11");
    const { open, pin } = start({ "window-bounds": { width: 900, height: 700, maximized: false } });
    const window = open();
    expect(window.bounds).toEqual({ x: 510, y: 190, width: 900, height: 700 });
    pin(window).set(true);
    expect(pin(window).isPinned()).toBe(true);
  });

  it("the command line switch overrides the session type", () => {
    vi.stubEnv("XDG_SESSION_TYPE", "x11");
    app.commandLine.getSwitchValue.mockReturnValue("wayland");
    const { open, pin } = start();
    const window = open();
    pin(window).set(true);
    expect(pin(window).isPinned()).toBe(false);
  });
});
