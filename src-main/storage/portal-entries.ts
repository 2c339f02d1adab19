import * as z from "zod/mini";
import { storedValueNames, storedValues } from "#shared/stored-values.ts";
import { logFailure } from "../log.ts";
import { memoryOnlyKey } from "./device-store.ts";
import type { OpenedStoreFile, StoreFile } from "./store-file.ts";

/** Entries that are choices for this computer, at whichever portal. All others of a portal's view belong to that portal. */
const ofDevice = new Set<string>([
  storedValues.language.key,
  storedValues.searchShortcut.key,
  memoryOnlyKey,
]);

const portalsKey = "portals";
const portalsSchema = z.record(z.string(), z.record(z.string(), z.unknown()));

/**
 * Returns the entries of one portal. They are in the same file, below the portal's origin, so that nothing that is stored for
 * one portal can be read, let alone sent, while the app is at another one. A write changes its own entry only: an answer may arrive
 * after its portal was left, and entered again.
 */
export function portalEntries(file: OpenedStoreFile, origin: string): OpenedStoreFile {
  const portals = () => portalsSchema.safeParse(file.get(portalsKey)).data ?? {};
  const entries = new Map(Object.entries(portals()[origin] ?? {}));
  const save = (own: Record<string, unknown>) =>
    file.set(portalsKey, { ...portals(), [origin]: own });
  return {
    get: (key) => (ofDevice.has(key) ? file : entries).get(key),
    set: (key, value) => {
      if (ofDevice.has(key)) return file.set(key, value);
      entries.set(key, value);
      save({ ...portals()[origin], [key]: value });
    },
    delete: (key) => {
      if (ofDevice.has(key)) return file.delete(key);
      if (!entries.delete(key)) return;
      const { [key]: _deleted, ...rest } = portals()[origin] ?? {};
      save(rest);
    },
    dropDamaged: () => file.dropDamaged(),
  };
}

/** Entries of the one portal that the app had in earlier versions, outside of `portals`. */
const ofOnlyPortal = [
  ...storedValueNames.map((name) => storedValues[name].key).filter((key) => !ofDevice.has(key)),
  "brand",
  "announcement-notifications",
];

/** Moves the entries of earlier versions below the portal that the app is set to. Without one nobody knows whose they are: they are deleted. */
export function moveEarlierEntries(file: OpenedStoreFile, origin: string | null): void {
  const entries = origin === null ? null : portalEntries(file, origin);
  for (const key of ofOnlyPortal) {
    const value = file.get(key);
    if (value === undefined) continue;
    try {
      if (entries && entries.get(key) === undefined) entries.set(key, value);
      file.delete(key);
    } catch (error) {
      logFailure("An entry of an earlier version could not be moved", error);
    }
  }
}

const addressKey = "portal";

/** Returns the origin of the portal that the app was at last; null before the first one. */
export const chosenPortal = (file: StoreFile): string | null =>
  z.url({ protocol: /^https?$/ }).safeParse(file.get(addressKey)).data ?? null;

/** Remembers the portal for the next start, or at least until the app quits. */
export function rememberPortal(file: StoreFile, origin: string): void {
  try {
    file.set(addressKey, origin);
  } catch (error) {
    logFailure("The portal's address could not be stored", error);
  }
}
