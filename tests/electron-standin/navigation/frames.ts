import type { PageSession } from "../page/page-session.ts";
import { toApp } from "../schemes/schemes.ts";
import { strictObject } from "../strict.ts";

/** A document in a frame, as reported by Chromium. */
type CommittedFrame = {
  id: string;
  parentId?: string;
  url: string;
  urlFragment?: string;
};

/** Creates the `WebFrameMain` of a document. It throws once the frame navigated or was removed. */
function makeFrame(document: FrameDocument): object {
  const alive = <T>(value: T): T => {
    if (!document.isGone()) return value;
    throw new Error("Render frame was disposed before WebFrameMain could be accessed");
  };
  return strictObject("WebFrameMain", {
    get url() {
      return alive(document.url);
    },
    get parent() {
      return alive(document.parent?.frame ?? null);
    },
  });
}

/** A document in a frame; `frame` is its `WebFrameMain`. */
export class FrameDocument {
  readonly parent: FrameDocument | null;
  readonly frame: object;
  /** The current URL as the app knows it (`app://`). */
  url: string;
  #gone = false;

  constructor({ url, urlFragment = "" }: CommittedFrame, parent: FrameDocument | null) {
    this.parent = parent;
    this.url = toApp(url + urlFragment);
    this.frame = makeFrame(this);
  }

  /** Marks the document as replaced or its frame as removed. */
  end(): void {
    this.#gone = true;
  }

  isGone(): boolean {
    return this.#gone || this.parent?.isGone() === true;
  }

  /** The frame, or null once it is gone, like Electron's `senderFrame`. */
  get frameOrNull(): object | null {
    return this.isGone() ? null : this.frame;
  }
}

/** The documents in a page's frames, as reported by the browser, so that no page can forge them. */
export class Frames {
  #documents = new Map<string, FrameDocument>();
  /** The frame of each JavaScript context, by the context's ID. */
  #frameByContext = new Map<number, string>();

  watch(page: PageSession): void {
    page.on("Page.frameNavigated", ({ frame }) => this.#committed(frame));
    page.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      const document = this.#documents.get(frameId);
      if (document) document.url = toApp(url);
    });
    page.on("Page.frameDetached", ({ frameId }) => {
      this.#documents.get(frameId)?.end();
      this.#documents.delete(frameId);
    });
    page.on("Runtime.executionContextCreated", ({ context: { id, auxData } }) =>
      this.#frameByContext.set(id, auxData.frameId),
    );
    page.on("Runtime.executionContextDestroyed", ({ executionContextId }) =>
      this.#frameByContext.delete(executionContextId),
    );
    page.on("Runtime.executionContextsCleared", () => this.#frameByContext.clear());
  }

  #committed(frame: CommittedFrame): void {
    this.#documents.get(frame.id)?.end();
    const parent = this.#documents.get(frame.parentId ?? "") ?? null;
    this.#documents.set(frame.id, new FrameDocument(frame, parent));
  }

  of(frameId: string): FrameDocument | null {
    return this.#documents.get(frameId) ?? null;
  }

  /** Returns the document of a JavaScript context; null once it is gone. */
  ofContext(context: number): FrameDocument | null {
    return this.of(this.#frameByContext.get(context) ?? "");
  }

  /** Marks all frames as removed, because the page is closed. */
  end(): void {
    for (const document of this.#documents.values()) document.end();
  }
}
