import { storedValueNames, storedValues, type StoredValueName } from "#shared/stored-values.ts";

import { offlineLibrary } from "./offline-library.ts";
import type { PasskeySupport, Platform, PlatformSwitch } from "./platform.ts";
import { createStoredMemory, formatStored, tryStorage, createTabValues } from "./stored-memory.ts";
import { unsavedDrafts } from "./unsaved-drafts.ts";

/** A switch that only the desktop app has. */
const alwaysOff: PlatformSwitch = { read: () => false, write: () => {}, onChange: () => () => {} };

/** Returns whether passkeys can be used on pages of a host. */
export function passkeySupport(hostname: string): PasskeySupport {
  // Missing in pages that come neither by https nor from this computer, too.
  if (!("PublicKeyCredential" in window)) return "no-browser";
  return /^[\d.]+$|^\[/.test(hostname) ? "no-address" : "usable";
}

/** Creates the platform of a browser: localStorage, and memory where that is disabled or full. */
export function createBrowserPlatform(): Platform {
  const memory = createStoredMemory();

  const reload = (name: StoredValueName) => {
    const { key } = storedValues[name];
    memory.restore(
      name,
      tryStorage(() => localStorage.getItem(key), null),
    );
  };

  const follow = (event: StorageEvent) => {
    if (event.storageArea !== tryStorage(() => localStorage, null)) return;
    // Without a key another tab called clear(): everything changed.
    const changed = storedValueNames.filter(
      (name) => event.key === null || storedValues[name].key === event.key,
    );
    changed.forEach(reload);
    changed.forEach(memory.notify);
  };

  return {
    load: async () => {
      storedValueNames.forEach(reload);
      window.addEventListener("storage", follow);
    },
    read: memory.read,
    write: (name, value) => {
      memory.write(name, value);
      tryStorage(
        () => localStorage.setItem(storedValues[name].key, formatStored(name, value)),
        undefined,
      );
    },
    remove: (name) => {
      memory.remove(name);
      tryStorage(() => localStorage.removeItem(storedValues[name].key), undefined);
    },
    onChange: memory.onChange,
    tabValues: createTabValues(),
    offlineLibrary,
    unsavedDrafts,
    openPayment: (url) => window.location.assign(url),
    canPin: false,
    pin: alwaysOff,
    canNotify: false,
    notifications: alwaysOff,
    // Only pages that come by https or from this computer have it.
    usesServiceWorker: "serviceWorker" in navigator,
    get address() {
      return location.origin;
    },
    get passkeys() {
      return passkeySupport(location.hostname);
    },
    onBrandChange: null,
    find: null,
    onOpenRequest: null,
  } satisfies Platform;
}
