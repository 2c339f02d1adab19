import type { WorkerMessage } from "../../src-shared/service-worker.ts";

/** ms until a window or service worker that gave no answer counts as not able to. */
const patience = 2_000;

/** A service worker as pages see it, or a window as the service worker sees it. */
type Addressee = { postMessage(message: WorkerMessage, transfer: Transferable[]): void };

/** Resolves to the build that the other side belongs to, or to null if it does not answer. */
export function askBuild(addressee: Addressee): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (build: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(typeof build === "string" ? build : null);
    };
    const timer = setTimeout(settle, patience, null);
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => settle(data));
    port1.start();
    addressee.postMessage({ type: "build" }, [port2]);
  });
}
