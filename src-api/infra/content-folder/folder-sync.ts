import type { Origin } from "#api/infra/database/columns.ts";
import { ContentError } from "./content-error.ts";
import { listFolders, readEntryFiles, type EntryFiles } from "./entry-files.ts";
import type { ContentSync, SyncRun } from "./sync-content.ts";

/** Entries that are read, compared and written together: bounds memory and how long a write takes. */
const batchSize = 100;

export type StoredEntry = {
  key: string;
  origin: Origin;
  sourceHash: string | null;
  /** True if the files have to be read again although they did not change. */
  isStale?: boolean;
};

/** Where the entries of one part of the content folder are stored. */
export type EntryStore<Parsed> = {
  /** Part of the content folder: "articles". */
  part: string;
  /** Returns the key under which an entry is stored. */
  keyOf: (slug: string) => string;
  /** Copies files to the storage of media: names them by their bytes, and stores those that it lacks. */
  media?: {
    name: (files: EntryFiles) => Promise<EntryFiles>;
    store: (files: EntryFiles) => Promise<void>;
  };
  find: (keys: string[]) => Promise<StoredEntry[]>;
  /** Rejects with a ContentError. */
  parse: (files: EntryFiles) => Promise<Parsed>;
  /** Writes entries in one transaction, except entries of another origin, or written meanwhile. */
  save: (entries: { key: string; sourceHash: string; value: Parsed }[]) => Promise<number>;
  listOwnKeys: () => Promise<string[]>;
  /** Removes entries that the folder brought. Returns their number. */
  remove: (keys: string[]) => Promise<number>;
};

function* inBatches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

async function saveBatch<Parsed>(
  store: EntryStore<Parsed>,
  batch: readonly EntryFiles[],
  { write, report, version }: SyncRun,
): Promise<void> {
  const keys = batch.map(({ slug }) => store.keyOf(slug));
  const stored = new Map((await store.find(keys)).map((entry) => [entry.key, entry]));
  const changed: Parameters<typeof store.save>[0] = [];
  const written: EntryFiles[] = [];
  for (const files of batch) {
    const key = store.keyOf(files.slug);
    const known = stored.get(key);
    version.update(`${files.path} ${files.hash}\n`);
    if (known && known.origin !== "folder") report.skipped.push(files.path);
    else if (known?.sourceHash === files.hash && !known.isStale) report.unchanged += 1;
    else {
      try {
        changed.push({ key, sourceHash: files.hash, value: await store.parse(files) });
        written.push(files);
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        report.problems.push(error.message);
      }
    }
  }
  if (!write) report.written += changed.length;
  else if (changed.length > 0) report.written += await store.save(changed);
  // what no row named until now may have been removed meanwhile
  if (write && store.media) for (const files of written) await store.media.store(files);
}

/** Reads an entry; null if it cannot be read, which is a problem of the report. A run that writes copies its media, also those of an unchanged entry that are gone there. */
async function readFiles<Parsed>(
  root: string,
  { part, media }: EntryStore<Parsed>,
  slug: string,
  { write, report }: SyncRun,
): Promise<EntryFiles | null> {
  try {
    const files = await readEntryFiles(root, part, slug);
    if (!files || !media) return files;
    const named = await media.name(files);
    if (write) await media.store(named);
    return named;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    report.problems.push(error.message);
    return null;
  }
}

/** Returns the sync of one part of the content folder with its place in the database. */
export function folderSync<Parsed>(root: string, store: EntryStore<Parsed>): ContentSync {
  let present = new Set<string>();
  return {
    count: async () => (await listFolders(root, store.part)).length,
    save: async (run) => {
      present = new Set();
      for (const slugs of inBatches(await listFolders(root, store.part), batchSize)) {
        const found = await Promise.all(slugs.map((slug) => readFiles(root, store, slug, run)));
        const batch = found.filter((files) => files !== null);
        for (const { slug } of batch) present.add(store.keyOf(slug));
        await saveBatch(store, batch, run);
        await run.advance(slugs.length);
      }
    },
    removeGone: async ({ write, report }) => {
      const own = await store.listOwnKeys();
      report.owned += own.length;
      const gone = own.filter((key) => !present.has(key));
      report.gone += gone.length;
      if (!write) {
        report.removed += gone.length;
        return;
      }
      for (const keys of inBatches(gone, batchSize)) report.removed += await store.remove(keys);
    },
  };
}
