import type { StoredValueName } from "./stored-values.ts";

/** IPC channels between preload and main; the last six go from main to preload. */
export const bridgeChannels = {
  load: "stored-values:load",
  write: "stored-values:write",
  remove: "stored-values:remove",
  openExternal: "external-links:open",
  capabilities: "capabilities:read",
  readPin: "pin:read",
  writePin: "pin:write",
  readNotifications: "notifications:read",
  writeNotifications: "notifications:write",
  find: "find:next",
  stopFinding: "find:stop",
  followOpen: "pages:follow-open",
  changed: "stored-values:changed",
  pinChanged: "pin:changed",
  notificationsChanged: "notifications:changed",
  findRequested: "find:requested",
  found: "find:found",
  open: "pages:open",
} as const;

/** Stored texts by name, as `storedValues` formats them; a value that is not stored is missing. */
export type StoredTexts = Partial<Record<StoredValueName, string>>;

/** A value that another window changed; null: it was removed. */
export type StoredChange = { name: StoredValueName; text: string | null };

export type Capabilities = { canPin: boolean; canNotify: boolean };

/** Which of the hits is marked, counted from 1, and how many there are. */
export type FindResult = { active: number; total: number };

/** Stops listening. */
export type Unsubscribe = () => void;

/**
 * What the preload script exposes as `window.portalBridge`: named functions only. Every call is
 * parsed and its sender checked by main, which rejects what it does not take.
 */
export type PortalBridge = {
  load(): Promise<StoredTexts>;
  /** Resolves once the text lies on the device. */
  write(name: StoredValueName, text: string): Promise<void>;
  remove(name: StoredValueName): Promise<void>;
  /** Tells what other windows change. */
  onChange(listener: (change: StoredChange) => void): Unsubscribe;
  /** Opens an address in the system's browser or mail program; a path below `/api` at the API's host. */
  openExternal(url: string): Promise<void>;
  capabilities(): Promise<Capabilities>;
  /** Whether this window is pinned above others. */
  readPin(): Promise<boolean>;
  writePin(pinned: boolean): Promise<void>;
  /** Tells when this window was pinned or released, by whatever means. */
  onPinChange(listener: (pinned: boolean) => void): Unsubscribe;
  /** Whether new announcements are told as notifications of the system. */
  readNotifications(): Promise<boolean>;
  writeNotifications(on: boolean): Promise<void>;
  /** Tells when they were turned on or off, in any window or by the menu. */
  onNotificationsChange(listener: (on: boolean) => void): Unsubscribe;
  /** Marks the text's next hit in the page, or the one before. */
  find(text: string, backwards: boolean): Promise<void>;
  stopFinding(): Promise<void>;
  /** Tells that the user asked to find something in the page. */
  onFindRequest(listener: () => void): Unsubscribe;
  onFound(listener: (result: FindResult) => void): Unsubscribe;
  /** Says whether this page listens by `onOpen`. Where none does, main loads the path instead. */
  followOpen(follows: boolean): Promise<void>;
  /** Tells that a link or a notification of the system leads to a path of ours in this window. */
  onOpen(listener: (path: string) => void): Unsubscribe;
};
