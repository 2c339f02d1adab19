import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Chromium's prefixes of texts encrypted with its public key (`v10`) and with a system's secret. */
type Mark = "v10" | "v11";

/** The system's key store as `safeStorage` sees it. */
export type KeyStore = {
  /** What the desktop's name suggests, whether or not it exists. */
  backend: "basic_text" | "gnome_libsecret";
  available: () => Promise<boolean>;
  mark: Mark;
  /** The current key first, then those it replaced. Rejects if the store refuses. */
  keys: () => Promise<Buffer[]>;
};

const cipher = "aes-256-gcm";
const [markLength, ivLength, tagLength] = [3, 12, 16];

/** Stands for the key in Chromium's source code. */
const knownKey = Buffer.alloc(32, "peanuts");

/** Keys in a file as base64, the newest one last. Specs keep, rotate or delete it. */
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
  const named = { backend: "gnome_libsecret", available: async () => true, mark: "v11" } as const;
  const known = { ...named, mark: "v10", keys: async () => [knownKey] } as const;
  if (choice.startsWith("/")) return { ...named, keys: () => keysIn(choice) };
  const stores: Record<string, KeyStore> = {
    basic_text: { ...known, backend: "basic_text" },
    none: known,
    refuses: { ...named, keys: () => Promise.reject(new Error("no key")) },
    hangs: { ...named, available: never, keys: never },
  };
  const store = stores[choice];
  if (!store) throw new Error(`electron stand-in: no key store is called ${choice}`);
  return store;
}

/** Encrypts a text with a key of 32 bytes. */
export function encrypt(text: string, key: Buffer, mark: Mark): Buffer {
  const iv = randomBytes(ivLength);
  const sealing = createCipheriv(cipher, key, iv);
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([Buffer.from(mark), iv, sealing.getAuthTag(), sealed]);
}

/** Decrypts the result of `encrypt`; null if the key is wrong or the bytes were changed. */
export function decrypt(sealed: Buffer, key: Buffer, mark: Mark): string | null {
  if (sealed.toString("latin1", 0, markLength) !== mark) return null;
  const parts = sealed.subarray(markLength);
  try {
    const opening = createDecipheriv(cipher, key, parts.subarray(0, ivLength));
    opening.setAuthTag(parts.subarray(ivLength, ivLength + tagLength));
    const text = opening.update(parts.subarray(ivLength + tagLength));
    return Buffer.concat([text, opening.final()]).toString("utf8");
  } catch {
    return null;
  }
}
