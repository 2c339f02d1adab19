import { onlineManager } from "@tanstack/react-query";
import { vi } from "vitest";

/** Has the API answer again, after requests of a test found none. Needs `watchConnection`. */
export async function connectDevice(): Promise<void> {
  vi.stubGlobal("fetch", async () => new Response("{}"));
  window.dispatchEvent(new Event("online"));
  await vi.waitUntil(() => onlineManager.isOnline(), { interval: 1 });
}
