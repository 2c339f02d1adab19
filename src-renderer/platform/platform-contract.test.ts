import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FindResult, PortalBridge, StoredChange } from "#shared/bridge.ts";
import { storedValueNames, storedValues, type StoredValueName } from "#shared/stored-values.ts";
import { createBrowserPlatform } from "./browser-platform.ts";
import { createDesktopPlatform } from "./desktop-platform.ts";
import { hashText } from "#shared/text-hash.ts";
import { brand } from "./brand.ts";
import type { Platform } from "./platform.ts";

/** The storage behind a platform, seen from outside. */
type Device = {
  start(): Promise<Platform>;
  text(name: StoredValueName): string | null;
  put(name: StoredValueName, text: string): void;
  /** Another window writes or removes a value. */
  changeElsewhere(name: StoredValueName, text: string | null): void;
  /** From now on nothing can be stored or read. */
  fail(): void;
};

function browserDevice(): Device {
  localStorage.clear();
  const keyOf = (name: StoredValueName) => storedValues[name].key;
  return {
    start: async () => {
      const platform = createBrowserPlatform();
      await platform.load();
      return platform;
    },
    text: (name) => localStorage.getItem(keyOf(name)),
    put: (name, text) => localStorage.setItem(keyOf(name), text),
    changeElsewhere: (name, text) => {
      if (text === null) localStorage.removeItem(keyOf(name));
      else localStorage.setItem(keyOf(name), text);
      window.dispatchEvent(
        new StorageEvent("storage", { key: keyOf(name), storageArea: localStorage }),
      );
    },
    fail: () => {
      for (const method of ["getItem", "setItem", "removeItem"] as const) {
        vi.spyOn(Storage.prototype, method).mockImplementation(() => {
          throw new DOMException("disabled", "SecurityError");
        });
      }
    },
  };
}

/** Main, behind the bridge. It answers at once, unless a test holds the answer back. */
function fakeMain() {
  const texts = new Map<StoredValueName, string>();
  const changed = new Set<(change: StoredChange) => void>();
  const opening = new Set<(path: string) => void>();
  let failing = false;
  const answer = async <T>(run: () => T): Promise<T> => {
    if (failing) throw new Error("refused");
    return run();
  };
  const subscribe =
    <T>(listeners: Set<(value: T) => void>) =>
    (listener: (value: T) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
  const rebranded = new Set<() => void>();
  const createSwitch = () => {
    const listeners = new Set<(on: boolean) => void>();
    let on = false;
    return {
      isOn: () => on,
      write: (wanted: boolean) =>
        answer(() => {
          on = wanted;
          listeners.forEach((listener) => listener(wanted));
        }),
      onChange: subscribe(listeners),
    };
  };
  const [pin, notifications] = [createSwitch(), createSwitch()];
  const bridge = {
    start: () =>
      answer(() => ({
        texts: Object.fromEntries(texts),
        canPin: true,
        pinned: pin.isOn(),
        canNotify: true,
        notifies: notifications.isOn(),
      })),
    load: () => answer(() => Object.fromEntries(texts)),
    write: vi.fn((name: StoredValueName, text: string) => answer(() => void texts.set(name, text))),
    remove: vi.fn((name: StoredValueName) => answer(() => void texts.delete(name))),
    onChange: subscribe(changed),
    openExternal: vi.fn(() => answer(() => {})),
    writePin: pin.write,
    onPinChange: pin.onChange,
    writeNotifications: notifications.write,
    onNotificationsChange: notifications.onChange,
    brandHash: vi.fn(() => answer(() => hashText(JSON.stringify(brand)))),
    onBrandChange: subscribe(rebranded),
    find: vi.fn(() => answer(() => {})),
    stopFinding: vi.fn(() => answer(() => {})),
    onFindRequest: subscribe(new Set<() => void>()),
    onFound: subscribe(new Set<(result: FindResult) => void>()),
    followOpen: vi.fn(() => answer(() => {})),
    onOpen: subscribe(opening),
  } satisfies PortalBridge;
  const notify = (change: StoredChange) => changed.forEach((listener) => listener(change));
  const open = (path: string) => opening.forEach((listener) => listener(path));
  const rebrand = () => rebranded.forEach((listener) => listener());
  return { bridge, texts, notify, open, rebrand, fail: () => (failing = true) };
}

function desktopDevice(): Device & { main: ReturnType<typeof fakeMain> } {
  const main = fakeMain();
  return {
    main,
    start: async () => {
      const platform = createDesktopPlatform(main.bridge);
      await platform.load();
      return platform;
    },
    text: (name) => main.texts.get(name) ?? null,
    put: (name, text) => void main.texts.set(name, text),
    changeElsewhere: (name, text) => {
      if (text === null) main.texts.delete(name);
      else main.texts.set(name, text);
      main.notify({ name, text });
    },
    fail: main.fail,
  };
}

/** Waits until all calls of the bridge were answered. */
const arrived = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe.each([
  ["browser", browserDevice],
  ["desktop", desktopDevice],
] as const)("the platform of the %s", (_, createDevice) => {
  let device: Device;
  beforeEach(() => (device = createDevice()));

  it("starts with the defaults on a new device", async () => {
    const platform = await device.start();
    for (const name of storedValueNames) {
      expect(platform.read(name)).toEqual(storedValues[name].default);
    }
  });

  it("reads what was written at once, and at the next start", async () => {
    const platform = await device.start();
    platform.write("token", "abc");
    platform.write("menuCollapsed", true);
    platform.write("language", "pl");
    expect(platform.read("token")).toBe("abc");
    await arrived();
    const next = await device.start();
    expect(next.read("token")).toBe("abc");
    expect(next.read("menuCollapsed")).toBe(true);
    expect(next.read("language")).toBe("pl");
  });

  it("stores texts in the format of the specification", async () => {
    const platform = await device.start();
    platform.write("menuCollapsed", true);
    platform.write("purchaseItems", [{ sku: "guide", kind: "extra", quantity: 2 }]);
    await arrived();
    expect(device.text("menuCollapsed")).toBe("true");
    expect(JSON.parse(device.text("purchaseItems") ?? "")).toEqual([
      { sku: "guide", kind: "extra", quantity: 2 },
    ]);
  });

  it("goes back to the default when a value is removed, and forgets it", async () => {
    device.put("token", "abc");
    const platform = await device.start();
    platform.remove("token");
    expect(platform.read("token")).toBeNull();
    await arrived();
    expect(device.text("token")).toBeNull();
  });

  it("ends with the last of many writes", async () => {
    const platform = await device.start();
    for (const token of ["a", "b", "c"]) platform.write("token", token);
    platform.remove("token");
    platform.write("token", "d");
    await arrived();
    expect(device.text("token")).toBe("d");
  });

  it.each(["", "\u0000", "{", "null", "[]", '{"__proto__":1}', "x".repeat(10_000)])(
    "reads invalid texts as the default: %j",
    async (garbage) => {
      for (const name of storedValueNames) device.put(name, garbage);
      const platform = await device.start();
      expect(platform.read("language")).toBeNull();
      expect(platform.read("flags")).toEqual(storedValues.flags.default);
      expect(platform.read("purchaseItems")).toEqual([]);
      expect(platform.read("menuCollapsed")).toBe(false);
    },
  );

  it("follows other windows until it stops listening", async () => {
    const platform = await device.start();
    platform.write("token", "abc");
    await arrived();
    const changed = vi.fn();
    const stop = platform.onChange(changed);
    device.changeElsewhere("token", null);
    expect(platform.read("token")).toBeNull();
    device.changeElsewhere("language", "pl");
    expect(platform.read("language")).toBe("pl");
    device.changeElsewhere("language", "nonsense");
    expect(platform.read("language")).toBeNull();
    expect(changed.mock.calls).toEqual([["token"], ["language"], ["language"]]);
    stop();
    device.changeElsewhere("token", "abc");
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it("does not notify a window of its own changes", async () => {
    const platform = await device.start();
    const changed = vi.fn();
    platform.onChange(changed);
    platform.write("token", "abc");
    platform.remove("token");
    await arrived();
    expect(changed).not.toHaveBeenCalled();
  });

  it("works in memory where nothing can be stored, and never throws", async () => {
    device.fail();
    const platform = await device.start();
    platform.write("token", "abc");
    platform.remove("language");
    platform.pin.write(true);
    platform.notifications.write(true);
    platform.tabValues.write("returnAddress", "/videos");
    platform.onOpenRequest?.(() => {})();
    await arrived();
    expect(platform.read("token")).toBe("abc");
    expect(platform.tabValues.read("returnAddress")).toBe("/videos");
  });

  it("keeps a value of the tab over a reload, until it is removed", async () => {
    (await device.start()).tabValues.write("returnAddress", "/videos");
    const reloaded = await device.start();
    expect(reloaded.tabValues.read("returnAddress")).toBe("/videos");
    reloaded.tabValues.write("returnAddress", null);
    expect(reloaded.tabValues.read("returnAddress")).toBeNull();
    expect((await device.start()).tabValues.read("returnAddress")).toBeNull();
  });

  it.each([
    ["pin", "canPin"],
    ["notifications", "canNotify"],
  ] as const)("turns %s on only where %s says that it can", async (name, can) => {
    const platform = await device.start();
    const changed = vi.fn();
    const stop = platform[name].onChange(changed);
    platform[name].write(true);
    await arrived();
    expect(platform[name].read()).toBe(platform[can]);
    expect(changed.mock.calls).toEqual(platform[can] ? [[true]] : []);
    stop();
    platform[name].write(false);
    await arrived();
    expect(platform[name].read()).toBe(false);
    expect(changed.mock.calls).toEqual(platform[can] ? [[true]] : []);
  });
});

describe("the platform of the desktop app", () => {
  it("keeps its own change if another window's is older", async () => {
    const device = desktopDevice();
    const platform = await device.start();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    device.main.bridge.write.mockReturnValueOnce(promise);
    platform.write("token", "mine");
    device.main.notify({ name: "token", text: "older" });
    expect(platform.read("token")).toBe("mine");
    resolve(undefined);
    await arrived();
    device.main.notify({ name: "token", text: "newer" });
    expect(platform.read("token")).toBe("newer");
  });

  it("follows a change of another window that is newer than its own: all windows share one session", async () => {
    const { main, ...device } = desktopDevice();
    const platform = await device.start();
    const changed = vi.fn();
    platform.onChange(changed);
    const sealed = Promise.withResolvers<undefined>();
    main.bridge.write.mockImplementationOnce((name, text) => {
      main.texts.set(name, text); // counts at once, and is answered when it lies on the disk
      return sealed.promise;
    });
    platform.write("token", "mine");
    device.changeElsewhere("token", null);
    expect(platform.read("token")).toBe("mine");
    sealed.resolve(undefined);
    await arrived();
    expect(platform.read("token")).toBeNull();
    expect(changed.mock.calls).toEqual([["token"]]);
  });

  it("follows newer changes of others if main refuses its own", async () => {
    const { main, ...device } = desktopDevice();
    const platform = await device.start();
    const refused = Promise.withResolvers<undefined>();
    main.bridge.write.mockReturnValueOnce(refused.promise);
    platform.write("language", "pl");
    device.changeElsewhere("language", "en");
    refused.reject(new Error("full"));
    await arrived();
    expect(platform.read("language")).toBe("en");
  });

  it("keeps what changed while main was read again", async () => {
    const { main, ...device } = desktopDevice();
    const platform = await device.start();
    const written = Promise.withResolvers<undefined>();
    main.bridge.write.mockReturnValueOnce(written.promise);
    platform.write("token", "mine");
    device.changeElsewhere("token", "theirs");
    const requested = Promise.withResolvers<Record<string, string>>();
    vi.spyOn(main.bridge, "load").mockReturnValueOnce(requested.promise);
    written.resolve(undefined);
    await arrived();
    device.changeElsewhere("token", null);
    requested.resolve({ token: "theirs" });
    await arrived();
    expect(platform.read("token")).toBeNull();
  });

  it("follows links of the system, and tells main whether it does", async () => {
    const { main, ...device } = desktopDevice();
    const platform = await device.start();
    expect(main.bridge.followOpen).not.toHaveBeenCalled();
    const opened = vi.fn();
    const stop = platform.onOpenRequest?.(opened);
    main.open("/articles");
    stop?.();
    main.open("/videos");
    expect(opened.mock.calls).toEqual([["/articles"]]);
    expect(main.bridge.followOpen.mock.calls).toEqual([[true], [false]]);
  });

  it("opens payment pages in the system's browser, and its own pages in the app", async () => {
    const { main, ...device } = desktopDevice();
    const platform = await device.start();
    platform.openPayment("/api/payments/sandbox/1");
    platform.openPayment("https://checkout.stripe.com/x");
    platform.openPayment("//evil.example/");
    expect(main.bridge.openExternal.mock.calls).toEqual([
      ["/api/payments/sandbox/1"],
      ["https://checkout.stripe.com/x"],
      ["//evil.example/"],
    ]);
  });

  it("cannot use passkeys, which belong to an address that it does not have", async () => {
    vi.stubGlobal("PublicKeyCredential", {});
    expect((await desktopDevice().start()).passkeys).toBe("no-app");
    vi.unstubAllGlobals();
  });

  it("tells of another brand, also of one that came while the page was loading, and of none that is the same", async () => {
    const { main, ...device } = desktopDevice();
    const platform = await device.start();
    const listener = vi.fn();
    const stop = platform.onBrandChange?.(listener);
    main.rebrand();
    await arrived();
    expect(listener).not.toHaveBeenCalled();
    main.bridge.brandHash.mockResolvedValue(-1);
    main.rebrand();
    await arrived();
    expect(listener).toHaveBeenCalledOnce();
    stop?.();
    const late = vi.fn();
    platform.onBrandChange?.(late);
    await arrived();
    expect(late).toHaveBeenCalledOnce();
    expect(listener).toHaveBeenCalledOnce();
  });

  it("knows all switches from the start", async () => {
    const { main, ...device } = desktopDevice();
    await main.bridge.writePin(true);
    expect((await device.start()).pin.read()).toBe(true);
    expect((await device.start()).notifications.read()).toBe(false);
    await main.bridge.writeNotifications(true);
    expect((await device.start()).notifications.read()).toBe(true);
  });
});
