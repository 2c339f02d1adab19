import { beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { languages } from "../../src-shared/languages.ts";
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
/** What the app remembers from one start to the next. */
let file = new Map<string, unknown>();
const look = vi.fn(async () => found);
const install = vi.fn(() => new Promise<never>(() => order.push("install")));
const settled = vi.fn(async () => void order.push("settled"));

const updateChecks = (language: "en" | "pl" = "en") =>
  new UpdateChecks(async () => ({ check: look, install }), {
    texts: () => textsIn(language),
    settled,
    file,
  });

/** The messages of the boxes shown so far. */
const told = () =>
  dialog.showMessageBox.mock.calls.map((options) => String(options.at(-1)?.message));

beforeEach(() => {
  vi.clearAllMocks();
  stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  look.mockImplementation(async () => found);
  install.mockImplementation(() => new Promise<never>(() => order.push("install")));
  dialog.showMessageBox.mockResolvedValue({ response: later });
  app.getVersion = () => "1.0.0";
  order.length = 0;
  file = new Map();
  download = Promise.withResolvers();
  found = { version: "1.1.0", download: () => download.promise };
});

describe("a check by itself", () => {
  it("says nothing while there is nothing", async () => {
    found = null;
    await updateChecks().quietly();
    expect(look).toHaveBeenCalledOnce();
    expect(told()).toEqual([]);
  });

  it("says nothing of a failure", async () => {
    look.mockRejectedValue(new Error("refused"));
    await updateChecks().quietly();
    download.reject(new Error("refused"));
    look.mockImplementation(async () => found);
    await updateChecks().quietly();
    expect(told()).toEqual([]);
  });

  it("says nothing of a network that is down", async () => {
    look.mockRejectedValue(offline);
    await updateChecks().quietly();
    expect(told()).toEqual([]);
  });

  it("says once that updates may be held back; it breaks if they freeze unnoticed", async () => {
    look.mockRejectedValue(outdated);
    const checks = updateChecks();
    await checks.quietly();
    await checks.quietly();
    expect(told()).toEqual(["Updates may be held back"]);
  });

  it("does not say so again after a restart, until another outdated manifest comes", async () => {
    look.mockRejectedValue(outdated);
    await updateChecks().quietly();
    await updateChecks().quietly();
    expect(told()).toHaveLength(1);
    look.mockRejectedValue(new OutdatedManifestError("it has expired", 2_000));
    await updateChecks().quietly();
    await updateChecks().quietly();
    expect(told()).toHaveLength(2);
  });

  it("says so once per start where nothing can be stored", async () => {
    const cannotWrite = vi.spyOn(file, "set").mockImplementation(() => {
      throw new Error("no space");
    });
    look.mockRejectedValue(outdated);
    const checks = updateChecks();
    await checks.quietly();
    await checks.quietly();
    expect(told()).toHaveLength(1);
    expect(cannotWrite).toHaveBeenCalledOnce();
    expect(stderr.mock.lastCall?.[0]).toContain("no space");
  });

  it("downloads quietly and asks once for a restart", async () => {
    const checks = updateChecks();
    const done = checks.quietly();
    await vi.waitFor(() => expect(look).toHaveBeenCalled());
    expect(told()).toEqual([]);
    download.resolve();
    await done;
    await checks.quietly();
    expect(told()).toEqual(["Version 1.1.0 of Ringside is ready"]);
    expect(install).not.toHaveBeenCalled();
    found = { version: "1.2.0", download: async () => {} };
    await checks.quietly();
    expect(told().at(-1)).toBe("Version 1.2.0 of Ringside is ready");
  });

  it("does not begin a second one while one is under way", async () => {
    const checks = updateChecks();
    const both = [checks.quietly(), checks.quietly()];
    download.resolve();
    await Promise.all(both);
    expect(look).toHaveBeenCalledOnce();
    expect(told()).toHaveLength(1);
  });
});

describe("a check that the user asked for", () => {
  it("tells that the version is the newest, at the window in use", async () => {
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
    ["refused manifest", () => look.mockRejectedValueOnce(new Error("signature"))],
    ["refused package", () => download.reject(new Error("sha512"))],
  ])("tells that it failed, and that nothing changed: %s", async (_name, fail) => {
    fail();
    await updateChecks().forUser();
    expect(told().at(-1)).toBe("The update did not work");
    expect(told()).not.toContain("Version 1.1.0 of Ringside is ready");
    expect(dialog.showMessageBox.mock.lastCall?.[0].detail).toContain("Nothing was changed.");
  });

  it("tells whenever updates may be held back, and what to look at", async () => {
    look.mockRejectedValue(outdated);
    const checks = updateChecks();
    await checks.forUser();
    await checks.forUser();
    await checks.quietly();
    expect(told()).toEqual(["Updates may be held back", "Updates may be held back"]);
    expect(dialog.showMessageBox.mock.lastCall?.[0]).toMatchObject({
      type: "warning",
      detail: expect.stringMatching(/information for Ringside .* out of date.*date is right/),
    });
  });

  it("tells that nothing was reached where the network is down, which is no failure", async () => {
    look.mockRejectedValue(offline);
    await updateChecks().forUser();
    expect(told()).toEqual(["The update server cannot be reached"]);
    expect(dialog.showMessageBox.mock.lastCall?.[0]).toMatchObject({
      type: "info",
      detail: expect.stringContaining("check your connection"),
    });
  });

  it("tells and logs that the app was built without a usable key", async () => {
    const broken = new UpdateChecks(() => Promise.reject(new Error("no key")), {
      texts: () => textsIn("en"),
      settled,
      file,
    });
    await broken.forUser();
    expect(told()).toEqual(["The update did not work"]);
    expect(stderr).toHaveBeenCalledExactlyOnceWith("Checking for updates failed: no key\n");
  });

  it("tells what was found, then offers the restart, again if asked again", async () => {
    const checks = updateChecks();
    const done = checks.forUser();
    await vi.waitFor(() => expect(told()).toEqual(["There is a new version of Ringside"]));
    download.resolve();
    await done;
    await checks.forUser();
    const ready = "Version 1.1.0 of Ringside is ready";
    expect(told().slice(1)).toEqual([ready, ready]);
  });

  it("tells of a download that is under way", async () => {
    const checks = updateChecks();
    const done = checks.quietly();
    await vi.waitFor(() => expect(look).toHaveBeenCalled());
    void checks.forUser();
    void checks.forUser();
    expect(told()).toEqual(["There is a new version of Ringside"]);
    download.resolve();
    await done;
    expect(look).toHaveBeenCalledOnce();
  });

  it.each(languages)("has whole texts in %s", async (language) => {
    download.resolve();
    await updateChecks(language).forUser();
    found = null;
    await updateChecks(language).forUser();
    for (const error of [new Error("refused"), offline, outdated]) {
      look.mockRejectedValueOnce(error);
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

  it("comes once all is written, and gives way to the new version", async () => {
    void updateChecks().quietly();
    await vi.waitFor(() =>
      expect(order).toEqual(["settled", "releaseSingleInstanceLock", "install"]),
    );
  });

  it("that fails is told, and the app stays the only one", async () => {
    install.mockRejectedValueOnce(new Error("no space"));
    await updateChecks().forUser();
    expect(told().at(-1)).toBe("The update did not work");
    expect(app.requestSingleInstanceLock).toHaveBeenCalledOnce();
  });
});
