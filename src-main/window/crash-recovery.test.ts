import { beforeEach, describe, expect, it, vi } from "vitest";
import { languages } from "#shared/languages.ts";
import { textsIn } from "../desktop-texts.ts";
import { BrowserWindow, dialog } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { recoverFromCrash } = await import("./crash-recovery.ts");

const reload = { response: 0 };
const notReload = { response: 1 };

/** Answers the open dialog. */
let answer = Promise.withResolvers<{ response: number }>();

beforeEach(() => {
  BrowserWindow.all = [];
  answer = Promise.withResolvers();
  dialog.showMessageBox.mockReset().mockImplementation(() => answer.promise);
});

function open(language: (typeof languages)[number] = "en") {
  const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1 });
  recoverFromCrash(window as never, () => textsIn(language)); // the recorder's
  const { webContents } = window;
  const crash = (reason = "crashed") => webContents.emit("render-process-gone", {}, { reason });
  /** Answers the open dialog and waits for the effect. */
  const choose = async (choice: { response: number }) => {
    answer.resolve(choice);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { window, webContents, crash, choose };
}

const shown = () => dialog.showMessageBox.mock.lastCall?.[1];

describe("a page whose process crashed", () => {
  it("is reloaded after the first crash, and the user is asked after the second", async () => {
    const { window, webContents, crash, choose } = open();
    crash("clean-exit");
    expect(webContents.reload).not.toHaveBeenCalled();
    crash();
    expect(webContents.reload).toHaveBeenCalledOnce();
    crash("oom");
    expect(dialog.showMessageBox).toHaveBeenCalledOnce();
    expect(webContents.reload).toHaveBeenCalledOnce();
    await choose(reload);
    expect(webContents.reload).toHaveBeenCalledTimes(2);
    expect(window.destroy).not.toHaveBeenCalled();
  });

  it("has its window closed if the user chooses so", async () => {
    const { window, webContents, crash, choose } = open();
    crash();
    crash();
    await choose(notReload);
    expect(window.destroy).toHaveBeenCalledOnce();
    expect(webContents.reload).toHaveBeenCalledOnce();
  });

  it("is left alone if its window was closed while the dialog was open", async () => {
    const { window, webContents, crash, choose } = open();
    crash();
    crash();
    window.close();
    webContents.reload.mockImplementation(() => {
      throw new TypeError("Object has been destroyed");
    });
    await choose(reload);
    expect(webContents.reload).toHaveBeenCalledOnce();
  });

  it("is left alone if its window is gone too", () => {
    const { window, webContents, crash } = open();
    window.close();
    crash();
    expect(webContents.reload).not.toHaveBeenCalled();
  });
});

describe("a page that does not respond", () => {
  it("is left alone if the user chooses to wait, and the dialog may appear again", async () => {
    const { webContents, choose } = open();
    webContents.emit("unresponsive");
    expect(shown()).toMatchObject({
      message: "This page is not responding",
      buttons: ["Reload", "Wait"],
      cancelId: 1,
    });
    await choose(notReload);
    expect(webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
    webContents.emit("unresponsive");
    expect(dialog.showMessageBox).toHaveBeenCalledTimes(2);
  });

  it("is ended and reloaded once, which does not count as a crash", async () => {
    const { webContents, crash, choose } = open();
    webContents.emit("unresponsive");
    await choose(reload);
    expect(webContents.forcefullyCrashRenderer).toHaveBeenCalledOnce();
    expect(webContents.reload).toHaveBeenCalledOnce();
    webContents.emit("did-navigate");
    crash();
    expect(webContents.reload).toHaveBeenCalledTimes(2);
    expect(dialog.showMessageBox).toHaveBeenCalledOnce();
  });

  it("is reloaded after a later crash even if no page loaded after it was ended", async () => {
    const { webContents, crash, choose } = open();
    webContents.emit("unresponsive");
    await choose(reload);
    expect(webContents.reload).toHaveBeenCalledOnce();
    crash();
    expect(webContents.reload).toHaveBeenCalledTimes(2);
  });

  it("shows one dialog at a time and closes it when the page responds", async () => {
    const { webContents, choose } = open();
    webContents.emit("unresponsive");
    webContents.emit("unresponsive");
    expect(dialog.showMessageBox).toHaveBeenCalledOnce();
    expect(shown().signal.aborted).toBe(false);
    webContents.emit("responsive");
    expect(shown().signal.aborted).toBe(true);
    await choose(reload);
    expect(webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  });

  it("is left alone if its window was closed while the dialog was open", async () => {
    const { window, webContents, choose } = open();
    webContents.emit("unresponsive");
    window.close();
    await choose(reload);
    expect(webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  });
});

it.each(languages)("the dialogs have all texts in %s", (language) => {
  const { webContents, crash } = open(language);
  crash();
  crash();
  webContents.emit("unresponsive");
  const texts = JSON.stringify(dialog.showMessageBox.mock.calls.map(([, options]) => options));
  expect(dialog.showMessageBox).toHaveBeenCalledTimes(2);
  expect(texts).not.toMatch(/[{]{2}|undefined|null/);
  expect(texts.includes("Czekaj")).toBe(language === "pl");
});
