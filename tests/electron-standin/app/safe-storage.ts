import { app } from "./app.ts";
import { chooseKeyStore, decrypt, encrypt } from "./key-store.ts";
import { strictObject } from "../strict.ts";

const store = chooseKeyStore(process.env["STANDIN_KEY_STORE"]);

function assertReady(): void {
  if (!app.isReady()) throw new Error("safeStorage cannot be used before app is ready");
}

/** Returns the store's keys. Replaces its error by Electron's error for the call. */
const keysFor = (failure: string) =>
  store.keys().catch(() => {
    throw new Error(failure);
  });

/** `safeStorage` with its asynchronous functions; the others are deprecated. */
export const safeStorage = strictObject("SafeStorage", {
  getSelectedStorageBackend: () => (app.isReady() ? store.backend : "unknown"),
  isAsyncEncryptionAvailable: async () => app.isReady() && store.available(),
  async encryptStringAsync(text: string): Promise<Buffer> {
    assertReady();
    const failure = "Error while encrypting the text provided to safeStorage.encryptStringAsync.";
    const [key] = await keysFor(failure);
    if (!key) throw new Error(failure);
    return encrypt(text, key, store.mark);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    assertReady();
    if (!Buffer.isBuffer(sealed)) {
      throw new Error("Expected the first argument of decryptStringAsync() to be a buffer");
    }
    const keys = await keysFor(
      "safeStorage.decryptStringAsync is temporarily unavailable. Please try again.",
    );
    for (const [age, key] of keys.entries()) {
      const result = decrypt(sealed, key, store.mark);
      if (result !== null) return { result, shouldReEncrypt: age > 0 };
    }
    throw new Error(
      "Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.",
    );
  },
});
