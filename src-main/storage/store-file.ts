import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { ipcMain } from "electron";
import ElectronStore from "electron-store";
import { logFailure } from "../log.ts";

/** Accessible by this user only: the file may contain the token unencrypted. */
const fileMode = 0o600;
const name = "config";

/** The entries of the file. Reads are from memory. `set` and `delete` throw if writing fails. */
export type StoreFile = {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
};

export type OpenedStoreFile = StoreFile & {
  /** Deletes the copy of a damaged file, if there is one. */
  dropDamaged(): void;
};

/** Deletes temporary files of interrupted writes. */
function sweepLeftovers(folder: string): void {
  for (const file of readdirSync(folder)) {
    if (/^config\.json\.tmp-[\da-f]+$/.test(file)) rmSync(join(folder, file), { force: true });
  }
}

function isWhole(text: string): boolean {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === "object" && content !== null && !Array.isArray(content);
  } catch {
    return false;
  }
}

const damagedFile = (folder: string) => join(folder, `${name}.json.corrupt`);

/** Renames a file that does not parse, so that it can still be repaired. The app starts without it. */
function setAsideDamaged(folder: string): void {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return;
  chmodSync(file, fileMode);
  if (!isWhole(readFileSync(file, "utf8"))) renameSync(file, damagedFile(folder));
}

function dropDamaged(folder: string): void {
  try {
    rmSync(damagedFile(folder), { force: true });
  } catch (error) {
    logFailure("The damaged settings could not be deleted", error);
  }
}

function openElectronStore(folder: string): ElectronStore {
  mkdirSync(folder, { recursive: true });
  sweepLeftovers(folder);
  setAsideDamaged(folder);
  const store = new ElectronStore({
    cwd: folder,
    name,
    configFileMode: fileMode,
    accessPropertiesByDotNotation: false,
  });
  // electron-store would answer this channel to any frame, with the folder's path.
  ipcMain.removeAllListeners("electron-store-get-data");
  return store;
}

/**
 * Opens `config.json` in the folder. Every write replaces the whole file atomically from memory, so that
 * neither an interrupted write nor damage to the file while the app runs loses an entry. If the folder
 * cannot be used, the entries are kept in memory only.
 */
export function openStoreFile(folder: string): OpenedStoreFile {
  const drop = { dropDamaged: () => dropDamaged(folder) };
  let store: ElectronStore;
  try {
    store = openElectronStore(folder);
  } catch (error) {
    logFailure("Settings are kept in memory only, their file cannot be used", error);
    return Object.assign(new Map<string, unknown>(), drop);
  }
  const entries = new Map(Object.entries(store.store));
  const save = () => {
    store.store = Object.fromEntries(entries);
  };
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.set(key, value);
      save();
    },
    delete: (key) => {
      if (entries.delete(key)) save();
    },
    ...drop,
  };
}
