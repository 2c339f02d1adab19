import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { keptContent } from "../../src-shared/stored-values.ts";

/**
 * The kept content as it lies in the database. Values are unknown: another version of the app may have
 * written them.
 */
type Content = DBSchema & {
  /** One lease, under this key. */
  lease: { key: "lease"; value: unknown };
  /** Entries by kind, slug and language. */
  entries: { key: [kind: string, slug: string, language: string]; value: unknown };
  /** The shows of the member, under this key. */
  shows: { key: "shows"; value: unknown };
  /** Videos by slug. */
  videos: { key: string; value: unknown };
  /** The files of videos, in parts. */
  parts: { key: [slug: string, index: number]; value: Blob };
};

const stores: ("lease" | "entries" | "shows" | "videos" | "parts")[] = [
  "lease",
  "entries",
  "shows",
  "videos",
  "parts",
];

type ContentDatabase = IDBPDatabase<Content>;
export type ContentTransaction = IDBPTransaction<Content, typeof stores, "readwrite">;

/** Raised when stored values change their form: what was kept before is fetched again. */
const version = 2;

/** Opens the database. The connection is closed as soon as any window deletes the database. */
async function open(): Promise<ContentDatabase> {
  const database = await openDB<Content>(keptContent.database, version, {
    upgrade: (opened) => {
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

/**
 * Runs something in one transaction over everything kept, so that the lease cannot change meanwhile. If it
 * fails, nothing has changed.
 */
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

/** Empties the stores. */
export const clearContent = async (transaction: ContentTransaction): Promise<void> => {
  await Promise.all(stores.map((name) => transaction.objectStore(name).clear()));
};
