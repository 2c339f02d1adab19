import { app, type WebContents } from "electron";
import { logFailure } from "../log.ts";
import { isApiPath, isPortalUrl, pathOf } from "./portal-address.ts";

/** What is done with addresses that the app does not go to itself. */
export type NavigationTargets = {
  openExternally: (address: string) => Promise<unknown>;
  /** Opens one of our own pages in a window of its own. */
  openWindow: (path: string) => void;
};

/** Pages of the renderer; what lies below `/api` is data, or a page of the payment provider. */
const isPage = (url: string) => isPortalUrl(url) && !isApiPath(new URL(url).pathname);

function lock(contents: WebContents, { openExternally, openWindow }: NavigationTargets): void {
  const leave = (url: string) =>
    void openExternally(url).catch((error: unknown) => logFailure("A link did not open", error));

  contents.on("will-frame-navigate", (event) => {
    if (isPage(event.url)) return;
    event.preventDefault();
    if (event.isMainFrame) leave(event.url);
  });
  contents.on("will-navigate", (event) => {
    if (!isPage(event.url)) event.preventDefault();
  });
  contents.on("will-redirect", (event) => {
    if (!isPage(event.url)) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isPage(url)) openWindow(pathOf(url));
    else leave(url);
    return { action: "deny" };
  });
}

/**
 * Keeps every page of the app on `app://portal/`. Links elsewhere open in the system's browser, and
 * only those that are for it; no window is opened by a page.
 */
export function lockNavigation(targets: NavigationTargets): void {
  app.on("web-contents-created", (_event, contents) => lock(contents, targets));
}
