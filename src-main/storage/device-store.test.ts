import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { ipcMain, reversed, safeStorage } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { openDeviceStore } = await import("./device-store.ts");
const { openStoreFile } = await import("./store-file.ts");

let folder = "";
const path = () => join(folder, "config.json");
const written = (): unknown => JSON.parse(readFileSync(path(), "utf8"));
const write = (content: unknown) => writeFileSync(path(), JSON.stringify(content));
/** Opens the store and waits for the key store. */
async function open() {
  const store = openDeviceStore(openStoreFile(folder));
  await store.ready;
  await store.settled();
  return store;
}
const mode = () => (statSync(path()).mode & 0o777).toString(8);

const platform = Object.getOwnPropertyDescriptor(process, "platform")!; // every process has one

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  Object.defineProperty(process, "platform", { value: "linux" });
  Object.assign(safeStorage, { backend: "gnome_libsecret", available: true, mark: "v11" });
});
afterEach(() => {
  vi.useRealTimers();
  Object.defineProperty(process, "platform", platform);
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe("stored values", () => {
  it("are restored at the next start under their keys", async () => {
    const store = await open();
    await store.write("menuCollapsed", "true");
    await store.write("purchaseItems", "[]");
    expect((await open()).texts()).toEqual({ menuCollapsed: "true", purchaseItems: "[]" });
    expect(written()).toEqual({ "menu-collapsed": "true", "purchase-items": "[]" });
    await store.remove("menuCollapsed");
    expect((await open()).texts()).toEqual({ purchaseItems: "[]" });
  });

  it("tell at once that there is a token, before the key store has decrypted it", async () => {
    expect(openDeviceStore(openStoreFile(folder)).holdsToken()).toBe(false);
    await (await open()).write("token", "secret");
    const restarted = openDeviceStore(openStoreFile(folder));
    expect(restarted.texts()).not.toHaveProperty("token");
    expect(restarted.holdsToken()).toBe(true);
    await restarted.ready;
    await restarted.remove("token");
    expect(restarted.holdsToken()).toBe(false);
    expect(openDeviceStore(openStoreFile(folder)).holdsToken()).toBe(false);
  });

  it("are in a file that only this user may read, even if others could before", async () => {
    writeFileSync(path(), "{}", { mode: 0o644 });
    const store = await open();
    expect(mode()).toBe("600");
    await store.write("language", "pl");
    expect(mode()).toBe("600");
  });

  it("notify listeners once with the new value", async () => {
    const store = await open();
    const changed = vi.fn();
    store.onChange(changed);
    await store.write("language", "pl");
    await store.remove("language");
    await store.remove("language");
    expect(changed.mock.calls).toEqual([
      [{ name: "language", text: "pl" }],
      [{ name: "language", text: null }],
    ]);
  });

  it("are in the file before listeners are notified, whom a failed write or another listener does not stop", async () => {
    const store = await open();
    const found: unknown[] = [];
    vi.spyOn(console, "error").mockReturnValue();
    store.onChange(() => {
      throw new TypeError("Object has been destroyed");
    });
    store.onChange(() => found.push(written()));
    await store.write("language", "pl");
    await store.remove("language");
    expect(found).toEqual([{ language: "pl" }, {}]);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "no folder");
    await expect(store.write("language", "pl")).rejects.toThrow();
    expect(store.texts()).toEqual({ language: "pl" });
    const changed = vi.fn();
    store.onChange(changed);
    await expect(store.write("menuCollapsed", "true")).rejects.toThrow();
    expect(changed).toHaveBeenCalledOnce();
  });

  it("of another type are ignored, and entries of newer versions are kept", async () => {
    write({ language: 5, "menu-collapsed": { a: 1 }, later: [1] });
    const store = await open();
    expect(store.texts()).toEqual({});
    await store.write("language", "pl");
    expect(written()).toEqual({ language: "pl", "menu-collapsed": { a: 1 }, later: [1] });
  });

  it("are not exposed by electron-store's own channel", async () => {
    await (await open()).write("language", "pl");
    expect(ipcMain.listenerCount("electron-store-get-data")).toBe(0);
  });
});

describe("a file that is damaged", () => {
  it.each(["", "{", "null", "[]", '"x"', '{"token":', "\0\0\0"])(
    "(%j) is renamed, and the app starts without it",
    async (damaged) => {
      writeFileSync(path(), damaged, { mode: 0o644 });
      const store = await open();
      expect(store.texts()).toEqual({});
      expect(readFileSync(`${path()}.corrupt`, "utf8")).toBe(damaged);
      expect(statSync(`${path()}.corrupt`).mode & 0o777).toBe(0o600);
      await store.write("language", "pl");
      expect((await open()).texts()).toEqual({ language: "pl" });
    },
  );

  it("is deleted on logout, because it may contain the token", async () => {
    const set = `${path()}.corrupt`;
    writeFileSync(path(), '{"token":{"plain":"abc"},');
    const store = await open();
    await store.write("token", "new");
    await store.remove("language");
    expect(existsSync(set)).toBe(true);
    await store.remove("token");
    expect(existsSync(set)).toBe(false);
  });

  it("is deleted on logout even without a token", async () => {
    writeFileSync(path(), '{"token":{"plain":"abc"},');
    await (await open()).remove("token");
    expect(existsSync(`${path()}.corrupt`)).toBe(false);
  });

  it("is restored by the next write if it was damaged while the app runs", async () => {
    const store = await open();
    await store.write("menuCollapsed", "true");
    writeFileSync(path(), '{"menu-coll');
    await store.write("language", "pl");
    expect((await open()).texts()).toEqual({ menuCollapsed: "true", language: "pl" });
  });

  it("is restored by the first write if it was damaged since the start", async () => {
    write({ "menu-collapsed": "true" });
    const store = await open();
    writeFileSync(path(), '{"menu-coll');
    await store.write("language", "pl");
    expect(written()).toEqual({ "menu-collapsed": "true", language: "pl" });
  });

  it("leaves no temporary files of interrupted writes", async () => {
    write({ language: "pl" });
    writeFileSync(`${path()}.tmp-1234567890abcdef`, '{"langu');
    writeFileSync(join(folder, "other.tmp-1"), "x");
    expect((await open()).texts()).toEqual({ language: "pl" });
    expect(readdirSync(folder).toSorted()).toEqual(["config.json", "other.tmp-1"]);
  });

  it("or not writable keeps the values in memory", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const file = join(folder, "file");
    writeFileSync(file, "");
    const store = openDeviceStore(openStoreFile(join(file, "below")));
    await store.write("language", "pl");
    expect(store.texts()).toEqual({ language: "pl" });
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining("in memory only"));
  });
});

describe("the token", () => {
  const encrypted = (token: string) => ({
    encrypted: Buffer.from(`v11${reversed(token)}`).toString("base64"),
  });

  it("is encrypted if there is a key store", async () => {
    const store = await open();
    await store.write("token", "secret-token");
    expect(readFileSync(path(), "utf8")).not.toContain("secret-token");
    expect(written()).toEqual({ token: encrypted("secret-token") });
    expect(store.tokenProtection()).toBe("key-store");
    expect((await open()).texts()).toEqual({ token: "secret-token" });
    await store.remove("token");
    expect(written()).toEqual({});
  });

  it.each(["gnome_libsecret", "kwallet6", "basic_text", "unknown"])(
    "is encrypted by a working key store, whatever the desktop's name suggests: %s",
    async (backend) => {
      safeStorage.backend = backend;
      const store = await open();
      await store.write("token", "abc");
      expect(store.tokenProtection()).toBe("key-store");
      expect(written()).toEqual({ token: encrypted("abc") });
    },
  );

  it.each([
    ["basic_text", "v10", true],
    ["gnome_libsecret", "v10", true],
    ["gnome_libsecret", "v11", false],
  ])(
    "with %s and the key of %s (available: %s) is in the file unencrypted, and that is reported",
    async (backend, mark, available) => {
      Object.assign(safeStorage, { backend, mark, available });
      const store = await open();
      await store.write("token", "abc");
      expect(store.tokenProtection()).toBe("file");
      expect(written()).toEqual({ token: { plain: "abc" } });
      expect(mode()).toBe("600");
      expect((await open()).texts()).toEqual({ token: "abc" });
    },
  );

  it("is in the file unencrypted if the key store refuses, and the reason is logged", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    safeStorage.encryptStringAsync.mockRejectedValueOnce(new Error("refused"));
    expect((await open()).tokenProtection()).toBe("file");
    expect(stderr.mock.lastCall?.[0]).toBe("The sign-in is stored unencrypted: refused\n");
  });

  it.each(["darwin", "win32"])("on %s uses the system's key store", async (name) => {
    Object.defineProperty(process, "platform", { value: name });
    Object.assign(safeStorage, { backend: "basic_text", mark: "v10" });
    expect((await open()).tokenProtection()).toBe("key-store");
  });

  it("in the file is encrypted once there is a key store", async () => {
    write({ token: { plain: "abc" } });
    const store = await open();
    await store.settled();
    expect(written()).toEqual({ token: encrypted("abc") });
    expect(store.texts()).toEqual({ token: "abc" });
  });

  it("is encrypted again when the key store has a new key", async () => {
    write({ token: encrypted("abc") });
    safeStorage.decryptStringAsync.mockResolvedValueOnce({ result: "abd", shouldReEncrypt: true });
    await (await open()).settled();
    expect(written()).toEqual({ token: encrypted("abd") });
  });

  it("that cannot be decrypted counts as missing, but stays until it is replaced", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    write({ token: encrypted("abc"), language: "pl" });
    safeStorage.decryptStringAsync.mockRejectedValueOnce(new Error("locked"));
    const store = await open();
    expect(store.texts()).toEqual({ language: "pl" });
    expect(store.holdsToken()).toBe(false);
    expect(stderr.mock.calls).toEqual([["The stored sign-in could not be read: locked\n"]]);
    await store.remove("token"); // what a 401 of a visitor does
    await store.write("language", "en");
    expect(written()).toEqual({ token: encrypted("abc"), language: "en" });
    expect((await open()).texts()).toEqual({ token: "abc", language: "en" });
    await store.write("token", "new");
    expect(written()).toEqual({ token: encrypted("new"), language: "en" });
  });

  it.each([5, "abc", { encrypted: 5 }, {}, null, []])(
    "of the form %j counts as missing",
    async (token) => {
      write({ token });
      expect((await open()).texts()).toEqual({});
      expect(written()).toEqual({ token });
    },
  );

  it("of the last write wins even if the key store is slow", async () => {
    const store = await open();
    const encrypt = vi.spyOn(safeStorage, "encryptStringAsync");
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    encrypt.mockReturnValueOnce(promise);
    const first = store.write("token", "first");
    await vi.waitUntil(() => encrypt.mock.calls.some(([text]) => text === "first"));
    const second = store.write("token", "second");
    const third = store.remove("token");
    expect(store.texts()).toEqual({});
    resolve(Buffer.from("tsrif"));
    await Promise.all([first, second, third]);
    expect(written()).toEqual({});
  });

  it("is missing until the key store answers, and does not replace a newer one", async () => {
    write({ token: encrypted("abc") });
    const { promise, resolve } = Promise.withResolvers<never>();
    safeStorage.decryptStringAsync.mockReturnValueOnce(promise);
    const store = openDeviceStore(openStoreFile(folder));
    expect(store.texts()).toEqual({});
    await store.write("token", "later");
    resolve({ result: "abc", shouldReEncrypt: false } as never); // the recorder's answer
    await store.ready;
    expect(store.texts()).toEqual({ token: "later" });
  });

  it("that the key store refuses lasts until the app quits, and the write rejects", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const store = await open();
    vi.spyOn(safeStorage, "encryptStringAsync").mockRejectedValueOnce(new Error("refused"));
    await expect(store.write("token", "abc")).rejects.toThrow("refused");
    expect(store.texts()).toEqual({ token: "abc" });
    expect(stderr.mock.lastCall?.[0]).not.toContain("abc");
    await store.write("token", "abd");
    expect((await open()).texts()).toEqual({ token: "abd" });
  });

  it("is never written to disk if the user chose so", async () => {
    const store = await open();
    await store.write("token", "abc");
    await store.setForgetsToken(true);
    expect(written()).toEqual({ "token-in-memory": true });
    expect(store.texts()).toEqual({ token: "abc" });
    expect(store.tokenProtection()).toBe("memory");
    const next = await open();
    expect(next.texts()).toEqual({});
    await next.write("token", "abd");
    expect(written()).toEqual({ "token-in-memory": true });
    await next.setForgetsToken(false);
    expect(written()).toEqual({ "token-in-memory": false, token: encrypted("abd") });
  });
});

describe("a key store that does not answer", () => {
  const never = () => new Promise<never>(() => {});
  const encrypted = Buffer.from("v11cba").toString("base64");
  let stderr: MockInstance;

  beforeEach(() => {
    stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    safeStorage.isAsyncEncryptionAvailable.mockImplementationOnce(never);
    safeStorage.decryptStringAsync.mockImplementationOnce(never);
  });
  afterEach(() => {
    safeStorage.isAsyncEncryptionAvailable.mockReset().mockImplementation(async () => true);
    safeStorage.decryptStringAsync.mockReset().mockImplementation(async (data) => ({
      result: reversed(data.toString().slice(3)),
      shouldReEncrypt: false,
    }));
  });

  it("times out after five seconds, which is logged and shown in the preferences", async () => {
    write({ token: { encrypted } });
    const store = openDeviceStore(openStoreFile(folder));
    const ready = vi.fn();
    void store.ready.then(ready);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ready).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ready).toHaveBeenCalledOnce();
    expect(store.texts()).toEqual({});
    expect(written()).toEqual({ token: { encrypted } });
    expect(store.tokenProtection()).toBe("unanswered");
    expect(stderr.mock.calls.join("")).toContain("has not answered for 5000 ms");
    await store.write("token", "new");
    expect(written()).toEqual({ token: { plain: "new" } });
  });

  it("does not delay a start without a token", async () => {
    write({ token: { plain: "abc" } });
    const store = openDeviceStore(openStoreFile(folder));
    await store.ready;
    expect(store.texts()).toEqual({ token: "abc" });
  });

  it("delays a later write by the timeout only, and the next one not at all", async () => {
    safeStorage.isAsyncEncryptionAvailable.mockReset().mockImplementation(async () => true);
    const store = await open();
    expect(store.tokenProtection()).toBe("key-store");
    safeStorage.encryptStringAsync.mockImplementationOnce(never);
    const first = store.write("token", "abc");
    const second = store.write("token", "abd");
    expect(store.isWriting()).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all([first, second]);
    expect(store.isWriting()).toBe(false);
    expect(store.tokenProtection()).toBe("unanswered");
    expect(written()).toEqual({ token: { plain: "abd" } });
  });
});
