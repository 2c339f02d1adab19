import { join } from "node:path";
import { languages } from "#shared/languages.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import { contentFolderOf } from "#api/infra/content-folder/content-folder.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { openMediaStorage, storedName } from "#api/infra/media-storage/open-media-storage.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Portal } from "#api/portal.ts";
import type { EntryKey } from "#api/modules/library/entries/write-store.ts";
import { mediaOf } from "#api/modules/library/export/entry-folder.ts";
import { captionsFile, pathInFolder } from "#api/modules/library/media/media-files.ts";
import type { Files } from "./draft.ts";
import { requireBoth, requireWritable } from "./studio.ts";
import { isTaken, moveRows, renameFiles, setDetails } from "./studio-store.ts";

/** Makes an entry of the content folder the portal's own: stores its files of media, and leaves it to syncs no longer. */
export async function takeOver(
  { database, config }: Pick<Portal, "database" | "config">,
  key: EntryKey,
  record: (tx: Database) => Promise<void>,
): Promise<void> {
  const { stored } = await requireBoth(database, key);
  if (stored?.origin !== "folder") return;
  const storage = openMediaStorage(config);
  const files: Files = {};
  for (const [name, there] of Object.entries(mediaOf(key.slug, stored.details))) {
    const folder = join(contentFolderOf(config), key.kind, key.slug);
    const path = await pathInFolder(folder, name);
    files[name] = there ?? (await storedName(path));
    if (there === null) await storage.store(path, files[name]);
  }
  await withContentLock(database, async (tx) => {
    const { stored: still } = await requireBoth(tx, key);
    // The folder has changed it meanwhile: its files may be others.
    if (still?.sourceHash !== stored.sourceHash) throw new ApiError("conflict");
    await setDetails(tx, key, { ...stored.details, stored: files }, "portal");
    await record(tx);
  });
}

/** Gives an entry another address. Rejects with 409 `slug-taken`. */
export async function moveTo(
  tx: Database,
  { kind, slug }: EntryKey,
  { to, now }: { to: string; now: Date },
): Promise<void> {
  const both = await requireBoth(tx, { kind, slug });
  requireWritable(both);
  if (await isTaken(tx, { kind, slug: to })) throw new ApiError("slug-taken");
  await moveRows(tx, { kind, slug }, { to, now });
  // Captions are named after their video.
  const names = languages.map(
    (language) => [captionsFile(slug, language), captionsFile(to, language)] as const,
  );
  if (kind === "videos") await renameFiles(tx, { kind, slug: to }, names);
}
