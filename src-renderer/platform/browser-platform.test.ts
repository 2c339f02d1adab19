import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storedValueNames, storedValues } from "../../src-shared/stored-values.ts";
import { createBrowserPlatform } from "./browser-platform.ts";

const started = async () => {
  const platform = createBrowserPlatform();
  await platform.load();
  return platform;
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("the browser's stored values", () => {
  it("come back at the next start", async () => {
    const first = await started();
    first.write("token", "abc");
    first.write("menuCollapsed", true);
    first.write("language", "pl");
    const next = await started();
    expect(next.read("token")).toBe("abc");
    expect(next.read("menuCollapsed")).toBe(true);
    expect(next.read("language")).toBe("pl");
    expect(localStorage.getItem("menu-collapsed")).toBe("true");
  });

  it.each(["", "\u0000", "{", "null", "[]", '{"__proto__":1}', "x".repeat(10_000)])(
    "start with defaults, or what parses, for the garbage %j",
    async (garbage) => {
      for (const name of storedValueNames) localStorage.setItem(storedValues[name].key, garbage);
      const platform = await started();
      expect(platform.read("language")).toBe("en");
      expect(platform.read("flags")).toEqual(storedValues.flags.default);
      expect(platform.read("purchaseItems")).toEqual([]);
      expect(platform.read("menuCollapsed")).toBe(false);
    },
  );

  it("go back to their default when removed", async () => {
    const platform = await started();
    platform.write("token", "abc");
    platform.remove("token");
    expect(platform.read("token")).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("live in memory where the storage is full or disabled", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("disabled", "SecurityError");
    });
    const platform = await started();
    platform.write("token", "abc");
    platform.windowText.write("remembered-place", "/videos");
    expect(platform.read("token")).toBe("abc");
    expect(platform.windowText.read("remembered-place")).toBe("/videos");
  });

  it("follow another window, one key or all of them", async () => {
    const platform = await started();
    platform.write("token", "abc");
    const changed = vi.fn();
    const stop = platform.onChange(changed);
    localStorage.removeItem("token");
    window.dispatchEvent(new StorageEvent("storage", { key: "token", storageArea: localStorage }));
    expect(platform.read("token")).toBeNull();
    expect(changed.mock.calls).toEqual([["token"]]);
    window.dispatchEvent(new StorageEvent("storage", { key: null, storageArea: localStorage }));
    expect(changed).toHaveBeenCalledTimes(1 + storedValueNames.length);
    stop();
    window.dispatchEvent(new StorageEvent("storage", { key: "token", storageArea: localStorage }));
    expect(changed).toHaveBeenCalledTimes(1 + storedValueNames.length);
  });
});
