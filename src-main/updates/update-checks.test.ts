import { beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { type Language, languages } from "#shared/languages.ts";
import { textsIn } from "../desktop-texts.ts";
import { app, BrowserWindow, dialog, order } from "../testing/recording-electron.ts";
import type { FoundUpdate } from "./updater.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { UpdateChecks } = await import("./update-checks.ts");
const { OutdatedManifestError } = await import("./manifest-trust.ts");

const offline = new Error("it could not be read", {
  cause: new Error("net::ERR_INTERNET_DISCONNECTED"),
});
const outdated = new OutdatedManifestError("it has expired", 1_000);

const restartNow = 0;
const later = 1;

let download = Promise.withResolvers<void>();
let stderr: MockInstance;
let found: FoundUpdate | null = null;
/** The state kept across restarts. */
let file = new Map<string, unknown>();
const check = vi.fn(async () => found);
const install = vi.fn(() => new Promise<never>(() => order.push("install")));
const settled = vi.fn(async () => void order.push("settled"));

const updateChecks = (language: Language = "en") =>
  new UpdateChecks(async () => ({ check, install }), {
    texts: () => textsIn(language),
    settled,
    file,
  });

/** The messages of all dialogs so far. */
const shownMessages = () =>
  dialog.showMessageBox.mock.calls.map((options) => String(options.at(-1)?.message));

beforeEach(() => {
  vi.clearAllMocks();
  stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  check.mockImplementation(async () => found);
  install.mockImplementation(() => new Promise<never>(() => order.push("install")));
  dialog.showMessageBox.mockResolvedValue({ response: later });
  app.getVersion = () => "1.0.0";
  order.length = 0;
  file = new Map();
  download = Promise.withResolvers();
  found = { version: "1.1.0", download: () => download.promise };
});

describe("a periodic check", () => {
  it("shows nothing if there is no update", async () => {
    found = null;
    await updateChecks().quietly();
    expect(check).toHaveBeenCalledOnce();
    expect(shownMessages()).toEqual([]);
  });

  it("shows nothing after a failure", async () => {
    check.mockRejectedValue(new Error("refused"));
    await updateChecks().quietly();
    download.reject(new Error("refused"));
    check.mockImplementation(async () => found);
    await updateChecks().quietly();
    expect(shownMessages()).toEqual([]);
  });

  it("shows nothing while offline", async () => {
    check.mockRejectedValue(offline);
    await updateChecks().quietly();
    expect(shownMessages()).toEqual([]);
  });

  it("warns once that updates may be withheld", async () => {
    check.mockRejectedValue(outdated);
    const checks = updateChecks();
    await checks.quietly();
    await checks.quietly();
    expect(shownMessages()).toEqual(["Updates may be held back"]);
  });

  it("does not warn again after a restart until there is another outdated manifest", async () => {
    check.mockRejectedValue(outdated);
    await updateChecks().quietly();
    await updateChecks().quietly();
    expect(shownMessages()).toHaveLength(1);
    check.mockRejectedValue(new OutdatedManifestError("it has expired", 2_000));
    await updateChecks().quietly();
    await updateChecks().quietly();
    expect(shownMessages()).toHaveLength(2);
  });

  it("warns once per start if nothing can be stored", async () => {
    const cannotWrite = vi.spyOn(file, "set").mockImplementation(() => {
      throw new Error("no space");
    });
    check.mockRejectedValue(outdated);
    const checks = updateChecks();
    await checks.quietly();
    await checks.quietly();
    expect(shownMessages()).toHaveLength(1);
    expect(cannotWrite).toHaveBeenCalledOnce();
    expect(stderr.mock.lastCall?.[0]).toContain("no space");
  });

  it("downloads silently and asks once for a restart", async () => {
    const checks = updateChecks();
    const done = checks.quietly();
    await vi.waitFor(() => expect(check).toHaveBeenCalled());
    expect(shownMessages()).toEqual([]);
    download.resolve();
    await done;
    await checks.quietly();
    expect(shownMessages()).toEqual(["Version 1.1.0 of Ringside is ready"]);
    expect(install).not.toHaveBeenCalled();
    found = { version: "1.2.0", download: async () => {} };
    await checks.quietly();
    expect(shownMessages().at(-1)).toBe("Version 1.2.0 of Ringside is ready");
  });

  it("does not start a second check while one is running", async () => {
    const checks = updateChecks();
    const both = [checks.quietly(), checks.quietly()];
    download.resolve();
    await Promise.all(both);
    expect(check).toHaveBeenCalledOnce();
    expect(shownMessages()).toHaveLength(1);
  });
});

describe("a check by the user", () => {
  it("says at the focused window that the app is up to date", async () => {
    found = null;
    const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1 });
    BrowserWindow.focused = window;
    await updateChecks().forUser();
    BrowserWindow.focused = null;
    expect(dialog.showMessageBox.mock.lastCall).toEqual([
      window,
      expect.objectContaining({
        message: "Ringside is up to date",
        detail: "You have version 1.0.0.",
      }),
    ]);
  });

  it.each([
    ["refused manifest", () => check.mockRejectedValueOnce(new Error("signature"))],
    ["refused package", () => download.reject(new Error("sha512"))],
  ])("tells that it failed, and that nothing changed: %s", async (_name, fail) => {
    fail();
    await updateChecks().forUser();
    expect(shownMessages().at(-1)).toBe("The update failed");
    expect(shownMessages()).not.toContain("Version 1.1.0 of Ringside is ready");
    expect(dialog.showMessageBox.mock.lastCall?.[0].detail).toContain("Nothing was changed.");
  });

  it("always warns that updates may be withheld", async () => {
    check.mockRejectedValue(outdated);
    const checks = updateChecks();
    await checks.forUser();
    await checks.forUser();
    await checks.quietly();
    expect(shownMessages()).toEqual(["Updates may be held back", "Updates may be held back"]);
    expect(dialog.showMessageBox.mock.lastCall?.[0]).toMatchObject({
      type: "warning",
      detail: expect.stringMatching(/information for Ringside .* out of date.*date is right/),
    });
  });

  it("says that the server cannot be reached, which is not a failure", async () => {
    check.mockRejectedValue(offline);
    await updateChecks().forUser();
    expect(shownMessages()).toEqual(["The update server cannot be reached"]);
    expect(dialog.showMessageBox.mock.lastCall?.[0]).toMatchObject({
      type: "info",
      detail: expect.stringContaining("check your connection"),
    });
  });

  it("reports and logs that the app was built without a valid key", async () => {
    const broken = new UpdateChecks(() => Promise.reject(new Error("no key")), {
      texts: () => textsIn("en"),
      settled,
      file,
    });
    await broken.forUser();
    expect(shownMessages()).toEqual(["The update failed"]);
    expect(stderr).toHaveBeenCalledExactlyOnceWith("Checking for updates failed: no key\n");
  });

  it("says what was found, then offers the restart, each time the user checks", async () => {
    const checks = updateChecks();
    const done = checks.forUser();
    await vi.waitFor(() => expect(shownMessages()).toEqual(["There is a new version of Ringside"]));
    download.resolve();
    await done;
    await checks.forUser();
    const ready = "Version 1.1.0 of Ringside is ready";
    expect(shownMessages().slice(1)).toEqual([ready, ready]);
  });

  it("reports a running download", async () => {
    const checks = updateChecks();
    const done = checks.quietly();
    await vi.waitFor(() => expect(check).toHaveBeenCalled());
    void checks.forUser();
    void checks.forUser();
    expect(shownMessages()).toEqual(["There is a new version of Ringside"]);
    download.resolve();
    await done;
    expect(check).toHaveBeenCalledOnce();
  });

  it.each(languages)("has all texts in %s", async (language) => {
    download.resolve();
    await updateChecks(language).forUser();
    found = null;
    await updateChecks(language).forUser();
    for (const error of [new Error("refused"), offline, outdated]) {
      check.mockRejectedValueOnce(error);
      await updateChecks(language).forUser();
    }
    const texts = JSON.stringify(dialog.showMessageBox.mock.calls);
    expect(dialog.showMessageBox).toHaveBeenCalledTimes(6);
    expect(texts).not.toMatch(/[{]{2}|undefined/);
    expect(texts.includes("Później")).toBe(language === "pl");
  });
});

describe("the restart", () => {
  beforeEach(() => {
    download.resolve();
    dialog.showMessageBox.mockResolvedValue({ response: restartNow });
  });

  it("waits for pending writes and releases the instance lock", async () => {
    void updateChecks().quietly();
    await vi.waitFor(() =>
      expect(order).toEqual(["settled", "releaseSingleInstanceLock", "install"]),
    );
  });

  it("reports a failure and takes the instance lock again", async () => {
    install.mockRejectedValueOnce(new Error("no space"));
    await updateChecks().forUser();
    expect(shownMessages().at(-1)).toBe("The update failed");
    expect(app.requestSingleInstanceLock).toHaveBeenCalledOnce();
  });
});
