import { useFormats } from "#renderer/i18n/formats.ts";

const megabyte = 1_000_000;

/** Returns a function that formats bytes as megabytes: with one decimal below ten, and never as none. */
export function useMegabytes(): (bytes: number) => string {
  const { number } = useFormats();
  return (bytes) => {
    const size = bytes / megabyte;
    return number(size < 10 ? Math.max(0.1, Math.round(size * 10) / 10) : Math.round(size));
  };
}

/** The share of the browser's room that stays free for others. */
const spared = 0.05;

/** Returns the bytes that this device has left for the portal; null where the browser does not say. */
export async function freeStorageBytes(): Promise<number | null> {
  // Only pages that come by https or from this computer have it.
  const storage = "storage" in navigator ? navigator.storage : null;
  const { quota, usage } = (await storage?.estimate().catch(() => null)) ?? {};
  if (quota === undefined || usage === undefined) return null;
  return Math.max(0, quota * (1 - spared) - usage);
}

/** Asks the browser not to delete stored content when the device needs room; it may refuse. */
export function requestPersistence(): void {
  if ("storage" in navigator) void navigator.storage.persist().catch(() => {});
}
