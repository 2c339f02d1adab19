import type { StoredChange, StoredTexts } from "../../src-shared/bridge.ts";
import {
  storedValueNames,
  storedValues,
  type StoredValueName,
} from "../../src-shared/stored-values.ts";
import { logFailure } from "../log.ts";
import type { OpenedStoreFile } from "./store-file.ts";
import {
  diskProtection,
  isReadable,
  sealToken,
  unsealToken,
  type DiskProtection,
  type TokenProtection,
  type UnsealedToken,
} from "./token-vault.ts";

/** Key of the switch that keeps the token off the disk. */
const memoryOnlyKey = "token-in-memory";

/**
 * The values kept on the device, as texts. Reads are from memory.
 * Writes count at once; their promise resolves when they lie on the disk, and rejects where they
 * cannot: they then last until the app ends.
 */
export type DeviceStore = {
  /**
   * Resolves once the stored token was read, or cannot be: the key store is given some seconds. A token
   * that it gives later is told as a change, unless somebody has signed in or out by then.
   */
  ready: Promise<void>;
  /** The token is among them once the store is ready. */
  texts(): StoredTexts;
  write(name: StoredValueName, text: string): Promise<void>;
  remove(name: StoredValueName): Promise<void>;
  /** Calls the listener for every change of a value. */
  onChange(listener: (change: StoredChange) => void): void;
  tokenProtection(): TokenProtection;
  /** Whether the token lives in memory only, by the user's choice. */
  forgetsToken(): boolean;
  setForgetsToken(forgets: boolean): Promise<void>;
  /** Whether something is still to be written. */
  isWriting(): boolean;
  /** Resolves when nothing is left to be written, after some seconds where the key store hangs. */
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

/**
 * The token's place in a file: writes one after the other, each as it is to be by then. A key store
 * that answers late is used from then on, for the token that was written meanwhile, too.
 */
function openTokenFile(file: OpenedStoreFile, tokenNow: () => string | undefined) {
  const { key } = storedValues.token;
  let protection: DiskProtection = "unanswered";
  let writes: Promise<void> = Promise.resolve();
  let pending = 0;

  const enqueue = (work: () => void | Promise<void>): Promise<void> => {
    pending += 1;
    const done = writes.then(work).finally(() => (pending -= 1));
    writes = done.catch((error) => logFailure("The sign-in could not be stored", error));
    return done;
  };
  const enqueueLate = (work: () => Promise<void>) => void enqueue(work).catch(() => {}); // logged
  const follow = async (answer: DiskProtection): Promise<void> => {
    protection = answer;
    if (answer === "key-store" && isReadable(file.get(key))) await writeNow();
  };
  const asked = diskProtection((late) => enqueueLate(() => follow(late)));
  void asked.then((answer) => (protection = answer));

  const writeNow = async (): Promise<void> => {
    await asked;
    const token = tokenNow();
    if (token === undefined) return file.delete(key);
    const written = await sealToken(token, protection, (late) =>
      enqueueLate(async () => {
        if (tokenNow() === token) file.set(key, late);
        await follow("key-store");
      }),
    );
    protection = written.protection;
    file.set(key, written.sealed);
  };
  const write = () => enqueue(writeNow);
  return {
    read: (late: (unsealed: UnsealedToken) => void) => unsealToken(file.get(key), late),
    write,
    /** Writes it anew, better protected, where there is a key store. */
    improve: async () => {
      await asked;
      if (protection === "key-store") await write().catch(() => {}); // logged; the old form serves
    },
    protection: () => protection,
    isWriting: () => pending > 0,
    settled: () => asked.then(() => writes),
  };
}

/** Opens the stored values of a file. To be called once the app is ready: the key store is asked. */
export function openDeviceStore(file: OpenedStoreFile): DeviceStore {
  const texts = readTexts(file);
  const listeners = new Set<(change: StoredChange) => void>();
  let forgets = file.get(memoryOnlyKey) === true;
  let changed = false;
  const tokenFile = openTokenFile(file, () => (forgets ? undefined : texts.get("token")));

  const tell = (change: StoredChange) => listeners.forEach((listener) => listener(change));

  const take = ({ token, stale }: UnsealedToken): void => {
    texts.set("token", token);
    if (stale) void tokenFile.improve();
  };
  /** Windows take a token that comes late for a login in another window. */
  const takeLate = (unsealed: UnsealedToken): void => {
    if (forgets || changed) return;
    take(unsealed);
    tell({ name: "token", text: unsealed.token });
  };
  const readToken = async (): Promise<void> => {
    const unsealed = forgets ? null : await tokenFile.read(takeLate);
    if (unsealed && !changed) take(unsealed);
  };

  return {
    ready: readToken(),
    texts: () => Object.fromEntries(texts),
    write: async (name, text) => {
      if (name === "token") changed = true;
      texts.set(name, text);
      tell({ name, text });
      if (name === "token") await tokenFile.write();
      else file.set(storedValues[name].key, text);
    },
    remove: async (name) => {
      // It may hold the token of an earlier session.
      if (name === "token") {
        file.dropDamaged();
        changed = true;
      }
      // A token that cannot be decrypted counts as absent and stays: its key may come back.
      if (!texts.delete(name)) return;
      tell({ name, text: null });
      if (name === "token") await tokenFile.write();
      else file.delete(storedValues[name].key);
    },
    onChange: (listener) => void listeners.add(listener),
    tokenProtection: () => (forgets ? "memory" : tokenFile.protection()),
    forgetsToken: () => forgets,
    setForgetsToken: async (chosen) => {
      forgets = chosen;
      file.set(memoryOnlyKey, chosen);
      if (texts.has("token")) await tokenFile.write();
    },
    isWriting: () => tokenFile.isWriting(),
    settled: () => tokenFile.settled(),
  };
}
