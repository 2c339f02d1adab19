import type {
  StoredValueName,
  StoredValueOf,
  TabValueName,
} from "../../src-shared/stored-values.ts";

/**
 * What the renderer asks of whatever it runs in. Stored values are read from validated memory;
 * `load` fills it once before the first render. Nothing here throws.
 */
export type Platform = {
  load(): Promise<void>;
  read<Name extends StoredValueName>(name: Name): StoredValueOf<Name>;
  /** Keeps the value for this and later starts; in memory only where storing fails. */
  write<Name extends StoredValueName>(name: Name, value: StoredValueOf<Name>): void;
  /** Back to the default, and gone from the device. */
  remove(name: StoredValueName): void;
  /** Calls the listener when another window or tab changed a value. Returns the way to stop. */
  onChange(listener: (name: StoredValueName) => void): () => void;
  /** Texts kept for this window or tab alone, over a reload; null removes one. */
  tabValues: {
    read(name: TabValueName): string | null;
    write(name: TabValueName, text: string | null): void;
  };
  /** Leads to where one pays: a path of ours, or the https address of a payment provider. */
  openPayment(url: string): void;
  /** Whether a window can be pinned above others here; known after `load`. */
  readonly canPin: boolean;
  /** The pin of this window. Without `canPin` it is off and stays so. */
  pin: PlatformSwitch;
  /** Whether the system can tell of new announcements; known after `load`. */
  readonly canNotify: boolean;
  /** Notifications of new announcements. Without `canNotify` they are off and stay so. */
  notifications: PlatformSwitch;
  /** Finding text in the page; null where the browser does that itself. */
  find: PageFind | null;
  /**
   * Calls the listener when a link or a notification of the system leads to a path of ours in this
   * window, which then goes there by itself. Returns the way to stop. Null where the browser opens
   * such addresses.
   */
  onOpenRequest: ((listener: (path: string) => void) => () => void) | null;
};

/** Something that the user turns on and off, in a page or elsewhere in the app. */
export type PlatformSwitch = {
  read(): boolean;
  write(on: boolean): void;
  /** Calls the listener when it was turned on or off, here or elsewhere. Returns the way to stop. */
  onChange(listener: (on: boolean) => void): () => void;
};

/** Marks hits of a text in the page, for a search field of ours. */
export type PageFind = {
  /** Calls the listener when the user asks for the search field. */
  onRequest(listener: () => void): () => void;
  next(text: string, backwards: boolean): void;
  stop(): void;
  onFound(listener: (result: { active: number; total: number }) => void): () => void;
};
