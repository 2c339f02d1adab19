import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "./testing/recording-electron.ts";

vi.mock("electron", () => import("./testing/recording-electron.ts"));
const { execValue, isStartAtLogin, openStartAtLogin } = await import("./start-at-login.ts");

let folder = "";
const file = () => join(folder, "autostart/ringside.desktop");
const open = (appImage?: string) => openStartAtLogin("linux", { APPIMAGE: appImage })!; // packaged
const lines = async () => (await readFile(file(), "utf8")).split("\n");

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "autostart-"));
  app.userData = folder; // the recorder's only folder
  app.isPackaged = true;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it.each(["linux", "darwin", "win32"] as const)(
  "on %s only a packaged app can start at login",
  (platform) => {
    expect(openStartAtLogin(platform, {})).not.toBeNull();
    app.isPackaged = false;
    expect(openStartAtLogin(platform, {})).toBeNull();
  },
);

it.each(["darwin", "win32"] as const)(
  "on %s uses the system's setting and writes no files",
  (platform) => {
    const start = openStartAtLogin(platform, {})!; // packaged
    app.getLoginItemSettings.mockReturnValueOnce({ openAtLogin: true, wasOpenedAtLogin: false });
    expect(start.isOn()).toBe(true);
    start.set(false);
    expect(app.setLoginItemSettings).toHaveBeenLastCalledWith({
      openAtLogin: false,
      args: ["--at-login"],
    });
    expect(existsSync(file())).toBe(false);
  },
);

it.each([
  [{ openAtLogin: false, executableWillLaunchAtLogin: true }, ["--at-login"]],
  [{ openAtLogin: true, executableWillLaunchAtLogin: true }, undefined],
  [{ openAtLogin: false, executableWillLaunchAtLogin: false }, undefined],
])("on Windows replaces an entry without the argument: %j", (settings, args) => {
  app.setLoginItemSettings.mockClear();
  app.getLoginItemSettings.mockReturnValue(settings);
  openStartAtLogin("win32", {});
  app.getLoginItemSettings.mockReset();
  expect(app.setLoginItemSettings.mock.lastCall).toEqual(args && [{ openAtLogin: true, args }]);
});

it("tells a start at login from others", () => {
  expect(isStartAtLogin(["/opt/ringside", "--at-login"], "linux")).toBe(true);
  expect(isStartAtLogin(["/opt/ringside"], "win32")).toBe(false);
  expect(isStartAtLogin(["/opt/ringside", "--at-login"], "darwin")).toBe(false);
  app.getLoginItemSettings.mockReturnValueOnce({ openAtLogin: true, wasOpenedAtLogin: true });
  expect(isStartAtLogin(["/opt/ringside"], "darwin")).toBe(true);
});

describe("on Linux", () => {
  it("writes and deletes an autostart entry", async () => {
    const start = open();
    expect(start.isOn()).toBe(false);
    start.set(false);
    start.set(true);
    expect(start.isOn()).toBe(true);
    expect(await lines()).toEqual(
      expect.arrayContaining(["[Desktop Entry]", "Type=Application", "Name=Ringside"]),
    );
    expect(await lines()).toContain(`Exec="${process.execPath}" --at-login`);
    expect(open().isOn()).toBe(true);
    start.set(false);
    expect(start.isOn()).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  it("starts the AppImage, not the program in its mount", async () => {
    open("/home/kim/My Apps/Ringside-1.0.AppImage").set(true);
    expect(await lines()).toContain('Exec="/home/kim/My Apps/Ringside-1.0.AppImage" --at-login');
  });

  it("updates the path of a moved AppImage and keeps the user's other changes", async () => {
    open("/opt/$old.AppImage").set(true);
    await writeFile(file(), `${await readFile(file(), "utf8")}X-GNOME-Autostart-Delay=20\n`);
    const start = open("/opt/$new.AppImage");
    expect(start.isOn()).toBe(true);
    expect(await lines()).toContain(String.raw`Exec="/opt/\\$new.AppImage" --at-login`);
    expect(await lines()).toContain("X-GNOME-Autostart-Delay=20");
    expect((await lines()).filter((line) => line.startsWith("Exec"))).toHaveLength(1);
  });

  it.each(["Hidden=true", "X-GNOME-Autostart-enabled=false"])(
    "is off when a desktop tool disabled the entry by %s",
    async (line) => {
      const start = open();
      await mkdir(join(folder, "autostart"));
      await writeFile(file(), `[Desktop Entry]\nType=Application\nExec=x\n${line}\n`);
      expect(start.isOn()).toBe(false);
      start.set(true);
      expect(start.isOn()).toBe(true);
    },
  );

  it("logs a failed write instead of throwing into the menu", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await writeFile(join(folder, "autostart"), "a file in the folder's place");
    const start = open();
    start.set(true);
    expect(start.isOn()).toBe(false);
    expect(String(stderr.mock.lastCall?.[0])).toMatch(/Starting at login could not be set/);
  });
});

/** Parses an Exec value like a desktop: string escapes, then quoting, then field codes. */
const readExec = (value: string) => {
  const named: Record<string, string> = { n: "\n", r: "\r", t: "\t" };
  const text = value.replace(/\\(.)/g, (_, mark: string) => named[mark] ?? mark);
  expect(text).toMatch(/^"(?:[^"`$\\]|\\["`$\\])*"$/);
  return text.slice(1, -1).replace(/\\(.)/gs, "$1").replaceAll("%%", "%");
};

it.each([
  ["/opt/Ringside/ringside", '"/opt/Ringside/ringside"'],
  ["/a b/c", '"/a b/c"'],
  ["/100%/f", '"/100%%/f"'],
  ['/"q"', String.raw`"/\\"q\\""`],
  ["/$HOME/`id`", String.raw`"/\\$HOME/\\${"`"}id\\${"`"}"`],
  ["/back\\slash", String.raw`"/back\\\\slash"`],
  ["/new\nline\ttab", String.raw`"/new\nline\ttab"`],
])("the path %j is quoted as %s; it breaks if a desktop would read another one", (path, value) => {
  expect(execValue(path)).toBe(value);
  expect(readExec(value)).toBe(path);
  expect(value).not.toContain("\n");
});
