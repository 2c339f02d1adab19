import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { withoutSignatures } from "#shared/offline-library.ts";
import { offlineLibrary } from "#shared/stored-values.ts";

/** The kept content. Values are unknown: another version of the app may have written them. */
type Content = DBSchema & {
  /** One lease, under this key. */
  lease: { key: "lease"; value: unknown };
  /** Entries by kind, slug and language. */
  entries: { key: [kind: string, slug: string, language: string]; value: unknown };
  /** The images in the texts of entries, by their paths. */
  images: { key: [kind: string, slug: string, language: string, path: string]; value: Blob };
  /** The shows of the member, under this key. */
  shows: { key: "shows"; value: unknown };
  /** The protocols that the member follows, under this key. */
  training: { key: "training"; value: unknown };
  /** Videos by slug. */
  videos: { key: string; value: unknown };
  /** The files of videos, in parts. */
  parts: { key: [slug: string, index: number]; value: Blob };
};

const stores: ("lease" | "entries" | "images" | "shows" | "training" | "videos" | "parts")[] = [
  "lease",
  "entries",
  "images",
  "shows",
  "training",
  "videos",
  "parts",
];

type ContentDatabase = IDBPDatabase<Content>;
export type ContentTransaction = IDBPTransaction<Content, typeof stores, "readwrite">;

/** Raised when stored values change their form: what was kept before is fetched again. */
const version = 4;

type Upgrade = IDBPTransaction<Content, typeof stores, "versionchange">;

/** Adds to version 2 what version 3 has: its texts had signed addresses, and no images. Videos stay. */
async function upgradeSecond(database: ContentDatabase, transaction: Upgrade): Promise<void> {
  database.createObjectStore("images");
  const entries = transaction.objectStore("entries");
  for (const key of await entries.getAllKeys()) {
    const text = JSON.stringify(await entries.get(key));
    await entries.put(JSON.parse(withoutSignatures(text)), key);
  }
}

/** Opens the database. The connection is closed as soon as any window deletes the database. */
async function open(): Promise<ContentDatabase> {
  const database = await openDB<Content>(offlineLibrary.database, version, {
    upgrade: async (opened, oldVersion, _, transaction) => {
      if (oldVersion === 2) await upgradeSecond(opened, transaction);
      if (oldVersion === 2 || oldVersion === 3) return void opened.createObjectStore("training");
      const old = Array.from(opened.objectStoreNames);
      for (const name of old) opened.deleteObjectStore(name);
      for (const name of stores) opened.createObjectStore(name);
    },
    blocking: () => database.close(),
  });
  return database;
}

/** Undoes a transaction that is still under way. */
function abort(transaction: ContentTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** Runs something in one transaction over everything kept. If it fails, nothing has changed. */
export async function transact<T>(
  run: (transaction: ContentTransaction) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(stores, "readwrite");
    // Its failure is that of `run`, or comes from the last line.
    transaction.done.catch(() => {});
    try {
      const result = await run(transaction);
      await transaction.done;
      return result;
    } catch (error) {
      abort(transaction);
      throw error;
    }
  } finally {
    database.close();
  }
}

export const clearContent = async (transaction: ContentTransaction): Promise<void> => {
  await Promise.all(stores.map((name) => transaction.objectStore(name).clear()));
};
