import { tabValues } from "#shared/stored-values.ts";
import type { Platform } from "./platform.ts";

/** Runs a storage access; disabled or full storage yields the fallback. */
export function attempt<T>(access: () => T, fallback: T): T {
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
      return attempt(() => sessionStorage.getItem(key), null) ?? texts.get(key) ?? null;
    },
    write: (name, text) => {
      const { key } = tabValues[name];
      if (text === null) {
        texts.delete(key);
        attempt(() => sessionStorage.removeItem(key), undefined);
      } else {
        texts.set(key, text);
        attempt(() => sessionStorage.setItem(key, text), undefined);
      }
    },
  };
}
