import { buildTag, type WorkerMessage } from "../../../src-shared/service-worker.ts";

/** Has the service worker keep the files that show kept content: another page may start offline. */
export async function keepOfflineFiles(): Promise<void> {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="${buildTag}"]`);
  const { active } = await navigator.serviceWorker.ready;
  const message: WorkerMessage = { type: "keep-offline", build: tag?.content ?? "" };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no target
  active?.postMessage(message);
}
