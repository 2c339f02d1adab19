import type { PortalBridge, StartValues, StoredTexts, Unsubscribe } from "#shared/bridge.ts";
import { createListeners } from "#shared/listeners.ts";
import { storedValueNames, type StoredValueName } from "#shared/stored-values.ts";
import { hashText } from "#shared/text-hash.ts";
import { brand } from "./brand.ts";
import { offlineLibrary } from "./offline-library.ts";
import type { Platform, PlatformSwitch } from "./platform.ts";
import { createStoredMemory, formatStored, createTabValues } from "./stored-memory.ts";
import { unsavedDrafts } from "./unsaved-drafts.ts";

/** Ignores a failed call of the bridge: the value stays in memory. */
const ignoreFailure = (call: Promise<unknown>) => void call.catch(() => {});

/** The values until main has answered, or if it does not. */
const nothingStarted: StartValues = {
  texts: {},
  canPin: false,
  pinned: false,
  canNotify: false,
  notifies: false,
};

type SwitchCalls = {
  write: (on: boolean) => Promise<void>;
  onChange: (listener: (on: boolean) => void) => Unsubscribe;
};

/** Main's side of a switch: listened to first, then started with its state. */
type FollowedSwitch = PlatformSwitch & { listen(): void; start(on: boolean): void };

/** Creates a switch whose state is kept by main. */
function followSwitch(calls: SwitchCalls): FollowedSwitch {
  let on = false;
  const changed = createListeners<boolean>();
  const follow = (now: boolean) => {
    if (now === on) return;
    on = now;
    changed.emit(now);
  };
  return {
    read: () => on,
    write: (wanted) => ignoreFailure(calls.write(wanted)),
    onChange: changed.add,
    listen: () => void calls.onChange(follow),
    start: follow,
  };
}

/** Creates the stored values of this window: changed here at once, and sent to main in order. */
function createStoredValues(bridge: PortalBridge) {
  const memory = createStoredMemory();
  /** Number of changes per value that main has not confirmed yet. */
  const unconfirmed = new Map<StoredValueName, number>();
  /** Values that other windows changed while a change of this window was being sent. */
  const changedMeanwhile = new Set<StoredValueName>();
  /** Number of changes of each value, here or in other windows. */
  const changes = new Map<StoredValueName, number>();
  const count = (name: StoredValueName) => changes.set(name, (changes.get(name) ?? 0) + 1);

  const follow = (name: StoredValueName, text: string | null) => {
    const before = formatStored(name, memory.read(name));
    memory.restore(name, text);
    if (formatStored(name, memory.read(name)) !== before) memory.notify(name);
  };

  /** Reads a value from main again: only main knows which of two changes was the later one. */
  const reread = async (name: StoredValueName) => {
    changedMeanwhile.delete(name);
    const asOf = changes.get(name);
    const texts = await bridge.load();
    if (changes.get(name) === asOf) follow(name, texts[name] ?? null);
  };

  const send = (name: StoredValueName, change: Promise<void>) => {
    count(name);
    unconfirmed.set(name, (unconfirmed.get(name) ?? 0) + 1);
    const settle = async () => {
      unconfirmed.set(name, (unconfirmed.get(name) ?? 1) - 1);
      if (!unconfirmed.get(name) && changedMeanwhile.has(name)) await reread(name);
    };
    ignoreFailure(change.then(settle, settle));
  };

  const listen = () => {
    bridge.onChange(({ name, text }) => {
      if (unconfirmed.get(name)) return void changedMeanwhile.add(name);
      count(name);
      memory.restore(name, text);
      memory.notify(name);
    });
  };
  const start = (texts: StoredTexts) => {
    for (const name of storedValueNames) memory.restore(name, texts[name] ?? null);
  };
  return { memory, send, listen, start };
}

/** Creates the platform of the desktop app: values in its store, links in the system's browser. */
export function createDesktopPlatform(bridge: PortalBridge): Platform {
  const values = createStoredValues(bridge);
  const { memory, send } = values;
  const pin = followSwitch({
    write: (pinned) => bridge.writePin(pinned),
    onChange: (listener) => bridge.onPinChange(listener),
  });
  const notifications = followSwitch({
    write: (on) => bridge.writeNotifications(on),
    onChange: (listener) => bridge.onNotificationsChange(listener),
  });
  let started = nothingStarted;
  return {
    load: async () => {
      for (const one of [values, pin, notifications]) one.listen();
      started = await bridge.start().catch(() => nothingStarted);
      values.start(started.texts);
      pin.start(started.pinned);
      notifications.start(started.notifies);
    },
    read: memory.read,
    write: (name, value) => {
      memory.write(name, value);
      send(name, bridge.write(name, formatStored(name, value)));
    },
    remove: (name) => {
      memory.remove(name);
      send(name, bridge.remove(name));
    },
    onChange: memory.onChange,
    tabValues: createTabValues(),
    offlineLibrary,
    unsavedDrafts,
    openPayment: (url) => {
      // The app shows its own pages only; those of a payment provider open in the browser.
      if (/^\/(?!api\/|\/)/.test(url)) window.location.assign(url);
      else ignoreFailure(bridge.openExternal(url));
    },
    get canPin() {
      return started.canPin;
    },
    pin,
    get canNotify() {
      return started.canNotify;
    },
    notifications,
    // The app contains its files, and its main process reports updates.
    usesServiceWorker: false,
    onBrandChange: (listener) => {
      // Asks at first, too: it may have changed while this page was loading.
      const compare = async () => {
        if ((await bridge.brandHash()) !== hashText(JSON.stringify(brand))) listener();
      };
      ignoreFailure(compare());
      return bridge.onBrandChange(() => ignoreFailure(compare()));
    },
    address: null,
    passkeys: "no-app",
    find: {
      onRequest: (listener) => bridge.onFindRequest(listener),
      next: (text, backwards) => ignoreFailure(bridge.find(text, backwards)),
      stop: () => ignoreFailure(bridge.stopFinding()),
      onFound: (listener) => bridge.onFound(listener),
    },
    onOpenRequest: (listener) => {
      const stop = bridge.onOpen(listener);
      ignoreFailure(bridge.followOpen(true));
      return () => {
        stop();
        ignoreFailure(bridge.followOpen(false));
      };
    },
  } satisfies Platform;
}
