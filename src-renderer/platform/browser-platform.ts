import {
  storedValueNames,
  storedValues,
  type StoredValueName,
  type StoredValueOf,
} from "../../src-shared/stored-values.ts";
import type { Platform } from "./platform.ts";

/** Runs a storage access; disabled or full storage gives the fallback. */
function attempt<T>(access: () => T, fallback: T): T {
  try {
    return access();
  } catch {
    return fallback;
  }
}

/** The platform of an ordinary browser: localStorage, and memory where that is disabled or full. */
export function createBrowserPlatform(): Platform {
  const values = new Map<StoredValueName, unknown>();
  const listeners = new Set<(name: StoredValueName) => void>();
  const windowTexts = new Map<string, string>();

  const reload = (name: StoredValueName) => {
    const { key, parse, default: fallback } = storedValues[name];
    const text = attempt(() => localStorage.getItem(key), null);
    values.set(name, (text === null ? null : parse(text)) ?? fallback);
  };

  const follow = (event: StorageEvent) => {
    if (event.storageArea !== attempt(() => localStorage, null)) return;
    // clear() in another tab tells no key: everything changed.
    const changed = storedValueNames.filter(
      (name) => event.key === null || storedValues[name].key === event.key,
    );
    changed.forEach(reload);
    for (const name of changed) listeners.forEach((listener) => listener(name));
  };

  return {
    load: async () => {
      storedValueNames.forEach(reload);
      window.addEventListener("storage", follow);
    },
    read: <Name extends StoredValueName>(name: Name) =>
      // Written under its own name, by that entry's parser or type.
      (values.has(name) ? values.get(name) : storedValues[name].default) as StoredValueOf<Name>,
    write: (name, value) => {
      values.set(name, value);
      const { key, format } = storedValues[name] as {
        key: string;
        format: (value: unknown) => string;
      }; // same name, same entry
      attempt(() => localStorage.setItem(key, format(value)), undefined);
    },
    remove: (name) => {
      values.delete(name);
      attempt(() => localStorage.removeItem(storedValues[name].key), undefined);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    windowText: {
      read: (key) =>
        attempt(() => sessionStorage.getItem(key), null) ?? windowTexts.get(key) ?? null,
      write: (key, text) => {
        if (text === null) {
          windowTexts.delete(key);
          attempt(() => sessionStorage.removeItem(key), undefined);
        } else {
          windowTexts.set(key, text);
          attempt(() => sessionStorage.setItem(key, text), undefined);
        }
      },
    },
    openPayment: (url) => window.location.assign(url),
    canPin: false,
  } satisfies Platform;
}
