import { contentsByFrame } from "../page/all-contents.ts";
import { makeEvent } from "../app/electron-event.ts";
import { toApp } from "../schemes/schemes.ts";
import { notThere } from "../strict.ts";
import type { PageSession } from "../page/page-session.ts";
import type { WebContents } from "../page/web-contents.ts";

export type OpenHandler = (details: object) => { action: string };
type Opened = { url: string; windowName: string; windowFeatures: string[] };

/** Asks the app about a page's navigations and new windows. */
export class Navigation {
  #contents: WebContents;
  #openHandler: OpenHandler | null = null;
  /** The URL that the page itself requested. The app is not asked about its own or a test's loads. */
  #asked: string | null = null;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }

  watch(page: PageSession): void {
    page.on("Page.frameAttached", ({ frameId }) => contentsByFrame.set(frameId, this.#contents));
    page.on("Page.frameRequestedNavigation", ({ frameId, url }) => {
      if (frameId === page.targetId) this.#asked = url;
      // Requests to other schemes never reach Fetch; bin/xdg-open ignores them.
      if (!/^(https?|file|blob|data|about):/.test(url)) this.mayNavigate(url, frameId);
    });
    page.on("Page.windowOpen", (opened) => this.#windowOpen(opened));
  }

  /** Must be called when the app, not the page, navigates. */
  forget(): void {
    this.#asked = null;
  }

  #ask(name: string, address: string, frameId: string): boolean {
    const url = toApp(address);
    const isMainFrame = frameId === this.#contents.targetId;
    const frame = this.#contents.frames.of(frameId)?.frame ?? null;
    const event = makeEvent({ url, isMainFrame, isSameDocument: false, frame });
    this.#contents.emit(name, event, url, false, isMainFrame);
    return !event.defaultPrevented;
  }

  mayNavigate(address: string, frameId: string): boolean {
    const isMainFrame = frameId === this.#contents.targetId;
    if (isMainFrame && this.#asked !== address) return true;
    if (isMainFrame) this.#asked = null;
    const frameMay = this.#ask("will-frame-navigate", address, frameId);
    const mainMay = !isMainFrame || this.#ask("will-navigate", address, frameId);
    return frameMay && mainMay;
  }

  mayRedirect(address: string, frameId: string): boolean {
    return this.#ask("will-redirect", address, frameId);
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  #windowOpen({ url, windowName, windowFeatures }: Opened): void {
    const features = windowFeatures.filter((feature) => feature.includes("=")).join(",");
    const decision = this.#openHandler?.({
      url: toApp(url),
      frameName: windowName === "_blank" ? "" : windowName,
      features,
      disposition: features ? "new-window" : "foreground-tab",
      referrer: { url: this.#contents.getURL(), policy: "strict-origin-when-cross-origin" },
    });
    if (decision?.action !== "deny") throw notThere("a window that a page opens");
  }
}
