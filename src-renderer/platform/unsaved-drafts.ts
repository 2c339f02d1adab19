import type { DBSchema } from "idb";
import { unsavedDrafts as stored } from "#shared/stored-values.ts";
import { deleteDatabase } from "./offline-library.ts";

/** Texts of the studio that the server does not have yet. Nothing here rejects. */
export type UnsavedDraftsStore = {
  /** Loads what the others need, which cannot be loaded any more once the connection is gone. */
  prepare(): Promise<void>;
  /** Returns all that is kept; nothing where storage is denied. Another version of the app may have written it. */
  read(): Promise<{ key: string; value: unknown }[]>;
  /** Keeps a value, or removes it if it is null. Resolves to whether that worked. */
  write(key: string, value: unknown): Promise<boolean>;
  /** Deletes the database with everything in it. */
  removeAll(): Promise<void>;
};

const table = "drafts";

type Drafts = DBSchema & { [table]: { key: string; value: unknown } };

/** Runs something with the database, which is made if there is none; resolves to `otherwise` if that fails. */
async function attempt<T>(run: (database: Database) => Promise<T>, otherwise: T): Promise<T> {
  try {
    const database = await open();
    try {
      return await run(database);
    } finally {
      database.close();
    }
  } catch {
    return otherwise;
  }
}

type Database = Awaited<ReturnType<typeof open>>;

async function open() {
  const { openDB } = await import("idb");
  const database = await openDB<Drafts>(stored.database, 1, {
    upgrade: (opened) => void opened.createObjectStore(table),
    // Another window deletes it.
    blocking: () => database.close(),
  });
  return database;
}

/** Browsers and the desktop app's windows have the same database. */
export const unsavedDrafts: UnsavedDraftsStore = {
  prepare: async () => void (await import("idb").catch(() => {})),
  read: () =>
    attempt(async (database) => {
      const { store } = database.transaction(table);
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      return keys.map((key, at) => ({ key, value: values[at] }));
    }, []),
  write: (key, value) =>
    attempt(async (database) => {
      if (value === null) await database.delete(table, key);
      else await database.put(table, value, key);
      return true;
    }, false),
  removeAll: () => deleteDatabase(stored.database),
};
