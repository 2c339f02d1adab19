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
function purgeLeftovers(folder: string): void {
  for (const file of readdirSync(folder)) {
    if (/^config\.json\.tmp-[\da-f]+$/.test(file)) rmSync(join(folder, file), { force: true });
  }
}

/** Returns the entries in the text of a file; null if the text is damaged. */
function parseEntries(text: string): Map<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(text);
    const isObject = typeof content === "object" && content !== null && !Array.isArray(content);
    return isObject ? new Map(Object.entries(content)) : null;
  } catch {
    return null;
  }
}

const damagedFile = (folder: string) => join(folder, `${name}.json.corrupt`);

/** Reads the entries of the file. A file that does not parse is renamed. */
function readEntries(folder: string): Map<string, unknown> {
  mkdirSync(folder, { recursive: true });
  purgeLeftovers(folder);
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return new Map();
  chmodSync(file, fileMode);
  const entries = parseEntries(readFileSync(file, "utf8"));
  if (!entries) renameSync(file, damagedFile(folder));
  return entries ?? new Map();
}

function dropDamaged(folder: string): void {
  try {
    rmSync(damagedFile(folder), { force: true });
  } catch (error) {
    logFailure("The damaged settings could not be deleted", error);
  }
}

/** Creates the store that writes the file. It takes too long for a start to wait for it. */
function createElectronStore(folder: string): ElectronStore {
  const store = new ElectronStore({
    cwd: folder,
    name,
    configFileMode: fileMode,
    accessPropertiesByDotNotation: false,
    // If the file was damaged since the start: all its entries are about to be written again.
    clearInvalidConfig: true,
  });
  // electron-store would answer this channel to any frame, with the folder's path.
  ipcMain.removeAllListeners("electron-store-get-data");
  return store;
}

/**
 * Opens `config.json` in the folder. Every write replaces the whole file atomically from memory, so that
 * neither an interrupted write nor damage to the file while the app runs loses an entry. If the folder
 * cannot be used, the entries stay in memory.
 */
export function openStoreFile(folder: string): OpenedStoreFile {
  const drop = { dropDamaged: () => dropDamaged(folder) };
  let entries: Map<string, unknown>;
  try {
    entries = readEntries(folder);
  } catch (error) {
    logFailure("Settings stay in memory only, their file cannot be used", error);
    return Object.assign(new Map<string, unknown>(), drop);
  }
  let store: ElectronStore | null = null;
  const save = () => {
    store ??= createElectronStore(folder);
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
