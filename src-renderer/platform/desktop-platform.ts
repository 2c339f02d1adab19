import type { PortalBridge, StoredTexts, Unsubscribe } from "../../src-shared/bridge.ts";
import { storedValueNames, type StoredValueName } from "../../src-shared/stored-values.ts";
import type { Platform, PlatformSwitch } from "./platform.ts";
import { createStoredMemory, formatStored } from "./stored-memory.ts";
import { createTabValues } from "./web-storage.ts";

/** What fails beyond the bridge stays in memory; nobody is to be told. */
const quietly = (done: Promise<unknown>) => void done.catch(() => {});

/** The bridge's calls about one switch. */
type SwitchCalls = {
  read: () => Promise<boolean>;
  write: (on: boolean) => Promise<void>;
  onChange: (listener: (on: boolean) => void) => Unsubscribe;
};

/** A switch beyond the bridge, followed from there; `load` asks how it stands. */
function followSwitch(calls: SwitchCalls): PlatformSwitch & { load(): Promise<void> } {
  let on = false;
  const listeners = new Set<(on: boolean) => void>();
  const follow = (now: boolean) => {
    if (now === on) return;
    on = now;
    listeners.forEach((listener) => listener(now));
  };
  return {
    read: () => on,
    write: (wanted) => quietly(calls.write(wanted)),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load: async () => {
      calls.onChange(follow);
      follow(await calls.read());
    },
  };
}

/** Stored values as this window reads and changes them: at once here, in order beyond the bridge. */
function createStoredValues(bridge: PortalBridge) {
  const memory = createStoredMemory();
  const underWay = new Map<StoredValueName, number>();
  /** Values that others changed while a change of our own was under way. */
  const unheard = new Set<StoredValueName>();
  /** How often each value changed, here or elsewhere. */
  const changes = new Map<StoredValueName, number>();
  const count = (name: StoredValueName) => changes.set(name, (changes.get(name) ?? 0) + 1);

  const follow = (name: StoredValueName, text: string | null) => {
    const before = formatStored(name, memory.read(name));
    memory.restore(name, text);
    if (formatStored(name, memory.read(name)) !== before) memory.tell(name);
  };

  /** Which of the two was the later change only main can tell. */
  const catchUp = async (name: StoredValueName) => {
    unheard.delete(name);
    const asOf = changes.get(name);
    const texts = await bridge.load();
    if (changes.get(name) === asOf) follow(name, texts[name] ?? null);
  };

  const send = (name: StoredValueName, change: Promise<void>) => {
    count(name);
    underWay.set(name, (underWay.get(name) ?? 0) + 1);
    const settle = async () => {
      underWay.set(name, (underWay.get(name) ?? 1) - 1);
      if (!underWay.get(name) && unheard.has(name)) await catchUp(name);
    };
    quietly(change.then(settle, settle));
  };

  const load = async () => {
    bridge.onChange(({ name, text }) => {
      if (underWay.get(name)) return void unheard.add(name);
      count(name);
      memory.restore(name, text);
      memory.tell(name);
    });
    const texts: StoredTexts = await bridge.load().catch(() => ({}));
    for (const name of storedValueNames) memory.restore(name, texts[name] ?? null);
  };
  return { memory, send, load };
}

/** The platform of the desktop app: values in its store, links in the system's browser. */
export function createDesktopPlatform(bridge: PortalBridge): Platform {
  const { memory, send, load } = createStoredValues(bridge);
  const pin = followSwitch({
    read: () => bridge.readPin(),
    write: (pinned) => bridge.writePin(pinned),
    onChange: (listener) => bridge.onPinChange(listener),
  });
  const notifications = followSwitch({
    read: () => bridge.readNotifications(),
    write: (on) => bridge.writeNotifications(on),
    onChange: (listener) => bridge.onNotificationsChange(listener),
  });
  let [canPin, canNotify] = [false, false];
  return {
    load: async () => {
      const loadCapabilities = async () => ({ canPin, canNotify } = await bridge.capabilities());
      const others = [pin.load(), notifications.load(), loadCapabilities()];
      await Promise.all([load(), ...others.map((loaded) => loaded.catch(() => {}))]);
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
    openPayment: (url) => {
      // The app shows pages of its own only; those of a payment provider open in the browser.
      if (/^\/(?!api\/|\/)/.test(url)) window.location.assign(url);
      else quietly(bridge.openExternal(url));
    },
    get canPin() {
      return canPin;
    },
    pin,
    get canNotify() {
      return canNotify;
    },
    notifications,
    find: {
      onRequest: (listener) => bridge.onFindRequest(listener),
      next: (text, backwards) => quietly(bridge.find(text, backwards)),
      stop: () => quietly(bridge.stopFinding()),
      onFound: (listener) => bridge.onFound(listener),
    },
    onOpenRequest: (listener) => {
      const stop = bridge.onOpen(listener);
      quietly(bridge.followOpen(true));
      return () => {
        stop();
        quietly(bridge.followOpen(false));
      };
    },
  } satisfies Platform;
}
