import { devtools } from "../chromium/devtools.ts";
import type { Rect } from "../window/rect.ts";

type Params = Record<string, unknown>;
// oxlint-disable-next-line typescript/no-explicit-any -- Chromium's; each listener declares the part it reads
type Event = any;

/** The DevTools session of one page. */
export class PageSession {
  readonly targetId: string;
  readonly #sessionId: string;
  #heard = true;

  constructor(targetId: string, sessionId: string) {
    this.targetId = targetId;
    this.#sessionId = sessionId;
  }

  /** Opens a Chromium window with an empty page. */
  static async open({ x, y, width, height }: Rect): Promise<PageSession> {
    const place = { left: x, top: y, width, height };
    const { targetId } = await devtools.send("Target.createTarget", {
      url: "about:blank",
      newWindow: true,
      ...place,
    });
    const { sessionId } = await devtools.send("Target.attachToTarget", { targetId, flatten: true });
    return new PageSession(targetId, sessionId);
  }

  send(method: string, params?: Params): Promise<Event> {
    return devtools.send(method, params, this.#sessionId);
  }

  on(event: string, listener: (params: Event) => void): void {
    devtools.on(`${this.#sessionId} ${event}`, (params) => {
      if (this.#heard) listener(params);
    });
  }

  /** Ignores all further events of the page. */
  stopListening(): void {
    this.#heard = false;
  }
}
