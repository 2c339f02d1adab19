import type { StoredChange, StoredTexts } from "../src-shared/bridge.ts";
import {
  storedValueNames,
  storedValues,
  type StoredValueName,
} from "../src-shared/stored-values.ts";
import { logFailure } from "./log.ts";
import type { OpenedStoreFile } from "./store-file.ts";
import { diskProtection, sealToken, unsealToken, type TokenProtection } from "./token-vault.ts";

/** Key of the switch that keeps the token off the disk. */
const memoryOnlyKey = "token-in-memory";

/**
 * The values kept on the device, as texts (rulings, "Stored on the device"). Reads are from memory.
 * Writes count at once; their promise resolves when they lie on the disk, and rejects where they
 * cannot: they then last until the app ends.
 */
export type DeviceStore = {
  texts(): StoredTexts;
  write(name: StoredValueName, text: string): Promise<void>;
  remove(name: StoredValueName): Promise<void>;
  /** Calls the listener for every change of a value. */
  onChange(listener: (change: StoredChange) => void): void;
  tokenProtection(): TokenProtection;
  /** Whether the token lives in memory only, by the user's choice. */
  forgetsToken(): boolean;
  setForgetsToken(forgets: boolean): Promise<void>;
  /** Resolves when nothing is left to be written. */
  settled(): Promise<void>;
};

/** What lies in the file as plain texts: everything but the token. */
function readTexts(file: OpenedStoreFile): Map<StoredValueName, string> {
  const texts = new Map<StoredValueName, string>();
  for (const name of storedValueNames) {
    const text = file.get(storedValues[name].key);
    if (name !== "token" && typeof text === "string") texts.set(name, text);
  }
  return texts;
}

/** Opens the stored values of a file. To be called once the app is ready: the key store is asked. */
export async function openDeviceStore(file: OpenedStoreFile): Promise<DeviceStore> {
  const tokenKey = storedValues.token.key;
  const texts = readTexts(file);
  const listeners = new Set<(change: StoredChange) => void>();
  const disk = await diskProtection();
  let forgets = file.get(memoryOnlyKey) === true;
  let tokenWrites: Promise<void> = Promise.resolve();

  const writeNow = async (): Promise<void> => {
    const token = texts.get("token");
    if (token === undefined || forgets) file.delete(tokenKey);
    else file.set(tokenKey, await sealToken(token, disk));
  };
  /** One after the other, each with the token as it is then: the last one wins. */
  const writeToken = (): Promise<void> => {
    const written = tokenWrites.then(writeNow);
    tokenWrites = written.catch((error) => logFailure("The sign-in could not be stored", error));
    return written;
  };

  const unsealed = forgets ? null : await unsealToken(file.get(tokenKey), disk);
  if (unsealed) {
    texts.set("token", unsealed.token);
    if (unsealed.stale) void writeToken().catch(() => {}); // logged; the old form still serves
  }

  const tell = (change: StoredChange) => listeners.forEach((listener) => listener(change));

  return {
    texts: () => Object.fromEntries(texts),
    write: async (name, text) => {
      texts.set(name, text);
      tell({ name, text });
      if (name === "token") await writeToken();
      else file.set(storedValues[name].key, text);
    },
    remove: async (name) => {
      // It may hold the token of an earlier session.
      if (name === "token") file.dropDamaged();
      // A token that cannot be decrypted counts as absent and stays: its key may come back.
      if (!texts.delete(name)) return;
      tell({ name, text: null });
      if (name === "token") await writeToken();
      else file.delete(storedValues[name].key);
    },
    onChange: (listener) => void listeners.add(listener),
    tokenProtection: () => (forgets ? "memory" : disk),
    forgetsToken: () => forgets,
    setForgetsToken: async (chosen) => {
      forgets = chosen;
      file.set(memoryOnlyKey, chosen);
      if (texts.has("token")) await writeToken();
    },
    settled: () => tokenWrites,
  };
}
