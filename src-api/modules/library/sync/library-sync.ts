import * as z from "zod/mini";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { ContentError, lineAt, parseContent } from "#api/infra/content-folder/content-error.ts";
import {
  parseMetadata,
  parseTexts,
  reading,
  readJson,
  textFile,
  type EntryFiles,
  metadata as metadataFile,
} from "#api/infra/content-folder/entry-files.ts";
import { contentFolderOf } from "#api/infra/content-folder/content-folder.ts";
import { folderSync } from "#api/infra/content-folder/folder-sync.ts";
import type { ContentSync } from "#api/infra/content-folder/sync-content.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import { localisedSchema } from "#api/infra/i18n/localised.ts";
import { openMediaStorage, storedName } from "#api/infra/media-storage/open-media-storage.ts";
import type { Services } from "#api/infra/services.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { authorSync } from "#api/modules/library/authors/author-files.ts";
import {
  slugSchema,
  tagIdSchema,
  tagNameSchema,
  kindRules,
  newEntry,
} from "#api/modules/library/kind-rules.ts";
import { imagesIn } from "#api/modules/library/import/conversion/convert-text.ts";
import { requireCaptions } from "#api/modules/library/media/captions.ts";
import {
  captionsFile,
  fileNamed,
  imageFile,
  isTextImage,
  namedFiles,
  pathInFolder,
} from "#api/modules/library/media/media-files.ts";
import type { NewEntry } from "#api/modules/library/entries/write-store.ts";
import { listMissingRelated } from "#api/modules/library/related/related-store.ts";
import {
  compareTags,
  findStored,
  listFolderSlugs,
  listUnusedTagsBut,
  removeEntries,
  removeTags,
  saveEntries,
  saveTags,
} from "./sync-store.ts";

const fieldsSchema = z.record(z.string(), z.unknown());

/** Returns the names of an entry's files of media; none if its `entry.json` cannot be read, which is reported elsewhere. */
function namesOf({ slug, texts, names }: EntryFiles): string[] {
  try {
    const json: unknown = JSON.parse(texts.get(metadataFile)?.toString("utf8") ?? "");
    return namedFiles(slug, fieldsSchema.parse(json), names);
  } catch {
    return [];
  }
}

/** Copies files of a content folder to the storage of media, where any machine finds them. */
class FolderMedia {
  readonly #storage: MediaStorage;
  readonly #root: string;
  constructor(storage: MediaStorage, root: string) {
    this.#storage = storage;
    this.#root = root;
  }

  /** Returns an entry with the names under which its media are stored, which become part of its hash. */
  async name(files: EntryFiles): Promise<EntryFiles> {
    const names = namesOf(files);
    if (names.length === 0) return files;
    const stored: Record<string, string> = {};
    for (const name of names) {
      const path = `${files.path}/${fileNamed(name, files.names)}`;
      stored[name] = await reading(path, storedName(join(this.#root, path)));
    }
    const hash = createHash("sha256").update(`${files.hash}\n${JSON.stringify(stored)}`);
    return { ...files, stored, hash: hash.digest("base64url") };
  }

  async store({ path, stored = {} }: Pick<EntryFiles, "path" | "stored">): Promise<void> {
    for (const [name, target] of Object.entries(stored)) {
      await this.#storage.store(await pathInFolder(join(this.#root, path), name), target);
    }
  }
}

export const tagsSchema = z.record(tagIdSchema, localisedSchema(tagNameSchema));

/** Rejects with a ContentError for a picture of a text that is no file which members get: it would be missing on the page. */
async function requireImages(
  { path, names, texts: sources }: EntryFiles,
  texts: { language: Language; body: string }[],
): Promise<void> {
  const images = new Set(names.filter(isTextImage));
  for (const { language, body } of texts) {
    const file = `${path}/${textFile(language)}`;
    const found = [...(await imagesIn(file, { format: "markdown", text: body }))];
    const isLocal = (address: string) => imageFile.test(address) && !/^(?:\w+:|\/\/)/.test(address);
    const missing = found.find((address) => isLocal(address) && !images.has(address));
    if (missing === undefined) continue;
    const reason = names.includes(missing)
      ? "only WebP with its size in its name is shown, such as jump-1400x700.webp; an import and an export make these of other pictures"
      : "there is no such file beside the text";
    const source = sources.get(textFile(language))?.toString("utf8") ?? "";
    const line = lineAt(source, source.indexOf(missing));
    throw new ContentError(`${file}:${line}: image: ${missing}: ${reason}`);
  }
}

/** Returns the entry that files describe. Rejects with a ContentError that names file and field. */
async function parseEntry(
  kind: ContentKind,
  files: EntryFiles,
  tagIds: readonly string[],
): Promise<NewEntry> {
  parseContent(files.path, slugSchema, files.slug);
  const { entrySchema, frontSchema } = kindRules[kind];
  const metadata = parseMetadata(files, entrySchema);
  const unknownTag = metadata.tags.find((tag) => !tagIds.includes(tag));
  if (unknownTag !== undefined) {
    throw new ContentError(`${files.path}/entry.json: tags: "${unknownTag}" is not in tags.json`);
  }
  const texts = await parseTexts(files, frontSchema);
  await requireImages(files, texts);
  const { details, ...entry } = newEntry(files, metadata, texts);
  for (const language of details.captions ?? []) {
    const name = fileNamed(captionsFile(files.slug, language), files.names);
    requireCaptions(`${files.path}/${name}`, files.texts.get(name) ?? Buffer.of());
  }
  return { ...entry, details: files.stored ? { ...details, stored: files.stored } : details };
}

/** Returns the syncs of the library: `tags.json`, and `<kind>/<slug>/` with `entry.json` and Markdown files. */
export function librarySyncs(
  { database, config, now }: Pick<Services, "database" | "config" | "now">,
  root: string,
): ContentSync[] {
  const storage = openMediaStorage(config);
  // files are served from the configured folder only, and from this machine only
  const isCopied = storage.holdsContentFolder || root !== contentFolderOf(config);
  const media = isCopied ? new FolderMedia(storage, root) : undefined;
  let tags: Record<string, Localised> = {};
  const tagSync: ContentSync = {
    save: async ({ write, report, version }) => {
      tags = await readJson(root, "tags.json", tagsSchema);
      version.update(JSON.stringify(tags));
      const rows = Object.entries(tags).map(([id, name]) => ({ id, name }));
      const { changed, foreign } = await compareTags(database, rows);
      if (write && changed.length > 0) await saveTags(database, changed);
      report.written += changed.length;
      report.skipped.push(...foreign.map(({ id }) => `tags.json: ${id}`));
    },
    removeGone: async ({ write, report }) => {
      const gone = await listUnusedTagsBut(database, Object.keys(tags));
      if (write && gone.length > 0) await removeTags(database, gone);
      report.removed += gone.length;
    },
  };
  const entrySync = (kind: ContentKind) =>
    folderSync(root, {
      part: kind,
      keyOf: (slug) => slug,
      ...(media && { media }),
      find: (slugs) => findStored(database, kind, { slugs, tagIds: Object.keys(tags) }),
      parse: (files) => parseEntry(kind, files, Object.keys(tags)),
      save: (entries) => saveEntries(database, kind, { entries, now: now() }),
      listOwnKeys: () => listFolderSlugs(database, kind),
      remove: (slugs) => removeEntries(database, kind, slugs),
    });
  const linkCheck: ContentSync = {
    save: async () => {},
    removeGone: async () => {},
    inspect: async (report) => {
      report.missing.push(...(await listMissingRelated(database, ["folder"])));
    },
  };
  return [tagSync, authorSync(database, root), ...contentKinds.map(entrySync), linkCheck];
}
