import type { BrowserWindow, WebContents } from "electron";
import { sendEvent } from "../bridge/bridge-ipc.ts";
import { showPage } from "../window/main-window.ts";

/** Contents whose current page opens paths with its own router. */
const following = new WeakSet<WebContents>();
const watched = new WeakSet<WebContents>();

/** The next page in the same contents has to register again. */
function resetOnNavigation(contents: WebContents): void {
  if (watched.has(contents)) return;
  watched.add(contents);
  contents.on("did-navigate", () => following.delete(contents));
  contents.on("render-process-gone", () => following.delete(contents));
}

/** Records whether the current page opens paths by itself. */
export function setFollowsOpen(contents: WebContents, follows: boolean): void {
  resetOnNavigation(contents);
  if (follows) following.add(contents);
  else following.delete(contents);
}

/** Opens a path in a window: by the router of a running page, which keeps its state, else by loading it. */
export function openPath(window: BrowserWindow, path: string): void {
  const { webContents } = window;
  if (following.has(webContents) && !webContents.isLoadingMainFrame()) {
    sendEvent(webContents, "onOpen", path);
  } else {
    showPage(window, path);
  }
}
