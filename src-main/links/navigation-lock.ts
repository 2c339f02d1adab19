import { app, type WebContents } from "electron";
import { logFailure } from "../log.ts";
import { isApiPath, isAtHost, isConnectUrl, isPortalUrl, pathOf } from "./portal-address.ts";

export type NavigationTargets = {
  openExternally: (address: string) => Promise<unknown>;
  /** Opens one of our own pages in a new window. */
  openWindow: (path: string) => void;
  /** Hosts that a frame in a page may be at: those of videos in texts. */
  frameHosts: () => readonly string[];
};

/** Returns whether a URL is a page of the renderer. Below `/api` are data and payment pages. */
const isPage = (url: string) => isPortalUrl(url) && !isApiPath(new URL(url).pathname);

function lock(
  contents: WebContents,
  { openExternally, openWindow, frameHosts }: NavigationTargets,
): void {
  /** A window stays at its origin: the one that asks for the portal's address becomes no page of a portal, nor the reverse. */
  const mayGo = (url: string) =>
    isConnectUrl(url)
      ? isConnectUrl(contents.getURL())
      : isPage(url) && !isConnectUrl(contents.getURL());
  const mayFrame = (url: string) => isAtHost(url, frameHosts()) && isPage(contents.getURL());
  /** Electron does not say which frame opens a window; a player that somebody uses has the focus. */
  const isPlayerInUse = () => {
    // A player may have frames of its own.
    for (let frame = contents.focusedFrame; frame; frame = frame.parent) {
      if (isAtHost(frame.url, frameHosts())) return true;
    }
    return false;
  };
  const leave = (url: string) =>
    void openExternally(url).catch((error: unknown) => logFailure("A link did not open", error));

  contents.on("will-frame-navigate", (event) => {
    if (mayGo(event.url) || (!event.isMainFrame && mayFrame(event.url))) return;
    event.preventDefault();
    if (event.isMainFrame) leave(event.url);
  });
  contents.on("will-navigate", (event) => {
    if (!mayGo(event.url)) event.preventDefault();
  });
  contents.on("will-redirect", (event) => {
    if (mayGo(event.url) || (!event.isMainFrame && mayFrame(event.url))) return;
    event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isPlayerInUse()) {
      // a player leads to its own site, neither to a page of the portal nor to a program
      if (/^https?:/i.test(url)) leave(url);
    } else if (isPage(url)) openWindow(pathOf(url));
    else leave(url);
    return { action: "deny" };
  });
}

/** Keeps every page on `app://portal/`. Other links open in the browser if allowed. */
export function lockNavigation(targets: NavigationTargets): void {
  app.on("web-contents-created", (_event, contents) => lock(contents, targets));
}
