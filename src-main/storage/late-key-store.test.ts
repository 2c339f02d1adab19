import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { reversed, safeStorage } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { openDeviceStore } = await import("./device-store.ts");
const { openStoreFile } = await import("./store-file.ts");

const platform = Object.getOwnPropertyDescriptor(process, "platform")!; // every process has one
let folder = "";
let stderr: MockInstance;
const path = () => join(folder, "config.json");
const written = (): unknown => JSON.parse(readFileSync(path(), "utf8"));
const write = (content: unknown) => writeFileSync(path(), JSON.stringify(content));
const encrypted = (token: string) => ({
  encrypted: Buffer.from(`v11${reversed(token)}`).toString("base64"),
});
const unsealed = (result: string) => ({ result, shouldReEncrypt: false });

/** Advances past the key store's timeout and lets pending work finish. */
const giveUp = () => vi.advanceTimersByTimeAsync(5_000);
const follow = () => vi.advanceTimersByTimeAsync(0);

let available = Promise.withResolvers<boolean>();
let decrypted = Promise.withResolvers<ReturnType<typeof unsealed>>();

/** Opens a store whose key store has timed out but may still answer. */
async function openUnanswered() {
  const store = openDeviceStore(openStoreFile(folder));
  const changed = vi.fn();
  store.onChange(changed);
  await giveUp();
  await store.ready;
  expect(store.tokenProtection()).toBe("unanswered");
  return { store, changed };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  Object.defineProperty(process, "platform", { value: "linux" });
  Object.assign(safeStorage, { available: true, mark: "v11" });
  stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  available = Promise.withResolvers();
  decrypted = Promise.withResolvers();
  safeStorage.isAsyncEncryptionAvailable.mockReset().mockReturnValueOnce(available.promise);
  safeStorage.decryptStringAsync.mockReset().mockReturnValueOnce(decrypted.promise);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.defineProperty(process, "platform", platform);
  rmSync(folder, { recursive: true });
});

describe("a key store that answers late", () => {
  it("encrypts a token written meanwhile", async () => {
    const { store } = await openUnanswered();
    await store.write("token", "new");
    expect(written()).toEqual({ token: { plain: "new" } });
    available.resolve(true);
    await follow();
    expect(store.tokenProtection()).toBe("key-store");
    expect(written()).toEqual({ token: encrypted("new") });
  });

  it("encrypts a token that was unencrypted at the start", async () => {
    write({ token: { plain: "abc" } });
    await openUnanswered();
    available.resolve(true);
    await follow();
    expect(written()).toEqual({ token: encrypted("abc") });
  });

  it.each([
    ["protects nothing", () => available.resolve(false)],
    ["refuses", () => available.reject(new Error("denied"))],
  ])("but %s leaves it in the file, which is then said", async (_name, answer) => {
    const { store } = await openUnanswered();
    await store.write("token", "new");
    answer();
    await follow();
    expect(store.tokenProtection()).toBe("file");
    expect(written()).toEqual({ token: { plain: "new" } });
  });

  it("does not touch an encrypted token that could not be read", async () => {
    write({ token: encrypted("abc") });
    await openUnanswered();
    available.resolve(true);
    await follow();
    expect(written()).toEqual({ token: encrypted("abc") });
  });

  it("writes nothing for a user who has logged out", async () => {
    const { store } = await openUnanswered();
    await store.write("token", "new");
    await store.remove("token");
    available.resolve(true);
    await follow();
    expect(written()).toEqual({});
  });

  it("provides the stored token and notifies windows", async () => {
    write({ token: encrypted("abc") });
    const { store, changed } = await openUnanswered();
    expect(store.texts()).toEqual({});
    decrypted.resolve(unsealed("abc"));
    await follow();
    expect(store.texts()).toEqual({ token: "abc" });
    expect(changed.mock.calls).toEqual([[{ name: "token", text: "abc" }]]);
  });

  it("does not provide the stored token after a new sign-in", async () => {
    write({ token: encrypted("abc") });
    const { store } = await openUnanswered();
    await store.write("token", "new");
    decrypted.resolve(unsealed("abc"));
    available.resolve(true);
    await follow();
    expect(store.texts()).toEqual({ token: "new" });
    expect(written()).toEqual({ token: encrypted("new") });
  });

  it.each<[string, (store: ReturnType<typeof openDeviceStore>) => Promise<void>]>([
    ["logged out", (store) => store.remove("token")],
    ["chose to be forgotten", (store) => store.setForgetsToken(true)],
  ])("gives no stored token to a user who %s meanwhile", async (_name, act) => {
    write({ token: encrypted("abc") });
    const { store, changed } = await openUnanswered();
    await act(store);
    decrypted.resolve(unsealed("abc"));
    await follow();
    expect(store.texts()).toEqual({});
    expect(changed).not.toHaveBeenCalled();
  });

  it("and refuses to decrypt leaves the token in the file and logs it", async () => {
    write({ token: encrypted("abc") });
    const { store } = await openUnanswered();
    decrypted.reject(new Error("denied"));
    await follow();
    expect(store.texts()).toEqual({});
    expect(written()).toEqual({ token: encrypted("abc") });
    expect(stderr.mock.lastCall?.[0]).toContain("denied");
  });
});

describe("a key store that answers late while the app runs", () => {
  async function openWithSlowWrite() {
    available.resolve(true);
    const store = openDeviceStore(openStoreFile(folder));
    await store.settled();
    const sealed = Promise.withResolvers<Buffer>();
    const encrypt = safeStorage.encryptStringAsync.mockReset();
    encrypt.mockReturnValueOnce(sealed.promise);
    const first = store.write("token", "abc");
    await giveUp();
    await first;
    expect(written()).toEqual({ token: { plain: "abc" } });
    encrypt.mockClear();
    return { store, encrypt, answer: () => sealed.resolve(Buffer.from("v11cba")) };
  }

  it("replaces the unencrypted token and is not asked again", async () => {
    const { store, encrypt, answer } = await openWithSlowWrite();
    answer();
    await follow();
    expect(store.tokenProtection()).toBe("key-store");
    expect(written()).toEqual({ token: encrypted("abc") });
    expect(encrypt).not.toHaveBeenCalled();
  });

  it("does not restore a replaced token, and encrypts the newer one", async () => {
    const { store, answer } = await openWithSlowWrite();
    await store.write("token", "abd");
    answer();
    await follow();
    expect(written()).toEqual({ token: encrypted("abd") });
  });

  it("does not restore a removed token", async () => {
    const { store, answer } = await openWithSlowWrite();
    await store.remove("token");
    answer();
    await follow();
    expect(written()).toEqual({});
  });
});
