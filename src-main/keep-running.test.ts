import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { textsIn } from "./desktop-texts.ts";
import { Notification } from "./testing/recording-electron.ts";

vi.mock("electron", () => import("./testing/recording-electron.ts"));
const { openKeepRunning } = await import("./keep-running.ts");

let folder = "";
const question =
  "call --session --dest=org.kde.StatusNotifierWatcher --object-path=/StatusNotifierWatcher " +
  "--method=org.freedesktop.DBus.Properties.Get org.kde.StatusNotifierWatcher IsStatusNotifierHostRegistered";

/** Lets `gdbus` answer the question for the desktop; null: there is no such program. */
async function desktopSays(answer: string | null): Promise<void> {
  vi.stubEnv("PATH", folder);
  if (answer === null) return;
  await writeFile(
    join(folder, "gdbus"),
    `#!/bin/sh\ntest "$*" = "${question}" && echo "${answer}"\n`,
  );
  await chmod(join(folder, "gdbus"), 0o755);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tray-"));
  Notification.shown = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe("keeping the app running without windows", () => {
  it.each([
    ["a Linux desktop with a tray", "(<true>,)", true],
    ["a Linux desktop without one", "(<false>,)", false],
    ["a Linux desktop that cannot be asked", null, false],
  ])("on %s", async (_, answer, expected) => {
    await desktopSays(answer);
    const keeping = openKeepRunning(new Map(), "linux");
    expect(await keeping.canHide()).toBe(expected);
    expect([keeping.isOffered(), keeping.isOn()]).toEqual([expected, expected]);
  });

  it("is possible after a start at login as soon as the desktop has its tray", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await desktopSays("(<false>,)");
    const keeping = openKeepRunning(new Map(), "linux", true);
    const canHide = vi.fn();
    void keeping.canHide().then(canHide);
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    await desktopSays("(<true>,)");
    await vi.waitUntil(() => canHide.mock.calls.length > 0);
    expect(canHide).toHaveBeenLastCalledWith(true);
  });

  it("is not possible after a start at login where no tray comes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await desktopSays(null);
    const canHide = vi.fn();
    void openKeepRunning(new Map(), "linux", true).canHide().then(canHide);
    await vi.waitUntil(() => vi.advanceTimersByTime(1_000) && canHide.mock.calls.length > 0);
    expect(canHide).toHaveBeenLastCalledWith(false);
  });

  it("is the user's choice on Windows, remembered; on macOS there is none", async () => {
    const file = new Map<string, unknown>();
    openKeepRunning(file, "win32").set(false);
    const restarted = openKeepRunning(file, "win32");
    expect([restarted.isOffered(), restarted.isOn()]).toEqual([true, false]);
    expect(await restarted.canHide()).toBe(false);
    const mac = openKeepRunning(file, "darwin");
    expect([mac.isOffered(), mac.isOn()]).toEqual([false, true]);
  });

  it("is told once, by the portal's name", () => {
    const file = new Map<string, unknown>();
    for (let close = 0; close < 2; close++) {
      openKeepRunning(file, "win32").tell(textsIn("en"), "Pfotenring");
    }
    openKeepRunning(file, "darwin").tell(textsIn("en"), "Pfotenring");
    expect(Notification.shown.map(({ options }) => options["title"])).toEqual([
      "Pfotenring is still running",
    ]);
  });
});
