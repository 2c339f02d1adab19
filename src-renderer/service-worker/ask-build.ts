import type { WorkerMessage } from "../../src-shared/service-worker.ts";

/** ms until a window or service worker that gave no answer counts as not able to. */
const patience = 2_000;

/** A service worker as pages see it, or a window as the service worker sees it. */
type Addressee = { postMessage(message: WorkerMessage, transfer: Transferable[]): void };

/** Sends a question. Resolves to the answer, or to null if none comes within a time, in ms. */
export function ask(addressee: Addressee, question: WorkerMessage, time: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (answer: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(settle, time, null);
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => settle(data));
    port1.start();
    addressee.postMessage(question, [port2]);
  });
}

/** Resolves to the build that the other side belongs to, or to null if it does not answer. */
export async function askBuild(addressee: Addressee): Promise<string | null> {
  const build = await ask(addressee, { type: "build" }, patience);
  return typeof build === "string" ? build : null;
}
