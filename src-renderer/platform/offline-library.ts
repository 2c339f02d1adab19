import { offlineLibrary as stored } from "#shared/stored-values.ts";
import type { ContentTransaction } from "./content-database.ts";

/** Content kept on this device, in a database of the browser or of the desktop app's window. */
export type OfflineLibraryStore = {
  /**
   * Runs something in one transaction, and makes the database if there is none. Rejects, with nothing
   * changed, if it fails, the device has no room, or storage is denied.
   */
  transact<T>(run: (transaction: ContentTransaction) => Promise<T>): Promise<T>;
  /** Deletes the database with everything in it, also while windows read it. Works offline and without further code. */
  remove(): Promise<void>;
};

/** Asks the browser to delete the database; null where storage is denied. */
function deletion(): IDBOpenDBRequest | null {
  try {
    return indexedDB.deleteDatabase(stored.database);
  } catch {
    return null;
  }
}

/** Browsers and the desktop app's windows have the same database. */
export const offlineLibrary: OfflineLibraryStore = {
  transact: async (run) => (await import("./content-database.ts")).transact(run),
  remove: () =>
    new Promise((resolve) => {
      const request = deletion();
      if (!request) return resolve();
      request.addEventListener("success", () => resolve());
      request.addEventListener("error", () => resolve());
    }),
};
