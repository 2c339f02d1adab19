import { createListeners } from "#shared/listeners.ts";
import {
  offlineLibrary,
  storedValueNames,
  storedValues,
  tabValueNames,
  tabValues,
  unsavedDrafts,
  type Cleared,
} from "#shared/stored-values.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { onSessionEnded, type SessionEndReason } from "./session-end.ts";

/** What the renderer keeps in memory beyond one page, and when it is cleared. */
export const memoryStorages = {
  /** Token and user (session-store.ts). */
  session: "session-end",
  /** Answers of the API: TanStack Query's cache. */
  answers: "session-end",
  /** Cart and discount (purchase-store.ts). */
  cart: "logout",
  /** The purchase in progress, or just confirmed (purchase-store.ts). */
  purchase: "session-end",
  /** The purchase that the page on screen thanks for (purchase-store.ts). */
  thanks: "session-end",
  /** Positions in entries that are sent in some seconds (shelf/follow/changes.ts). */
  shelfPlaces: "session-end",
  /** Changes that the server does not have yet (outbox.ts). */
  unsentChanges: "logout",
  /** Videos that are being fetched for this device (video-downloads.ts). */
  videoDownloads: "session-end",
  /** Videos that are being uploaded in the studio (video-uploads.ts). */
  videoUploads: "session-end",
  /** Forms that were left before they were sent (draft.ts). */
  drafts: "logout",
  /** Timers of recipes (cooking-store.ts). */
  cooking: "logout",
  /** Speed at which videos play (use-player.ts). */
  videoSpeed: "logout",
  /** Where the sign-in under way leads (return-address.ts). */
  nextStep: "logout",
  /** The page that stays when the session expires (retained-page.ts). */
  retainedPage: "logout",
  /** The page that a 401 leads away from (return-address.ts). */
  leavingPath: "logout",
  /** Tokens to revoke once the server can be reached (log-out.ts): they outlive their session. */
  unrevokedTokens: "never",
  /** Errors on screen; the one that ended the session is among them (notifications.ts). */
  notifications: "never",
  /** The values below belong to the device and are stored there, too. */
  flags: "never",
  preferences: "never",
  language: "never",
} as const satisfies Record<string, Cleared>;

type MemoryStorageName = keyof typeof memoryStorages;

/** The memory storages that are cleared at some time. */
export type ClearedStorageName = {
  [Name in MemoryStorageName]: (typeof memoryStorages)[Name] extends "never" ? never : Name;
}[MemoryStorageName];

const clearers = new Map<ClearedStorageName, ReturnType<typeof createListeners<void>>>();

/** Registers how a storage is cleared; `memoryStorages` says when. Call when the storage is made. */
export function registerStorage(name: ClearedStorageName, clear: () => void): void {
  const known = clearers.get(name) ?? createListeners();
  known.add(clear);
  clearers.set(name, known);
}

const isCleared = (cleared: Cleared, reason: SessionEndReason) =>
  cleared === "session-end" || (cleared === "logout" && reason === "logged-out");

onSessionEnded(({ reason, here }) => {
  for (const name of storedValueNames) {
    // The window where the session ended removes them for all: another one may have signed in since.
    if (here && isCleared(storedValues[name].cleared, reason)) platform.remove(name);
  }
  if (here && isCleared(offlineLibrary.cleared, reason)) void platform.offlineLibrary.remove();
  if (here && isCleared(unsavedDrafts.cleared, reason)) void platform.unsavedDrafts.removeAll();
  for (const name of tabValueNames) {
    if (isCleared(tabValues[name].cleared, reason)) platform.tabValues.write(name, null);
  }
  for (const [name, known] of clearers) {
    if (isCleared(memoryStorages[name], reason)) known.emit();
  }
});
