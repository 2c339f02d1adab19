import { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";

type Params = Record<string, unknown>;
// Results and events come from Chromium; each caller declares the part it reads.
// oxlint-disable-next-line typescript/no-explicit-any -- the protocol has 700 shapes
type Answer = any;
type Call = { method: string; resolve: (result: Answer) => void; reject: (error: Error) => void };

/** A client of Chromium's DevTools over its pipe. Chromium ends when the pipe closes. */
class DevTools extends EventEmitter {
  #lastId = 0;
  #pending = new Map<number, Call>();
  #out: Writable | null = null;

  connect(out: Writable, input: Readable): void {
    this.setMaxListeners(0);
    this.#out = out.on("error", () => {});
    let rest = "";
    input.on("error", () => {}).setEncoding("utf8");
    input.on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\0");
      rest = parts.pop() ?? "";
      for (const part of parts) this.#receive(JSON.parse(part));
    });
    input.on("close", () => {
      for (const { reject } of this.#pending.values()) reject(new Error("Chromium closed"));
      this.#pending.clear();
    });
  }

  #receive({ id, result, error, method, params, sessionId }: Answer): void {
    if (!id) return void this.emit(sessionId ? `${sessionId} ${method}` : method, params);
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) call?.reject(new Error(`${call.method}: ${error.message}`));
    else call?.resolve(result);
  }

  send(method: string, params: Params = {}, sessionId?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!this.#out?.writable) return reject(new Error("Chromium closed"));
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject, method });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }
}

export const devtools = new DevTools();
