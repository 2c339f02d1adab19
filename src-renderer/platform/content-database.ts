import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { offlineLibrary } from "#shared/stored-values.ts";

/** The kept content. Values are unknown: another version of the app may have written them. */
type Content = DBSchema & {
  /** One lease and its user, under these keys. */
  lease: { key: "lease" | "user"; value: unknown };
  /** Answers of the API by their query and language. */
  answers: { key: [query: string, language: string]; value: unknown };
  /** The images in the texts of entries, by their paths. */
  images: { key: [kind: string, slug: string, language: string, path: string]; value: Blob };
  /** Videos by slug. */
  videos: { key: string; value: unknown };
  /** The files of videos, in parts. */
  parts: { key: [slug: string, index: number]; value: Blob };
};

const stores: ("lease" | "answers" | "images" | "videos" | "parts")[] = [
  "lease",
  "answers",
  "images",
  "videos",
  "parts",
];

type ContentDatabase = IDBPDatabase<Content>;
export type ContentTransaction = IDBPTransaction<Content, typeof stores, "readwrite">;

/** Raised when the form of stored values changes: the upgrade deletes everything. Texts are fetched again, videos are not. */
const version = 5;

/** Opens the database. The connection is closed as soon as any window deletes the database. */
async function open(): Promise<ContentDatabase> {
  const database = await openDB<Content>(offlineLibrary.database, version, {
    upgrade: (opened) => {
      for (const name of Array.from(opened.objectStoreNames)) opened.deleteObjectStore(name);
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
