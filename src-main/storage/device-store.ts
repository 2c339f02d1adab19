import type { StoredChange, StoredTexts } from "#shared/bridge.ts";
import { createListeners } from "#shared/listeners.ts";
import { storedValueNames, storedValues, type StoredValueName } from "#shared/stored-values.ts";
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

/** Key of the setting by which the token is never written to disk. */
export const memoryOnlyKey = "token-in-memory";

/** The values on the device, as texts. Writes take effect at once; a rejected one lasts until the app quits. */
export type DeviceStore = {
  /** Resolves once the token was read, or after a timeout. A later token is reported as a change. */
  ready: Promise<void>;
  /** Whether there is a token, also while the key store has not decrypted it yet. */
  holdsToken(): boolean;
  /** Returns all values; the token is included once the store is ready. */
  texts(): StoredTexts;
  write(name: StoredValueName, text: string): Promise<void>;
  remove(name: StoredValueName): Promise<void>;
  onChange(listener: (change: StoredChange) => void): void;
  tokenProtection(): TokenProtection;
  /** Whether the user chose that the token is never written to disk. */
  forgetsToken(): boolean;
  setForgetsToken(forgets: boolean): Promise<void>;
  isWriting(): boolean;
  /** Resolves when all writes are done, or a few seconds later if the key store hangs. */
  settled(): Promise<void>;
};

/** Reads the values stored as plain text: everything except the token. */
function readTexts(file: OpenedStoreFile): Map<StoredValueName, string> {
  const texts = new Map<StoredValueName, string>();
  for (const name of storedValueNames) {
    const text = file.get(storedValues[name].key);
    if (name !== "token" && typeof text === "string") texts.set(name, text);
  }
  return texts;
}

/** Reads and writes the token, as it is by then. A late key store is used from then on. */
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
  const firstAnswer = diskProtection((answer) => enqueueLate(() => follow(answer)));
  void firstAnswer.then((answer) => (protection = answer));

  const writeNow = async (): Promise<void> => {
    await firstAnswer;
    const token = tokenNow();
    if (token === undefined) return file.delete(key);
    const written = await sealToken(token, protection, (sealedLater) =>
      enqueueLate(async () => {
        if (tokenNow() === token) file.set(key, sealedLater);
        await follow("key-store");
      }),
    );
    protection = written.protection;
    file.set(key, written.sealed);
  };
  const write = () => enqueue(writeNow);
  return {
    read: (onLate: (unsealed: UnsealedToken) => void) => unsealToken(file.get(key), onLate),
    write,
    /** Writes the token again if a key store can protect it better. */
    improve: async () => {
      await firstAnswer;
      if (protection === "key-store") await write().catch(() => {}); // logged; the stored token still works
    },
    protection: () => protection,
    isWriting: () => pending > 0,
    settled: () => firstAnswer.then(() => writes),
  };
}

/** Opens the stored values. Requires the app to be ready, because it asks the key store. */
export function openDeviceStore(file: OpenedStoreFile): DeviceStore {
  const texts = readTexts(file);
  const changes = createListeners<StoredChange>();
  let forgets = file.get(memoryOnlyKey) === true;
  let changed = false;
  let isRead = false;
  const tokenFile = openTokenFile(file, () => (forgets ? undefined : texts.get("token")));

  const apply = ({ token, stale }: UnsealedToken): void => {
    texts.set("token", token);
    if (stale) void tokenFile.improve();
  };
  /** Windows treat a late token like a login in another window. */
  const applyLate = (unsealed: UnsealedToken): void => {
    if (forgets || changed) return;
    apply(unsealed);
    changes.emit({ name: "token", text: unsealed.token });
  };
  const readToken = async (): Promise<void> => {
    const unsealed = forgets ? null : await tokenFile.read(applyLate);
    isRead = true;
    if (unsealed && !changed) apply(unsealed);
  };

  /** Writes a value as it is now. All but the token are in the file once this returns. */
  const persist = async (name: StoredValueName): Promise<void> => {
    const text = texts.get(name);
    if (name === "token") await tokenFile.write();
    else if (text === undefined) file.delete(storedValues[name].key);
    else file.set(storedValues[name].key, text);
  };

  return {
    ready: readToken(),
    holdsToken: () =>
      texts.has("token") ||
      (!isRead && !changed && !forgets && file.get(storedValues.token.key) !== undefined),
    texts: () => Object.fromEntries(texts),
    write: async (name, text) => {
      if (name === "token") changed = true;
      texts.set(name, text);
      const written = persist(name);
      changes.emit({ name, text });
      await written;
    },
    remove: async (name) => {
      // The damaged file may contain the token of an earlier session.
      if (name === "token") {
        file.dropDamaged();
        changed = true;
      }
      // A token that cannot be decrypted counts as missing but stays in the file: its key may come back.
      if (!texts.delete(name)) return;
      const written = persist(name);
      changes.emit({ name, text: null });
      await written;
    },
    onChange: (listener) => void changes.add(listener),
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
