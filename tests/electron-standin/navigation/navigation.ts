import { type PageSession, contentsByFrame } from "../page/page-session.ts";
import { type Destroyable, assertAlive, makeEvent, notThere, strictObject } from "../strict.ts";
import { toApp } from "../schemes/schemes.ts";
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

type History = { currentIndex: number; entries: { id: number; url: string }[] };

const read = (page: PageSession): Promise<History> => page.send("Page.getNavigationHistory");

const isEmptyPage = (entry: { url: string } | undefined) => entry?.url === "about:blank";

/** Removes the empty page that every Chromium window starts with from the history. */
export async function forgetEmptyPage(page: PageSession): Promise<void> {
  try {
    const { currentIndex, entries } = await read(page);
    const isBefore = currentIndex === 1 && entries.length === 2 && isEmptyPage(entries[0]);
    if (isBefore) await page.send("Page.resetNavigationHistory");
  } catch {} // it is gone
}

/** Creates `webContents.navigationHistory` with the functions that a menu needs. */
export function makeNavigationHistory(contents: Destroyable, ready: () => Promise<PageSession>) {
  async function move(steps: number): Promise<void> {
    const page = await ready();
    const { currentIndex, entries } = await read(page);
    const entry = entries[currentIndex + steps];
    if (!entry || isEmptyPage(entry)) return;
    await page.send("Page.navigateToHistoryEntry", { entryId: entry.id });
  }
  function go(steps: number): void {
    assertAlive(contents);
    move(steps).catch(() => {}); // the page is gone
  }
  return strictObject("NavigationHistory", {
    goBack: (): void => go(-1),
    goForward: (): void => go(1),
  });
}
