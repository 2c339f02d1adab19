import { dialog, type BrowserWindow, type MessageBoxOptions } from "electron";
import type { DesktopTexts } from "../desktop-texts.ts";

/** ms within which a second crash counts as one that reloading does not mend. */
const soon = 30_000;

type Failure = DesktopTexts["failure"];

/**
 * Asks whether to load a window's page again, by the first of two buttons. Resolves with false also
 * when the window was closed meanwhile.
 */
async function asksToReload(window: BrowserWindow, question: MessageBoxOptions): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, { ...question, cancelId: 1 });
  return response === 0 && !window.isDestroyed();
}

/** Loads the page again when its process dies; asks the user when that does not help. */
function reloadAfterCrash(window: BrowserWindow, texts: () => Failure, wasStopped: () => boolean) {
  const { webContents } = window;
  let last = -Infinity;
  const ask = async () => {
    const { crash, crashDetail, reload, close } = texts();
    const buttons = [reload, close];
    const question = { type: "error", message: crash, detail: crashDetail, buttons } as const;
    if (await asksToReload(window, question)) webContents.reload();
    else window.destroy();
  };
  webContents.on("render-process-gone", (_event, { reason }) => {
    if (wasStopped() || reason === "clean-exit" || window.isDestroyed()) return;
    const again = performance.now() - last < soon;
    last = performance.now();
    if (again) void ask();
    else webContents.reload();
  });
}

/**
 * Offers to wait for a page that does not respond, or to load it again. The question goes away when
 * the page responds. Returns what tells whether the page's process was stopped for that, to be asked
 * when it is gone: one end is explained by one stop, whether or not a page loads afterwards.
 */
function offerReloadOfHungPage(window: BrowserWindow, texts: () => Failure): () => boolean {
  const { webContents } = window;
  let question: AbortController | null = null;
  let stopping = false;
  const ask = async () => {
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
    // A process that hangs does not load anything: it is ended first.
    stopping = true;
    webContents.forcefullyCrashRenderer();
    webContents.reload();
  };
  webContents.on("unresponsive", () => void (question ?? ask()));
  webContents.on("responsive", () => question?.abort());
  webContents.on("did-navigate", () => (stopping = false));
  return () => {
    const stopped = stopping;
    stopping = false;
    return stopped;
  };
}

/** Brings a window's page back after a crash, and when it hangs, as far as the user wants that. */
export function recoverFromCrash(window: BrowserWindow, texts: () => DesktopTexts): void {
  const failure = () => texts().failure;
  reloadAfterCrash(window, failure, offerReloadOfHungPage(window, failure));
}
