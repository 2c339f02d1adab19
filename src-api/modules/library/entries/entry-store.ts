import type { Cover } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { isKindShown, shownKinds } from "#shared/parts.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, lte, or, sql } from "#api/infra/database/drizzle.ts";
import {
  contentAuthors,
  contentRedirects,
  contentTags,
  contentTexts,
  contentListed,
} from "#api/modules/library/schema.ts";
import {
  allTagNames,
  entry,
  fallbackText,
  isStandIn,
  ownText,
  localisedColumn,
  teaserColumns,
  textIn,
  type TagNames,
  type TeaserRow,
} from "./columns-store.ts";
import { maxNew } from "#shared/api/shelf.ts";
import { presentCover } from "#api/modules/library/media/signed-media.ts";
import type { Portal } from "#api/portal.ts";
import type { TextFields } from "#shared/api/kind-fields.ts";

/** Selects whole entries, unpublished ones included, with their text in a language, else in English. */
export const selectEntries = (database: Database, language: Language) =>
  database
    .select({
      ...teaserColumns,
      body: localisedColumn<string>("body"),
      authorSlug: sql<
        string | null
      >`(select min(${contentAuthors.slug}) from ${contentAuthors} where ${contentAuthors.name} = ${entry.author})`,
      tagNames: sql<TagNames>`(select coalesce(json_object_agg(${contentTags.id}, ${contentTags.name}), '{}') from ${contentTags} where ${contentTags.id} = any(${entry.tags}))`,
    })
    .from(entry)
    .innerJoin(fallbackText, isStandIn)
    .leftJoin(ownText, textIn(ownText, language));

/** Returns a published entry with its text in a language, else English; null if there is none. */
export async function findEntry(
  database: Database,
  { kind, slug, language, now }: { kind: ContentKind; slug: string; language: Language; now: Date },
) {
  const [row] = await selectEntries(database, language).where(
    and(eq(entry.kind, kind), eq(entry.slug, slug), lte(entry.publishedAt, now)),
  );
  return row ?? null;
}

/** Returns the current slug of a published entry that once had this slug, whoever has this slug now; null for none. */
async function findRedirectTarget(
  database: Database,
  { kind, slug }: { kind: ContentKind; slug: string },
  now: Date,
): Promise<string | null> {
  const redirect = contentRedirects;
  const [row] = await database
    .select({ to: redirect.to })
    .from(redirect)
    .innerJoin(entry, and(eq(entry.kind, redirect.kind), eq(entry.slug, redirect.to)))
    .where(
      and(
        eq(redirect.kind, kind),
        eq(redirect.from, slug),
        sql`${entry.publishedAt} <= ${now.toISOString()}::timestamptz`,
      ),
    );
  return row?.to ?? null;
}

/** Returns the current slug of a published entry that once had this slug; null if a published entry has it now. */
export async function findRedirectedSlug(
  { database, now, brand }: Pick<Portal, "database" | "now" | "brand">,
  key: { kind: ContentKind; slug: string },
): Promise<string | null> {
  if (!isKindShown(brand, key.kind)) return null;
  if ((await findEntryWithoutText(database, { ...key, now: now() }))?.isPublished) return null;
  return findRedirectTarget(database, key, now());
}

/** Returns the published entry with a slug, else the published entry that once had it (decision 0051), else null. */
export async function findEntryOrMoved(
  database: Database,
  wanted: Parameters<typeof findEntry>[1],
): Promise<EntryRow | null> {
  const found = await findEntry(database, wanted);
  if (found) return found;
  const slug = await findRedirectTarget(database, wanted, wanted.now);
  return slug === null ? null : findEntry(database, { ...wanted, slug });
}

export async function findLanguages(
  database: Database,
  { kind, slug }: { kind: ContentKind; slug: string },
): Promise<Language[]> {
  const rows = await database
    .select({ language: contentTexts.language })
    .from(contentTexts)
    .where(and(eq(contentTexts.kind, kind), eq(contentTexts.slug, slug)))
    .orderBy(contentTexts.language);
  return rows.map(({ language }) => language);
}

export type EntryRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

/** Returns the teasers of those `keys` that are published, in no particular order, and the names of all tags. */
export async function findTeasers(
  database: Database,
  keys: readonly { kind: ContentKind; slug: string }[],
  { language, now }: { language: Language; now: Date },
): Promise<{ rows: TeaserRow[]; tagNames: TagNames }> {
  if (keys.length === 0) return { rows: [], tagNames: {} };
  const isWanted = keys.map(({ kind, slug }) => and(eq(entry.kind, kind), eq(entry.slug, slug)));
  const found = await database
    .select({
      ...teaserColumns,
      tagNames: allTagNames,
    })
    .from(entry)
    .innerJoin(fallbackText, isStandIn)
    .leftJoin(ownText, textIn(ownText, language))
    .where(and(or(...isWanted), lte(entry.publishedAt, now)));
  return { rows: found, tagNames: found[0]?.tagNames ?? {} };
}

/** Returns an entry without its texts, and whether it is published; null if there is none. */
export async function findEntryWithoutText(
  database: Database,
  { kind, slug, now }: { kind: ContentKind; slug: string; now: Date },
) {
  const [row] = await database
    .select()
    .from(entry)
    .where(and(eq(entry.kind, kind), eq(entry.slug, slug)));
  return row ? { ...row, isPublished: row.publishedAt !== null && row.publishedAt <= now } : null;
}

/** Returns the newest published entries of the given kinds with their texts, newest first. */
export async function findNewest(
  database: Database,
  {
    kinds,
    language,
    now,
    limit,
  }: { kinds: readonly ContentKind[]; language: Language; now: Date; limit: number },
): Promise<EntryRow[]> {
  // Takes the newest of each kind from an index: sorting across kinds would read every entry.
  const keys = sql`select newest.kind, newest.slug
    from unnest(${sql.param([...kinds])}::text[]) as kinds (kind)
    cross join lateral (
      select kind, slug from content_entries as one
      where one.kind = kinds.kind and one.published_at <= ${now.toISOString()}::timestamptz
      order by one.published_at desc, one.slug desc limit ${limit}) as newest`;
  return selectEntries(database, language)
    .where(sql`(${entry.kind}, ${entry.slug}) in (${keys})`)
    .orderBy(desc(entry.publishedAt), desc(entry.slug))
    .limit(limit);
}

const listed = contentListed;

/** Counts the entries published since a time by kind, up to `maxNew` each. Leaves out kinds without any. */
export async function countNewEntries(
  { database, now, brand }: Pick<Portal, "database" | "now" | "brand">,
  since: Date,
): Promise<{ kind: ContentKind; count: number }[]> {
  const countOf = async (kind: ContentKind) => {
    const found = sql`(select ${listed.slug} from ${listed}
      where ${listed.kind} = ${kind}::text and ${listed.tag} = ''
        and ${listed.publishedAt} > ${since.toISOString()}::timestamptz
        and ${listed.publishedAt} <= ${now().toISOString()}::timestamptz
      limit ${maxNew}::int) as found`;
    const [counted] = await database.select({ count: sql<number>`count(*)::int` }).from(found);
    return { kind, count: counted?.count ?? 0 };
  };
  const counts = await Promise.all(shownKinds(brand).map(countOf));
  return counts.filter(({ count }) => count > 0);
}

/** A protocol's title, cover and weeks, in `language`. The descriptions of its sessions are for members. */
export type Protocol = TextFields<"protocols"> & {
  title: string;
  language: Language;
  motif: string;
  cover?: Cover;
};

/** Returns published protocols by slug, in a language, else in English. Leaves out slugs without one. */
export async function findProtocols(
  database: Database,
  { slugs, language, now }: { slugs: string[]; language: Language; now: Date },
): Promise<Map<string, Protocol>> {
  const keys = slugs.map((slug) => ({ kind: "protocols" as const, slug }));
  const { rows } = await findTeasers(database, keys, { language, now });
  return new Map(
    rows.map((row) => [
      row.slug,
      {
        title: row.title,
        language: row.language,
        motif: row.motif,
        ...presentCover(row, language),
        weeks: row.textDetails.weeks ?? [],
        progression: row.textDetails.progression,
      },
    ]),
  );
}
