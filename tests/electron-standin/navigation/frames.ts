import { FrameDocument, type CommittedFrame } from "./frame.ts";
import type { PageSession } from "../page/page-session.ts";
import { toApp } from "../schemes/schemes.ts";

/** The documents in a page's frames, as reported by the browser, so that no page can forge them. */
export class Frames {
  #documents = new Map<string, FrameDocument>();
  /** The frame of each JavaScript context, by the context's ID. */
  #frameByContext = new Map<number, string>();
  #topId = "";

  watch(page: PageSession): void {
    this.#topId = page.targetId;
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

  get top(): FrameDocument | null {
    return this.of(this.#topId);
  }

  /** Marks all frames as removed, because the page is closed. */
  end(): void {
    for (const document of this.#documents.values()) document.end();
  }
}
