import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { strictObject } from "../strict.ts";
import { app } from "./app.ts";

/** File with the key of the system's key store; without one, Chromium's publicly known key is used. */
const keyFile = process.env["STANDIN_KEY_STORE"];

/** Chromium's prefix of texts encrypted with its public key, or with a system's secret. */
const mark = keyFile ? "v11" : "v10";

function readKey(): Buffer {
  if (!keyFile) return Buffer.alloc(32, "peanuts"); // stands for the key in Chromium's source code
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32), { mode: 0o600 });
  return readFileSync(keyFile);
}

const cipher = "aes-256-gcm";
const [ivLength, tagLength] = [12, 16];

function assertReady(): void {
  if (!app.isReady()) throw new Error("safeStorage cannot be used before app is ready");
}

/** `safeStorage` with its asynchronous functions; the others are deprecated. */
export const safeStorage = strictObject("SafeStorage", {
  getSelectedStorageBackend: () =>
    !app.isReady() ? "unknown" : keyFile ? "gnome_libsecret" : "basic_text",
  isAsyncEncryptionAvailable: async () => app.isReady(),
  async encryptStringAsync(text: string): Promise<Buffer> {
    assertReady();
    const iv = randomBytes(ivLength);
    const sealing = createCipheriv(cipher, readKey(), iv);
    const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
    return Buffer.concat([Buffer.from(mark), iv, sealing.getAuthTag(), sealed]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    assertReady();
    if (!Buffer.isBuffer(sealed)) {
      throw new Error("Expected the first argument of decryptStringAsync() to be a buffer");
    }
    const parts = sealed.subarray(mark.length);
    try {
      const opening = createDecipheriv(cipher, readKey(), parts.subarray(0, ivLength));
      opening.setAuthTag(parts.subarray(ivLength, ivLength + tagLength));
      const text = opening.update(parts.subarray(ivLength + tagLength));
      const result = Buffer.concat([text, opening.final()]).toString("utf8");
      return { result, shouldReEncrypt: false };
    } catch (cause) {
      const message =
        "Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.";
      throw new Error(message, { cause });
    }
  },
});
