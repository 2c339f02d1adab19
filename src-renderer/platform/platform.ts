import type { StoredValueName, StoredValueOf, TabValueName } from "#shared/stored-values.ts";
import type { OfflineLibraryStore } from "./offline-library.ts";
import type { UnsavedDraftsStore } from "./unsaved-drafts.ts";

/** What the renderer needs of browser or desktop app. `load` fills its memory once. Nothing here throws. */
export type Platform = {
  load(): Promise<void>;
  read<Name extends StoredValueName>(name: Name): StoredValueOf<Name>;
  /** Stores the value for this and later starts; only in memory if storing fails. */
  write<Name extends StoredValueName>(name: Name, value: StoredValueOf<Name>): void;
  /** Removes the value from the device; reading it yields the default. */
  remove(name: StoredValueName): void;
  /** Calls the listener when another window or tab changed a value. Returns the function that stops listening. */
  onChange(listener: (name: StoredValueName) => void): () => void;
  /** Texts kept for this window or tab alone, over a reload; null removes one. */
  tabValues: {
    read(name: TabValueName): string | null;
    write(name: TabValueName, text: string | null): void;
  };
  /** Content kept on this device for reading without a connection. */
  offlineLibrary: OfflineLibraryStore;
  /** Texts of the studio that the server does not have yet. */
  unsavedDrafts: UnsavedDraftsStore;
  /** Opens the page to pay on: a path of the portal, or the https address of a payment provider. */
  openPayment(url: string): void;
  /** Whether the window can be pinned above others; known after `load`. */
  readonly canPin: boolean;
  /** The pin of this window. Always off without `canPin`. */
  pin: PlatformSwitch;
  /** Whether the system can notify of new announcements; known after `load`. */
  readonly canNotify: boolean;
  /** Notifications of new announcements. Always off without `canNotify`. */
  notifications: PlatformSwitch;
  /** Origin at which browsers open this portal; null where pages do not know it. */
  readonly address: string | null;
  /** Whether a service worker keeps the app for starts without a connection. */
  readonly usesServiceWorker: boolean;
  /**
   * Calls the listener when the portal has another brand than the page was opened with. Returns the function that stops listening.
   * Null in browsers, which get the brand with each document.
   */
  onBrandChange: ((listener: () => void) => () => void) | null;
  /** Whether passkeys can be used here, or why not. */
  readonly passkeys: PasskeySupport;
  /** Finding text in the page; null where the browser does that itself. */
  find: PageFind | null;
  /**
   * Calls the listener when a link or a notification of the system opens a path of the portal in this
   * window; the listener navigates there. Returns the function that stops listening. Null where the
   * browser opens such addresses.
   */
  onOpenRequest: ((listener: (path: string) => void) => () => void) | null;
};

/** Passkeys need an https address or `localhost`: no IP address, and not the desktop app's scheme. */
export type PasskeySupport = "usable" | "no-browser" | "no-address" | "no-app";

/** A setting that the user turns on and off, in a page or elsewhere in the app. */
export type PlatformSwitch = {
  read(): boolean;
  write(on: boolean): void;
  /** Calls the listener when it was turned on or off, here or elsewhere. Returns the function that stops listening. */
  onChange(listener: (on: boolean) => void): () => void;
};

/** Highlights the matches of a text in the page, for our own search field. */
export type PageFind = {
  /** Calls the listener when the user asks for the search field. */
  onRequest(listener: () => void): () => void;
  next(text: string, backwards: boolean): void;
  stop(): void;
  onFound(listener: (result: { active: number; total: number }) => void): () => void;
};
