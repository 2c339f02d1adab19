import { afterEach, expect, it, vi } from "vitest";
import { storedValueNames } from "#shared/stored-values.ts";
import { createBrowserPlatform, passkeySupport } from "./browser-platform.ts";

afterEach(() => localStorage.clear());

it("follows another tab that clears the storage: every value is read again", async () => {
  localStorage.setItem("token", "abc");
  const platform = createBrowserPlatform();
  await platform.load();
  const changed = vi.fn();
  platform.onChange(changed);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null, storageArea: localStorage }));
  expect(platform.read("token")).toBeNull();
  expect(changed.mock.calls).toEqual(storedValueNames.map((name) => [name]));
});

it("can use passkeys in browsers that know them", () => {
  expect(createBrowserPlatform().passkeys).toBe("no-browser"); // as jsdom
  vi.stubGlobal("PublicKeyCredential", {});
  expect(createBrowserPlatform().passkeys).toBe("usable");
  vi.unstubAllGlobals();
});

it.each(["127.0.0.1", "[::1]", "192.0.2.7"])("cannot use passkeys at %s", (hostname) => {
  vi.stubGlobal("PublicKeyCredential", {});
  expect(passkeySupport(hostname)).toBe("no-address");
  vi.unstubAllGlobals();
});
