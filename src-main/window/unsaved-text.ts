import { dialog, type BrowserWindow } from "electron";
import type { DesktopTexts } from "../desktop-texts.ts";

/** Asks before a page is left whose text is not saved, as browsers do. Without an answer Electron would not close the window. */
export function askBeforeLeaving(window: BrowserWindow, texts: () => DesktopTexts): void {
  window.webContents.on("will-prevent-unload", (event) => {
    const { message, detail, stay, leave } = texts().unsaved;
    const choice = dialog.showMessageBoxSync(window, {
      type: "question",
      message,
      detail,
      buttons: [stay, leave],
      defaultId: 0,
      cancelId: 0,
    });
    if (choice === 1) event.preventDefault(); // keeps the window open
  });
}
