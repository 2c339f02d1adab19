import { makeEvent } from "../strict.ts";
import { forgetEmptyPage } from "../navigation/navigation.ts";
import type { PageSession } from "./page-session.ts";
import { applyPermissions } from "../app/session.ts";
import { toApp, toWeb } from "../schemes/schemes.ts";
import type { WebContents } from "./web-contents.ts";

type Load = { loaderId: string; settle: (error: Error | null) => void };

const failure = (code: string, url: string) =>
  Object.assign(new Error(`${code} loading '${url}'`), { code, url });

/** Tracks which document a page shows and its loading state. */
export class PageLoads {
  url = "";
  loading = false;
  #contents: WebContents;
  #onLoaded: () => void;
  /** What `loadURL` waits for. */
  #awaited: Load | null = null;
  #loaded = "";
  #began = false;

  constructor(contents: WebContents, onLoaded: () => void) {
    this.#contents = contents;
    this.#onLoaded = onLoaded;
  }

  async watch(page: PageSession): Promise<void> {
    page.on("Page.frameNavigated", ({ frame }) => {
      if (!frame.parentId) this.#committed(frame);
    });
    page.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      if (frameId !== page.targetId) return;
      this.url = toApp(url);
    });
    page.on("Page.lifecycleEvent", ({ frameId, name, loaderId }) => {
      if (frameId !== page.targetId || !this.#began) return;
      this.#lifecycle(name, loaderId);
      if (name === "load") void forgetEmptyPage(page);
    });
    await page.send("Page.enable");
    await page.send("Page.setLifecycleEventsEnabled", { enabled: true });
  }

  #committed(frame: { url: string; urlFragment?: string; loaderId: string }) {
    this.url = toApp(frame.url + (frame.urlFragment ?? ""));
    if (this.#awaited && this.#awaited.loaderId !== frame.loaderId) this.abort();
    if (frame.url !== "about:blank") this.#began = true;
    this.#contents.urlChanged();
    this.#contents.emit("did-navigate", makeEvent(), this.url, 200, "OK");
  }

  #lifecycle(name: string, loaderId: string): void {
    if (name === "init") this.loading = true;
    if (name !== "load") return;
    this.loading = false;
    this.#loaded = loaderId;
    this.#onLoaded();
    this.#contents.emit("did-stop-loading");
    if (this.#awaited?.loaderId === loaderId) this.#awaited.settle(null);
  }

  /** Resolves when the page is loaded; rejects if it fails or is replaced by another load. */
  async load(url: string): Promise<void> {
    this.loading = true;
    const page = await this.#contents.ready;
    await applyPermissions(this.#contents, url);
    this.abort();
    const { errorText, loaderId } = await page.send("Page.navigate", { url: toWeb(url) });
    if (errorText) {
      this.loading = false;
      throw failure(errorText.replace("net::", ""), url);
    }
    if (!loaderId || loaderId === this.#loaded) {
      this.loading = false;
      return; // same document, or already loaded
    }
    const error = await new Promise<Error | null>((settle) => {
      this.#awaited = { loaderId, settle };
    });
    this.#awaited = null;
    if (error) throw failure(error.message, url);
  }

  /** Rejects the pending load because of another load or the closing of the page. */
  abort(): void {
    this.#awaited?.settle(new Error("ERR_ABORTED"));
  }
}
