import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { answerInvocation, pack, type Invocation } from "../app/ipc-main.ts";
import type { PageSession } from "../page/page-session.ts";
import { pageSource, preloadSource } from "./worlds.ts";
import { toApp, toWeb } from "../schemes/schemes.ts";
import type { WebContents } from "../page/web-contents.ts";
import type { WindowOptions } from "../window/window-options.ts";

type FromPage = Invocation | { op: "hello" } | { op: "title"; title: string };

/** Name of the isolated world of preload scripts. */
const preloadWorld = "Electron Isolated Context";

/** Connects main and a page's preload script: by a binding to main, by evaluation back. */
export class PreloadChannel {
  #contents: WebContents;
  #onTitle: (title: string) => void;
  /** The preload script's world in the current document. */
  #world: number | null = null;

  constructor(contents: WebContents, onTitle: (title: string) => void) {
    this.#contents = contents;
    this.#onTitle = onTitle;
  }

  /** Adds the preload script to all future documents. */
  async install(
    page: PageSession,
    { preload, nodeIntegrationInSubFrames: inFrames = false }: WindowOptions["webPreferences"] = {},
  ): Promise<void> {
    const token = `standin-${randomUUID()}`;
    const script = preload ? readFileSync(preload, "utf8") : "";
    page.on("Runtime.bindingCalled", ({ payload, executionContextId }) =>
      this.#hear(JSON.parse(toApp(payload)), executionContextId),
    );
    await Promise.all([
      page.send("Runtime.enable"), // without it no bindingCalled
      page.send("Runtime.addBinding", { name: "standinIpc", executionContextName: preloadWorld }),
      page.send("Page.addScriptToEvaluateOnNewDocument", { source: pageSource(token, inFrames) }),
      page.send("Page.addScriptToEvaluateOnNewDocument", {
        worldName: preloadWorld,
        source: preloadSource(token, script, inFrames),
      }),
    ]);
  }

  #hear(message: FromPage, world: number): void {
    if (message.op === "hello") this.#world = world;
    else if (message.op === "title") this.#onTitle(message.title);
    else void this.#answer(message, world);
  }

  async #answer(invocation: Invocation, world: number): Promise<void> {
    const document = this.#contents.frames.ofContext(world);
    await this.#deliver(await answerInvocation(this.#contents, document, invocation), world);
  }

  async #deliver(message: object, contextId: number): Promise<void> {
    const expression = `standinDeliver(${toWeb(JSON.stringify(message))})`;
    const page = await this.#contents.ready;
    await page.send("Runtime.evaluate", { expression, contextId }).catch(() => {}); // it is gone
  }

  send(channel: string, args: unknown[]): void {
    const message = { op: "send", channel, args: pack(args) };
    if (this.#world !== null) void this.#deliver(message, this.#world);
  }
}
