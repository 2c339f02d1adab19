import { toApp } from "../schemes/schemes.ts";
import { strictObject } from "../strict.ts";

/** A document in a frame, as reported by Chromium. */
export type CommittedFrame = {
  id: string;
  parentId?: string;
  name?: string;
  url: string;
  urlFragment?: string;
  securityOrigin: string;
};

let lastRoutingId = 0;

/** Creates the `WebFrameMain` of a document. It throws once the frame navigated or was removed. */
function makeFrame(document: FrameDocument, origin: string, name: string): object {
  const routingId = ++lastRoutingId;
  const alive = <T>(value: T): T => {
    if (!document.isGone()) return value;
    throw new Error("Render frame was disposed before WebFrameMain could be accessed");
  };
  return strictObject("WebFrameMain", {
    get url() {
      return alive(document.url);
    },
    get origin() {
      return alive(origin);
    },
    get name() {
      return alive(name);
    },
    get parent() {
      return alive(document.parent?.frame ?? null);
    },
    get top() {
      return alive(document.top.frame);
    },
    get processId() {
      return alive(1);
    },
    get routingId() {
      return alive(routingId);
    },
    get frameTreeNodeId() {
      return alive(routingId);
    },
    isDestroyed: () => document.isGone(),
  });
}

/** A document in a frame; `frame` is its `WebFrameMain`. */
export class FrameDocument {
  readonly parent: FrameDocument | null;
  readonly frame: object;
  /** The current URL as the app knows it (`app://`). */
  url: string;
  #gone = false;

  constructor(
    { url, urlFragment = "", securityOrigin, name = "" }: CommittedFrame,
    parent: FrameDocument | null,
  ) {
    this.parent = parent;
    this.url = toApp(url + urlFragment);
    const origin = securityOrigin === "://" ? "null" : toApp(securityOrigin);
    this.frame = makeFrame(this, origin, name);
  }

  get top(): FrameDocument {
    return this.parent?.top ?? this;
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
