import { offlineLibrary as stored } from "#shared/stored-values.ts";
import type { ContentTransaction } from "./content-database.ts";

/** Content kept on this device, in a database of the browser or of the desktop app's window. */
export type OfflineLibraryStore = {
  /** Runs something in one transaction. Rejects, with nothing changed, if it fails or the device has no room. */
  transact<T>(run: (transaction: ContentTransaction) => Promise<T>): Promise<T>;
  /** Deletes the database with everything in it, also while windows read it. Works offline and without further code. */
  remove(): Promise<void>;
};

/** Asks the browser to delete a database; null where storage is denied. */
function deletion(name: string): IDBOpenDBRequest | null {
  try {
    return indexedDB.deleteDatabase(name);
  } catch {
    return null;
  }
}

/** Deletes a database, also while windows read it. Never rejects. */
export const deleteDatabase = (name: string) =>
  new Promise<void>((resolve) => {
    const request = deletion(name);
    if (!request) return resolve();
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => resolve());
  });

/** Browsers and the desktop app's windows have the same database. */
export const offlineLibrary: OfflineLibraryStore = {
  transact: async (run) => (await import("./content-database.ts")).transact(run),
  remove: () => deleteDatabase(stored.database),
};
