import { dialog, type BrowserWindow } from "electron";
import type { DesktopTexts } from "./desktop-texts.ts";

/** ms within which a second crash counts as one that reloading does not mend. */
const soon = 30_000;

/** Loads the page again when its process dies; asks the user when that does not help. */
export function recoverFromCrash(window: BrowserWindow, texts: () => DesktopTexts): void {
  let last = -Infinity;
  const ask = async () => {
    const { failure } = texts();
    const { response } = await dialog.showMessageBox(window, {
      type: "error",
      message: failure.crash,
      detail: failure.crashDetail,
      buttons: [failure.reload, failure.close],
      cancelId: 1,
    });
    if (response === 0) window.webContents.reload();
    else window.destroy();
  };
  window.webContents.on("render-process-gone", (_event, { reason }) => {
    if (reason === "clean-exit") return;
    const again = performance.now() - last < soon;
    last = performance.now();
    if (again) void ask();
    else window.webContents.reload();
  });
}
