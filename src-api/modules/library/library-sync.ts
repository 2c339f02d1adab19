import * as z from "zod/mini";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { ContentError, lineAt, parseContent } from "#api/infra/content-folder/content-error.ts";
import {
  parseMetadata,
  parseTexts,
  explainReadFailure,
  readJson,
  textFile,
  type EntryFiles,
  metadata as metadataFile,
} from "#api/infra/content-folder/entry-files.ts";
import { contentFolderOf, contentFolderState } from "#api/infra/content-folder/content-folder.ts";
import { folderSync, type StoredEntry } from "#api/infra/content-folder/folder-sync.ts";
import { type ContentSync, withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import { localisedSchema } from "#api/infra/i18n/localised.ts";
import { openMediaStorage, storedName } from "#api/infra/media-storage/open-media-storage.ts";
import type { Portal } from "#api/portal.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { authorSync } from "./authors.ts";
import { slugSchema, tagIdSchema, tagNameSchema, kindRules, newEntry } from "./kind-rules.ts";
import { imagesIn } from "./import/conversion/convert-text.ts";
import { requireCaptions } from "./media/captions.ts";
import {
  captionsFile,
  withSrtFallback,
  imageFile,
  isTextImage,
  mediaFilesInFolder,
  pathInFolder,
} from "./media/media-files.ts";
import { type NewEntry, writeEntries } from "./entries/stored-entries.ts";
import { listMissingRelated } from "./related.ts";
import { isDeepStrictEqual } from "node:util";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, inArray, notInArray, sql } from "#api/infra/database/drizzle.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { contentEntries, contentTags } from "./schema.ts";

const fieldsSchema = z.record(z.string(), z.unknown());

/** Returns the names of an entry's files of media; none if its `entry.json` cannot be read, which is reported elsewhere. */
function namesOf({ slug, texts, names }: EntryFiles): string[] {
  try {
    const json: unknown = JSON.parse(texts.get(metadataFile)?.toString("utf8") ?? "");
    return mediaFilesInFolder(slug, fieldsSchema.parse(json), names);
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
      const path = `${files.path}/${withSrtFallback(name, files.names)}`;
      stored[name] = await explainReadFailure(path, storedName(join(this.#root, path)));
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
    const name = withSrtFallback(captionsFile(files.slug, language), files.names);
    requireCaptions(`${files.path}/${name}`, files.texts.get(name) ?? Buffer.of());
  }
  return { ...entry, details: files.stored ? { ...details, stored: files.stored } : details };
}

/** Returns the syncs of the library: `tags.json`, and `<kind>/<slug>/` with `entry.json` and Markdown files. */
export function librarySyncs(
  { database, config, now, brand }: Pick<Portal, "database" | "config" | "now" | "brand">,
  root: string,
): ContentSync[] {
  const storage = openMediaStorage(config);
  // files are served from the configured folder only, and from this machine only
  const isCopied = storage.holdsContentFolder || root !== contentFolderOf(config);
  const media = isCopied ? new FolderMedia(storage, root) : undefined;
  let tags: Record<string, Localised> = {};
  const tagSync: ContentSync = {
    save: async ({ write, report, version }) => {
      const named = await readJson(root, "tags.json", tagsSchema);
      // Such as a disk that was unmounted since, or a copy under way: it would count as an order to remove everything.
      if (named === null && (await contentFolderState(root)) !== "filled") {
        throw new ContentError(`${root}: has no content, not even a tags.json`);
      }
      const ofFolder = eq(contentTags.origin, "folder");
      if (named === null && (await database.$count(contentTags, ofFolder)) > 0) {
        throw new ContentError(
          `${root}/tags.json: the file is missing, which the tags of this portal came from; without any tag it is {}`,
        );
      }
      tags = named ?? {};
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
      save: (entries) =>
        saveEntries(database, kind, {
          entries,
          now: now(),
          portalLanguages: brand.languages,
        }),
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

const entry = contentEntries;

/** Returns the stored state of entries. With a tag outside `tagIds` an entry counts as changed, to be reported. */
const findStored = (
  database: Database,
  kind: ContentKind,
  { slugs, tagIds }: { slugs: string[]; tagIds: string[] },
): Promise<StoredEntry[]> =>
  database
    .select({
      key: entry.slug,
      origin: entry.origin,
      sourceHash: entry.sourceHash,
      isStale: sql<boolean>`not ${entry.tags} <@ ${sql.param(tagIds, entry.tags)}`,
    })
    .from(entry)
    .where(and(eq(entry.kind, kind), inArray(entry.slug, slugs)));

async function listFolderSlugs(database: Database, kind: ContentKind): Promise<string[]> {
  const rows = await database
    .select({ slug: entry.slug })
    .from(entry)
    .where(and(eq(entry.kind, kind), eq(entry.origin, "folder")));
  return rows.map(({ slug }) => slug);
}

type SlugEntry = { key: string; sourceHash: string; value: NewEntry };

/** Writes entries that no other process wrote meanwhile. Returns the number of entries written. */
export const saveEntries = (
  database: Database,
  kind: ContentKind,
  { entries, ...how }: { entries: SlugEntry[]; now: Date; portalLanguages: readonly Language[] },
) =>
  withContentLock(database, async (transaction) => {
    const slugs = entries.map(({ key }) => key);
    const stored = await findStored(transaction, kind, { slugs, tagIds: [] });
    const known = new Map(stored.map((row) => [row.key, row]));
    const changed = entries.filter(({ key, sourceHash }) => {
      const row = known.get(key);
      return !row || (row.origin === "folder" && row.sourceHash !== sourceHash);
    });
    const written = changed.map(({ key: slug, ...row }) => ({ ...row, kind, slug }));
    if (written.length > 0) await writeEntries(transaction, written, { origin: "folder", ...how });
    return changed.length;
  });

/** Removes entries that the folder brought. Returns their number. */
export const removeEntries = (database: Database, kind: ContentKind, slugs: string[]) =>
  withContentLock(database, async (transaction) => {
    const removed = await transaction
      .delete(entry)
      .where(and(eq(entry.kind, kind), inArray(entry.slug, slugs), eq(entry.origin, "folder")))
      .returning({ slug: entry.slug });
    return removed.length;
  });

type Tag = { id: string; name: Localised };

/** Returns the tags that are new or changed, and those to leave alone because they are of another origin. */
async function compareTags(database: Database, tags: Tag[]) {
  const stored = new Map((await database.select().from(contentTags)).map((tag) => [tag.id, tag]));
  const foreign = tags.filter(({ id }) => (stored.get(id)?.origin ?? "folder") !== "folder");
  const changed = tags
    .filter((tag) => !foreign.includes(tag))
    .filter(({ id, name }) => !isDeepStrictEqual(stored.get(id)?.name, name));
  return { changed, foreign };
}

/** Writes tags of the folder, except those of another origin. */
const saveTags = (database: Database, tags: Tag[]) =>
  withContentLock(database, (transaction) =>
    transaction
      .insert(contentTags)
      .values(tags.map((tag) => ({ ...tag, origin: "folder" as const })))
      .onConflictDoUpdate({
        target: contentTags.id,
        set: insertedValues(contentTags),
        setWhere: eq(contentTags.origin, "folder"),
      }),
  );

const isUnused = sql`not exists (select 1 from ${entry} where ${contentTags.id} = any(${entry.tags}))`;

/** Returns the ids of the other tags that the folder brought, unless an entry has them. */
async function listUnusedTagsBut(database: Database, ids: string[]): Promise<string[]> {
  const rows = await database
    .select({ id: contentTags.id })
    .from(contentTags)
    .where(and(eq(contentTags.origin, "folder"), notInArray(contentTags.id, ids), isUnused));
  return rows.map(({ id }) => id);
}

/** Removes tags that the folder brought, unless an entry has them by now. */
async function removeTags(database: Database, ids: string[]): Promise<void> {
  await database
    .delete(contentTags)
    .where(and(eq(contentTags.origin, "folder"), inArray(contentTags.id, ids), isUnused));
}
