import type { PortalBridge, StoredTexts } from "../../src-shared/bridge.ts";
import { storedValueNames, type StoredValueName } from "../../src-shared/stored-values.ts";
import type { Platform } from "./platform.ts";
import { createStoredMemory, formatStored } from "./stored-memory.ts";
import { createWindowText } from "./window-text.ts";

/** What fails beyond the bridge stays in memory; nobody is to be told. */
const quietly = (done: Promise<unknown>) => void done.catch(() => {});

/** The pin of this window, followed from the bridge; `load` asks for it. */
function createPin(bridge: PortalBridge) {
  let pinned = false;
  const listeners = new Set<(pinned: boolean) => void>();
  const follow = (now: boolean) => {
    if (now === pinned) return;
    pinned = now;
    listeners.forEach((listener) => listener(now));
  };
  const pin: Platform["pin"] = {
    read: () => pinned,
    write: (wanted) => quietly(bridge.writePin(wanted)),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const load = async () => {
    bridge.onPinChange(follow);
    follow(await bridge.readPin());
  };
  return { pin, load };
}

/** Stored values as this window reads and changes them: at once here, in order beyond the bridge. */
function createStoredValues(bridge: PortalBridge) {
  const memory = createStoredMemory();
  const underWay = new Map<StoredValueName, number>();

  /** Until the bridge has answered, what others changed before is older than this change. */
  const send = (name: StoredValueName, change: Promise<void>) => {
    underWay.set(name, (underWay.get(name) ?? 0) + 1);
    const settle = () => void underWay.set(name, (underWay.get(name) ?? 1) - 1);
    quietly(change.finally(settle));
  };

  const load = async () => {
    bridge.onChange(({ name, text }) => {
      if (underWay.get(name)) return;
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
  const { pin, load: loadPin } = createPin(bridge);
  let canPin = false;
  return {
    load: async () => {
      const loadCapabilities = async () => ({ canPin } = await bridge.capabilities());
      await Promise.all([load(), loadPin().catch(() => {}), loadCapabilities().catch(() => {})]);
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
    windowText: createWindowText(),
    openPayment: (url) => {
      // The app shows pages of its own only; those of a payment provider open in the browser.
      if (/^\/(?!api\/|\/)/.test(url)) window.location.assign(url);
      else quietly(bridge.openExternal(url));
    },
    get canPin() {
      return canPin;
    },
    pin,
    find: {
      onRequest: (listener) => bridge.onFindRequest(listener),
      next: (text, backwards) => quietly(bridge.find(text, backwards)),
      stop: () => quietly(bridge.stopFinding()),
      onFound: (listener) => bridge.onFound(listener),
    },
  } satisfies Platform;
}
