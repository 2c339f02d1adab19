import { makeEvent } from "../app/electron-event.ts";
import type { WebContents } from "./web-contents.ts";

export type FindOptions = { forward?: boolean; findNext?: boolean };

/**
 * Selects the match with that number, counted from 0 and wrapping around. Returns the number of matches.
 * Matches across elements are not found. Self-contained: its source runs in Chromium.
 */
function showHit(sought: string, wanted: number): { active: number; total: number } {
  const hits: Range[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    const text = (node.nodeValue ?? "").toLowerCase();
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
      const hit = document.createRange();
      hit.setStart(node, at);
      hit.setEnd(node, at + sought.length);
      hits.push(hit);
    }
  }
  const active = ((wanted % hits.length) + hits.length) % hits.length;
  hits[active]?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
  return { active: hits.length > 0 ? active : -1, total: hits.length };
}

/** Implements find in page. As in Electron, `findNext` starts a new search despite its name. */
export class FindInPage {
  #contents: WebContents;
  #requests = 0;
  #active = 0;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }

  find(text: string, { forward = true, findNext = false }: FindOptions): number {
    const requestId = ++this.#requests;
    const wanted = findNext ? 0 : this.#active + (forward ? 1 : -1);
    void this.#show(text, wanted, requestId);
    return requestId;
  }

  async #show(text: string, wanted: number, requestId: number): Promise<void> {
    const call = `(${showHit.toString()})(${JSON.stringify(text.toLowerCase())}, ${wanted})`;
    const hit = await this.#contents.preload.evaluate(call);
    if (typeof hit !== "object" || hit === null || requestId !== this.#requests) return;
    const { active, total } = hit as { active: number; total: number }; // of showHit
    this.#active = active;
    this.#contents.emit("found-in-page", makeEvent(), {
      requestId,
      activeMatchOrdinal: active + 1,
      matches: total,
      finalUpdate: true,
    });
  }

  stop(): void {
    this.#requests++;
    this.#active = 0;
  }
}
