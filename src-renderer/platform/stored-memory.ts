import { createListeners } from "#shared/listeners.ts";
import {
  storedValues,
  type StoredValueName,
  type StoredValueOf,
  tabValues,
} from "#shared/stored-values.ts";
import type { Platform } from "./platform.ts";

/** Runs a storage access; disabled or full storage yields the fallback. */
export function tryStorage<T>(access: () => T, fallback: T): T {
  try {
    return access();
  } catch {
    return fallback;
  }
}

/** Creates the values of one window or tab: sessionStorage, and memory where it is disabled or full. */
export function createTabValues(): Platform["tabValues"] {
  const texts = new Map<string, string>();
  return {
    read: (name) => {
      const { key } = tabValues[name];
      return tryStorage(() => sessionStorage.getItem(key), null) ?? texts.get(key) ?? null;
    },
    write: (name, text) => {
      const { key } = tabValues[name];
      if (text === null) {
        texts.delete(key);
        tryStorage(() => sessionStorage.removeItem(key), undefined);
      } else {
        texts.set(key, text);
        tryStorage(() => sessionStorage.setItem(key, text), undefined);
      }
    },
  };
}

export function formatStored<Name extends StoredValueName>(
  name: Name,
  value: StoredValueOf<Name>,
): string {
  // The value belongs to the entry of that name, which TypeScript cannot see in the union.
  const { format } = storedValues[name] as { format: (value: unknown) => string };
  return format(value);
}

/** Creates the memory of stored values, and its listeners. An invalid text yields the default. */
export function createStoredMemory() {
  const values = new Map<StoredValueName, unknown>();
  const changed = createListeners<StoredValueName>();
  return {
    read: <Name extends StoredValueName>(name: Name) =>
      // Every value was written under its own name, with the type of that entry.
      (values.has(name) ? values.get(name) : storedValues[name].default) as StoredValueOf<Name>,
    write: <Name extends StoredValueName>(name: Name, value: StoredValueOf<Name>) =>
      void values.set(name, value),
    remove: (name: StoredValueName) => void values.delete(name),
    /** Sets a value from its stored text; null removes it. */
    restore: (name: StoredValueName, text: string | null) => {
      const { parse, default: fallback } = storedValues[name];
      values.set(name, (text === null ? null : parse(text)) ?? fallback);
    },
    onChange: changed.add,
    notify: changed.emit,
  };
}
