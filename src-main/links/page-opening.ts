import type { BrowserWindow, WebContents } from "electron";
import { sendEvent } from "../bridge/bridge-ipc.ts";
import { showPage } from "../window/main-window.ts";

/** Whose page of now leads to paths by its own router. */
const following = new WeakSet<WebContents>();
const watched = new WeakSet<WebContents>();

/** A page that comes after it has to say anew that it follows. */
function forgetWithItsPage(contents: WebContents): void {
  if (watched.has(contents)) return;
  watched.add(contents);
  contents.on("did-navigate", () => following.delete(contents));
  contents.on("render-process-gone", () => following.delete(contents));
}

/** Notes whether the page that the contents show leads to paths by itself. */
export function setFollowsOpen(contents: WebContents, follows: boolean): void {
  forgetWithItsPage(contents);
  if (follows) following.add(contents);
  else following.delete(contents);
}

/**
 * Leads a window to a path of ours. A page that runs goes there by its router and keeps what it
 * holds in memory; in place of any other the path is loaded.
 */
export function openPath(window: BrowserWindow, path: string): void {
  const { webContents } = window;
  if (following.has(webContents) && !webContents.isLoadingMainFrame()) {
    sendEvent(webContents, "onOpen", path);
  } else {
    showPage(window, path);
  }
}
