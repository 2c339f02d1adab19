import { beforeEach, describe, expect, it, vi } from "vitest";
import { languages } from "../../src-shared/languages.ts";
import { textsIn } from "../desktop-texts.ts";
import { BrowserWindow, dialog } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { recoverFromCrash } = await import("./crash-recovery.ts");

const reload = { response: 0 };
const notReload = { response: 1 };

/** What the dialog that is open is answered with. */
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
  /** Answers the open dialog; resolves once that had its effect. */
  const choose = async (choice: { response: number }) => {
    answer.resolve(choice);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { window, webContents, crash, choose };
}

const shown = () => dialog.showMessageBox.mock.lastCall?.[1];

describe("a page whose process died", () => {
  it("loads again after a crash, and asks after the second", async () => {
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

  it("closes its window when the user wants that", async () => {
    const { window, webContents, crash, choose } = open();
    crash();
    crash();
    await choose(notReload);
    expect(window.destroy).toHaveBeenCalledOnce();
    expect(webContents.reload).toHaveBeenCalledOnce();
  });

  it("is left alone when its window was closed beside the question", async () => {
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

  it("is left alone when its window went with it", () => {
    const { window, webContents, crash } = open();
    window.close();
    crash();
    expect(webContents.reload).not.toHaveBeenCalled();
  });
});

describe("a page that does not respond", () => {
  it("is waited for when the user wants that, and asked about again later", async () => {
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

  it("is ended and loaded again once, which is no crash", async () => {
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

  it("loads again after a later crash although ending it led to no page", async () => {
    const { webContents, crash, choose } = open();
    webContents.emit("unresponsive");
    await choose(reload);
    expect(webContents.reload).toHaveBeenCalledOnce();
    crash();
    expect(webContents.reload).toHaveBeenCalledTimes(2);
  });

  it("is asked about once at a time, and no more once it responds", async () => {
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

  it("is left alone when its window was closed beside the question", async () => {
    const { window, webContents, choose } = open();
    webContents.emit("unresponsive");
    window.close();
    await choose(reload);
    expect(webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  });
});

it.each(languages)("the questions are whole in %s", (language) => {
  const { webContents, crash } = open(language);
  crash();
  crash();
  webContents.emit("unresponsive");
  const texts = JSON.stringify(dialog.showMessageBox.mock.calls.map(([, options]) => options));
  expect(dialog.showMessageBox).toHaveBeenCalledTimes(2);
  expect(texts).not.toMatch(/[{]{2}|undefined|null/);
  expect(texts.includes("Czekaj")).toBe(language === "pl");
});
