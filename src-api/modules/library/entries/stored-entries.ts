import type { TextDetails } from "#shared/api/kind-fields.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import {
  defaultLanguage,
  type Language,
  languages,
  leadLanguage,
  standInLanguage,
} from "#shared/languages.ts";
import { recordAct, type Act } from "#api/infra/audit/record-act.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Localised, Origin } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, ne, or, sql } from "#api/infra/database/drizzle.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import {
  contentEntries,
  contentTags,
  contentTexts,
  type EntryDetails,
  studioDrafts,
} from "#api/modules/library/schema.ts";
import { type MediaDetails, captionsFile } from "#api/modules/library/media/media-files.ts";

const entry = contentEntries;
const text = contentTexts;

/** An entry whose fields obey the rules of its kind. */
export type NewEntry = {
  /** Null for a draft. */
  publishedAt: Date | null;
  author: string;
  tags: string[];
  motif: string;
  related: string[];
  details: EntryDetails;
  texts: {
    language: Language;
    title: string;
    summary: string;
    body: string;
    words: number;
    details: TextDetails;
    changedAt?: Date | null;
  }[];
};

export type EntryKey = { kind: ContentKind; slug: string };

export const isOneOf = (
  table: typeof entry | typeof text | typeof studioDrafts,
  keys: readonly EntryKey[],
) => or(...keys.map(({ kind, slug }) => and(eq(table.kind, kind), eq(table.slug, slug))));

/**
 * Selects by which other slug feed readers are to know an entry that gets this one: another entry was known by it before it
 * moved. Null for the slug itself.
 */
export const firstSlugAt = ({ kind, slug }: EntryKey, now: Date) => sql<string | null>`(
  select ${`${slug}#${now.getTime()}`}::text from ${entry} as other
  where other.kind = ${kind}::text and other.first_slug = ${slug}::text limit 1)`;

type Written = EntryKey & { sourceHash: string | null; value: NewEntry };

/**
 * Writes entries with their texts, in place of what was there: of a folder, of an import, or of the studio. When one appeared
 * first stays as it was. None of them is in the bin any more, with which it would be purged. At most a hundred, in a transaction
 * in which nobody else writes content.
 *
 * @param importId of an import, for those that are new: one that it overwrites stays when the import is taken back
 */
export async function writeEntries(
  transaction: Database,
  entries: readonly Written[],
  {
    origin,
    importId = null,
    now,
    portalLanguages,
  }: {
    origin: Origin;
    importId?: string | null;
    now: Date;
    portalLanguages: readonly Language[];
  },
): Promise<void> {
  const rows = entries.map(({ kind, slug, sourceHash, value: { texts, ...row } }) => ({
    ...row,
    kind,
    slug,
    sourceHash,
    importId,
    appearedAt: row.publishedAt === null ? null : now,
    firstSlug: firstSlugAt({ kind, slug }, now),
    standIn: standInLanguage(
      Object.fromEntries(texts.map(({ language }) => [language, true])),
      portalLanguages,
    ),
    origin,
  }));
  await transaction
    .insert(entry)
    .values(rows)
    .onConflictDoUpdate({
      target: [entry.kind, entry.slug],
      set: {
        ...insertedValues(entry),
        appearedAt: sql`coalesce(${entry.appearedAt}, excluded.appeared_at)`,
        changedAt: now,
        firstSlug: sql`${entry.firstSlug}`,
        // What it was before an import is not stored, so that nothing could be brought back.
        ...(origin === "import" && { importId: sql`${entry.importId}` }),
      },
    });
  const draft = studioDrafts;
  const isSame = and(eq(entry.kind, draft.kind), eq(entry.slug, draft.slug));
  const readersFiles = sql`(select ${entry.details} -> 'stored' from ${entry} where ${isSame})`;
  await transaction
    .update(draft)
    .set({
      deletedAt: null,
      // Those of a working copy come first while it says something else.
      files: sql`case when ${draft.isChanged} then ${draft.files} else ${draft.files} || coalesce(${readersFiles}, '{}') end`,
    })
    .where(isOneOf(draft, entries));
  await transaction.delete(text).where(isOneOf(text, entries));
  // One after the other: the words of long texts take a moment, in which an embedded database does nothing else.
  for (const language of languages) {
    const texts = entries.flatMap(({ kind, slug, value }) =>
      value.texts.filter((row) => row.language === language).map((row) => ({ ...row, kind, slug })),
    );
    if (texts.length > 0) await transaction.insert(text).values(texts);
  }
}

/** Chooses anew which texts stand in for missing ones (`standInLanguage`), for a portal that may have had other languages. */
export const chooseStandIns = (database: Database, portalLanguages: readonly Language[]) =>
  withContentLock(database, (transaction) => {
    const order = sql.param([leadLanguage(portalLanguages), ...languages], entry.tags);
    const first = sql`(select ${text.language} from ${text} where ${text.kind} = ${entry.kind} and ${text.slug} = ${entry.slug}
      order by array_position(${order}::text[], ${text.language}) limit 1)`;
    // An English text always comes first.
    return transaction
      .update(entry)
      .set({ standIn: sql`${first}` })
      .where(and(ne(entry.standIn, defaultLanguage), ne(entry.standIn, first)));
  });

export const recordEntryAct = (
  tx: Database,
  { kind, slug }: EntryKey,
  { details = {}, ...act }: Pick<Act, "act" | "at" | "actor"> & Partial<Pick<Act, "details">>,
): Promise<void> =>
  recordAct(tx, { ...act, subjectId: null, details: { entry: `${kind}/${slug}`, ...details } });

export type StoredContent = Awaited<ReturnType<typeof listStored>>[number];

/** Returns the next `limit` entries after a key, with their texts, ordered by kind and slug. */
export async function listStored(database: Database, after: EntryKey | null, limit: number) {
  const rows = await database
    .select()
    .from(entry)
    .where(
      after
        ? sql`(${entry.kind}, ${entry.slug}) > (${after.kind}::text, ${after.slug}::text)`
        : undefined,
    )
    .orderBy(asc(entry.kind), asc(entry.slug))
    .limit(limit);
  return withTexts(database, rows);
}

async function withTexts(database: Database, rows: (typeof entry.$inferSelect)[]) {
  if (rows.length === 0) return [];
  const texts = await database
    .select({
      kind: text.kind,
      slug: text.slug,
      language: text.language,
      title: text.title,
      summary: text.summary,
      body: text.body,
      words: text.words,
      details: text.details,
      changedAt: text.changedAt,
    })
    .from(text)
    .where(isOneOf(text, rows))
    .orderBy(text.language);
  return rows.map((row) => ({
    ...row,
    texts: texts.filter(({ kind, slug }) => kind === row.kind && slug === row.slug),
  }));
}

/** Returns an entry with its texts; null if there is none. */
export async function findContent(database: Database, { kind, slug }: EntryKey) {
  const [row] = await database
    .select()
    .from(entry)
    .where(and(eq(entry.kind, kind), eq(entry.slug, slug)));
  if (!row) return null;
  const [found] = await withTexts(database, [row]);
  return found ?? null;
}

export async function listTags(database: Database): Promise<Record<string, Localised>> {
  const rows = await database.select().from(contentTags).orderBy(contentTags.id);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** Returns the entries of one kind or of all, with their titles: by kind, then drafts first, then newest first. */
export const listEntries = (database: Database, kind: ContentKind | null) =>
  database
    .select({
      kind: entry.kind,
      slug: entry.slug,
      title: text.title,
      languages: sql<
        Language[]
      >`(select array_agg(other.language order by other.language) from ${text} as other
        where other.kind = ${entry.kind} and other.slug = ${entry.slug})`,
      publishedAt: entry.publishedAt,
      origin: entry.origin,
    })
    .from(entry)
    .innerJoin(
      text,
      and(eq(text.kind, entry.kind), eq(text.slug, entry.slug), eq(text.language, entry.standIn)),
    )
    .where(kind === null ? undefined : eq(entry.kind, kind))
    .orderBy(entry.kind, sql`${entry.publishedAt} desc nulls first`, entry.slug);

export type EntryFolder = {
  /** Relative to the content folder or the export, such as "articles/weave-entries". */
  path: string;
  texts: Record<string, string>;
  /** Names in media storage by file name. Null: the file is only in the content folder. */
  media: Record<string, string | null>;
};

/** Formats fields as front matter, one line each. Values are JSON, which is valid YAML. */
export const frontMatter = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join("");

/** Returns an entry's media files: names in media storage by file name, as in `EntryFolder`. */
export function mediaOf(slug: string, details: MediaDetails): EntryFolder["media"] {
  const { source, poster, captions = [], images = [], stored = {} } = details;
  const names = [source, poster, ...captions.map((language) => captionsFile(slug, language))];
  const ofVideo = source === undefined ? [] : names.filter((name) => name !== undefined);
  const wanted = [...ofVideo, ...images];
  return Object.fromEntries(wanted.map((name) => [name, stored[name] ?? null]));
}

/** Returns what an entry's files contain: the fields of `entry.json`, except for `publishedAt`, and the texts. */
export function fieldsOf(row: Omit<StoredContent, "publishedAt">) {
  // left out: a sync finds captions and images by file name
  const { captions: _captions, images: _images, stored: _stored, ...details } = row.details;
  const metadata: Record<string, unknown> = {
    author: row.author,
    tags: row.tags,
    motif: row.motif,
    ...(row.related.length > 0 && { related: row.related }),
    ...details,
  };
  const texts = row.texts.map(({ language, title, summary, body, details: more }) => ({
    language,
    front: { title, summary, ...more } as Record<string, unknown>,
    body,
  }));
  return { metadata, texts };
}

/** Returns an entry as files from which a sync or an import recreates it. */
export function entryFolder(row: StoredContent): EntryFolder {
  const { metadata, texts } = fieldsOf(row);
  const dated = { publishedAt: row.publishedAt?.toISOString() ?? null, ...metadata };
  const files = texts.map(({ language, front, body }) => [
    `${language}.md`,
    `---\n${frontMatter(front)}---\n\n${body}\n`,
  ]);
  return {
    path: `${row.kind}/${row.slug}`,
    texts: {
      "entry.json": `${JSON.stringify(dated, null, 2)}\n`,
      ...(Object.fromEntries(files) as Record<string, string>),
    },
    media: mediaOf(row.slug, row.details),
  };
}
