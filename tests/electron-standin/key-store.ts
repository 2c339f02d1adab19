import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** A system's key store as `safeStorage` sees it: how it is called on Linux, and the keys it yields. */
export type KeyStore = {
  backend: "basic_text" | "gnome_libsecret";
  available: () => Promise<boolean>;
  /** The key of now first, then those that it replaced. Rejects where the store refuses. */
  keys: () => Promise<Buffer[]>;
};

const cipher = "aes-256-gcm";
const prefix = Buffer.from("v11");
const [ivLength, tagLength] = [12, 16];

/** Not a protection, just as Chromium's: everybody knows the key. */
const knownKey = Buffer.alloc(32, "peanuts");

/** Keys in a file of their own, base64, the newest one last: a spec keeps, rotates or removes it. */
async function keysIn(file: string): Promise<Buffer[]> {
  if (!existsSync(file)) {
    appendFileSync(file, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
  }
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => Buffer.from(line, "base64")).toReversed();
}

const never = () => new Promise<never>(() => {});

/** The key store that `STANDIN_KEY_STORE` chooses; README.md lists them. */
export function chooseKeyStore(choice = "basic_text"): KeyStore {
  const backend = "gnome_libsecret";
  const available = async () => true;
  const refuse = () => Promise.reject(new Error("no key"));
  if (choice.startsWith("/")) return { backend, available, keys: () => keysIn(choice) };
  const stores: Record<string, KeyStore> = {
    basic_text: { backend: "basic_text", available, keys: async () => [knownKey] },
    none: { backend, available: async () => false, keys: refuse },
    refuses: { backend, available, keys: refuse },
    hangs: { backend, available: never, keys: never },
  };
  const store = stores[choice];
  if (!store) throw new Error(`electron stand-in: no key store is called ${choice}`);
  return store;
}

/** Encrypts a text with a key of 32 bytes. */
export function encrypt(text: string, key: Buffer): Buffer {
  const iv = randomBytes(ivLength);
  const sealing = createCipheriv(cipher, key, iv);
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([prefix, iv, sealing.getAuthTag(), sealed]);
}

/** Decrypts what `encrypt` gave; null where the key is another one or the bytes were changed. */
export function decrypt(sealed: Buffer, key: Buffer): string | null {
  if (!sealed.subarray(0, prefix.length).equals(prefix)) return null;
  const parts = sealed.subarray(prefix.length);
  const opening = createDecipheriv(cipher, key, parts.subarray(0, ivLength));
  try {
    opening.setAuthTag(parts.subarray(ivLength, ivLength + tagLength));
    const text = opening.update(parts.subarray(ivLength + tagLength));
    return Buffer.concat([text, opening.final()]).toString("utf8");
  } catch {
    return null;
  }
}
