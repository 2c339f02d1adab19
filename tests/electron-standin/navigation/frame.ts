import { toApp } from "../schemes/schemes.ts";
import { strictObject } from "../strict.ts";

/** A document in a frame, as Chromium tells of it. */
export type CommittedFrame = {
  id: string;
  parentId?: string;
  name?: string;
  url: string;
  urlFragment?: string;
  securityOrigin: string;
};

let lastRoutingId = 0;

/** `WebFrameMain` of a document: it throws once the frame shows another one, or is gone. */
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

/** A document in a frame: `frame` is what the app sees of it. */
export class FrameDocument {
  readonly parent: FrameDocument | null;
  readonly frame: object;
  /** As the app knows it, of now. */
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

  /** Another document takes its place, or its frame is gone. */
  end(): void {
    this.#gone = true;
  }

  isGone(): boolean {
    return this.#gone || this.parent?.isGone() === true;
  }

  /** The frame, or null once it is gone: as `senderFrame` is read in Electron. */
  get frameOrNull(): object | null {
    return this.isGone() ? null : this.frame;
  }
}
