import type { StoredValueName, StoredValueOf } from "../../src-shared/stored-values.ts";

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
  /** Text kept for this window alone, over a reload. */
  windowText: { read(key: string): string | null; write(key: string, text: string | null): void };
  /** Leads to where one pays: a path of ours, or the https address of a payment provider. */
  openPayment(url: string): void;
  /** Whether a window can be pinned above others here. */
  canPin: boolean;
};
