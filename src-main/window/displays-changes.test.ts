import { beforeEach, describe, expect, it, vi } from "vitest";
import { app, BrowserWindow, screen } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { moveOntoScreenOnRestore, keepWindowsOnDisplays } = await import("./displays.ts");

const display = (x: number, width = 1920, height = 1080) => ({
  id: x + 1,
  workArea: { x, y: 0, width, height },
});
const [first, second] = [display(0), display(1920)];

const onFirst = { x: 100, y: 100, width: 800, height: 600 };
const onSecond = { x: 2000, y: 100, width: 900, height: 700 };
const partlyOff = { x: -500, y: 700, width: 800, height: 600 };
const lost = { x: 8000, y: 4000, width: 800, height: 600 };

function open(bounds: typeof onFirst) {
  const window = new BrowserWindow(bounds);
  moveOntoScreenOnRestore(window as never); // the recorder's
  return window;
}

const change = (displays: typeof screen.displays, metrics: string[]) => {
  screen.displays = displays;
  screen.emit("display-metrics-changed", {}, displays[0], metrics);
};
const remove = (displays: typeof screen.displays) => {
  screen.displays = displays;
  screen.emit("display-removed", {}, second);
};

beforeEach(() => {
  BrowserWindow.all = [];
  screen.removeAllListeners();
  screen.displays = [first, second];
  app.commandLine.getSwitchValue.mockReturnValue("x11");
  keepWindowsOnDisplays();
});

describe("when a display is removed", () => {
  it("moves its windows to another display", () => {
    const window = open(onSecond);
    remove([first]);
    expect(window.bounds).toEqual({ x: 510, y: 190, width: 900, height: 700 });
  });

  it("does not move windows on other displays, even partly visible ones", () => {
    const windows = [open(onFirst), open(partlyOff)];
    remove([first]);
    for (const window of windows) expect(window.setBounds).not.toHaveBeenCalled();
  });

  it("moves a window that covered both displays to the remaining one", () => {
    const window = open({ x: 1500, y: 100, width: 800, height: 600 });
    remove([first]);
    expect(window.bounds).toEqual({ x: 1120, y: 100, width: 800, height: 600 });
  });

  it("moves a partly visible window that can no longer be reached", () => {
    const window = open({ x: 3500, y: 500, width: 800, height: 600 });
    remove([first]);
    expect(window.bounds.x).toBeLessThan(1920);
  });

  it.each(["minimized", "maximized", "fullScreen", "destroyed"] as const)(
    "does not move a window that is %s",
    (how) => {
      const window = open(onSecond);
      window[how] = true;
      remove([first]);
      expect(window.setBounds).not.toHaveBeenCalled();
    },
  );

  it("moves a minimised window when it is restored", () => {
    const [gone, there] = [open(onSecond), open(partlyOff)];
    gone.minimized = true;
    remove([first]);
    gone.minimized = false;
    gone.emit("restore");
    there.emit("restore");
    expect(gone.bounds.x).toBe(510);
    expect(there.setBounds).not.toHaveBeenCalled();
  });

  it("does nothing on Wayland, where windows cannot be placed", () => {
    app.commandLine.getSwitchValue.mockReturnValue("wayland");
    vi.stubGlobal("process", { ...process, platform: "linux" });
    const window = open(onSecond);
    remove([first]);
    vi.unstubAllGlobals();
    expect(window.setBounds).not.toHaveBeenCalled();
  });
});

describe("when a display changes", () => {
  it.each([["scaleFactor"], ["rotation"], [""]])(
    "does not move windows if only %j changed",
    (metric) => {
      const window = open(lost);
      change([first, second], [metric]);
      expect(window.setBounds).not.toHaveBeenCalled();
    },
  );

  it.each(["bounds", "workArea"])(
    "keeps a fully visible window fully visible after a change of %s",
    (metric) => {
      const [whole, off] = [open({ x: 1100, y: 400, width: 800, height: 600 }), open(partlyOff)];
      change([display(0, 1600, 900)], ["scaleFactor", metric]);
      expect(whole.bounds).toEqual({ x: 800, y: 300, width: 800, height: 600 });
      expect(off.setBounds).not.toHaveBeenCalled();
    },
  );

  it("does not move a window that is as visible as before", () => {
    const window = open(onFirst);
    change([display(0, 1600, 900)], ["bounds"]);
    expect(window.setBounds).not.toHaveBeenCalled();
  });

  it("compares with the previous state of the displays", () => {
    screen.displays = [first];
    screen.emit("display-removed", {}, second);
    const window = open(onSecond); // put there while there was nothing
    screen.displays = [first, second];
    screen.emit("display-added", {}, second);
    expect(window.setBounds).not.toHaveBeenCalled();
    change([first, display(1920, 950, 1080)], ["bounds"]);
    expect(window.bounds).toEqual({ x: 1970, y: 100, width: 900, height: 700 });
  });
});
