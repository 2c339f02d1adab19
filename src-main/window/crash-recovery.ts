import { dialog, type BrowserWindow, type MessageBoxOptions } from "electron";
import type { DesktopTexts } from "../desktop-texts.ts";

/** ms. After a second crash within this time the user is asked instead of reloading again. */
const crashIntervalMs = 30_000;

type Failure = DesktopTexts["failure"];

/** Asks whether to reload; the first button means yes. False if the window was closed meanwhile. */
async function asksToReload(window: BrowserWindow, question: MessageBoxOptions): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, { ...question, cancelId: 1 });
  return response === 0 && !window.isDestroyed();
}

/** Reloads the page when its process crashes, and asks the user after a second crash. */
function reloadAfterCrash(window: BrowserWindow, texts: () => Failure, wasStopped: () => boolean) {
  const { webContents } = window;
  let last = -Infinity;
  const offerReload = async () => {
    const { crash, crashDetail, reload, close } = texts();
    const buttons = [reload, close];
    const question = { type: "error", message: crash, detail: crashDetail, buttons } as const;
    if (await asksToReload(window, question)) webContents.reload();
    else window.destroy();
  };
  webContents.on("render-process-gone", (_event, { reason }) => {
    if (wasStopped() || reason === "clean-exit" || window.isDestroyed()) return;
    const again = performance.now() - last < crashIntervalMs;
    last = performance.now();
    if (again) void offerReload();
    else webContents.reload();
  });
}

/**
 * Asks the user whether to wait for an unresponsive page or to reload it. The question closes when the
 * page responds again. Returns a function that returns whether the process was ended for such a reload. It
 * is called when the process is gone, and resets itself: the next crash is a real one.
 */
function offerReloadOfHungPage(window: BrowserWindow, texts: () => Failure): () => boolean {
  const { webContents } = window;
  let question: AbortController | null = null;
  let stopping = false;
  const offerReload = async () => {
    question = new AbortController();
    const { signal } = question;
    const { hung, hungDetail, reload, wait } = texts();
    const wanted = await asksToReload(window, {
      type: "warning",
      message: hung,
      detail: hungDetail,
      buttons: [reload, wait],
      defaultId: 1,
      signal,
    });
    question = null;
    if (!wanted || signal.aborted) return;
    // A hanging process cannot reload, so it is ended first.
    stopping = true;
    webContents.forcefullyCrashRenderer();
    webContents.reload();
  };
  webContents.on("unresponsive", () => void (question ?? offerReload()));
  webContents.on("responsive", () => question?.abort());
  webContents.on("did-navigate", () => (stopping = false));
  return () => {
    const stopped = stopping;
    stopping = false;
    return stopped;
  };
}

export function recoverFromCrash(window: BrowserWindow, texts: () => DesktopTexts): void {
  const failure = () => texts().failure;
  reloadAfterCrash(window, failure, offerReloadOfHungPage(window, failure));
}
