import { attempt } from "./attempt.ts";
import type { Platform } from "./platform.ts";

/** Texts of one window or tab: sessionStorage, and memory where that is disabled or full. */
export function createWindowText(): Platform["windowText"] {
  const texts = new Map<string, string>();
  return {
    read: (key) => attempt(() => sessionStorage.getItem(key), null) ?? texts.get(key) ?? null,
    write: (key, text) => {
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
