import type { Teaser } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { isKindShown, shownKinds } from "#shared/parts.ts";
import { type Language, languages } from "#shared/languages.ts";
import type { Portal } from "#api/portal.ts";
import { findEntry, findTeasers } from "./entry-store.ts";
import { findNewestOf } from "./page-store.ts";
import { presentTeaser } from "./present.ts";
import { and, asc, eq, inArray, lte, sql } from "#api/infra/database/drizzle.ts";
import { contentAuthors, contentEntries, contentTexts } from "#api/modules/library/schema.ts";

type Content = Pick<Portal, "database" | "now" | "brand">;

/** Returns the teaser of a published entry; null if there is none, or its kind is hidden. */
export async function publicTeaser(
  { database, now, brand }: Content,
  key: { kind: ContentKind; slug: string; language: Language },
): Promise<Teaser | null> {
  if (!isKindShown(brand, key.kind)) return null;
  const row = await findEntry(database, { ...key, now: now() });
  return row && presentTeaser(row, row.tagNames, key.language);
}

/** Loads the teasers of the given entries. `of` returns the teaser of one; undefined if it is not published, or its kind is hidden. */
export async function teasersOf(
  { database, now, brand }: Content,
  keys: readonly { kind: ContentKind; slug: string }[],
  language: Language,
): Promise<{ of: (key: { kind: ContentKind; slug: string }) => Teaser | undefined }> {
  const shown = keys.filter(({ kind }) => isKindShown(brand, kind));
  const { rows, tagNames } = await findTeasers(database, shown, { language, now: now() });
  const teasers = new Map(
    rows.map((row) => [`${row.kind}/${row.slug}`, presentTeaser(row, tagNames, language)]),
  );
  return { of: ({ kind, slug }) => teasers.get(`${kind}/${slug}`) };
}

const newestFirst = (one: Teaser, other: Teaser) =>
  other.publishedAt.localeCompare(one.publishedAt) || one.slug.localeCompare(other.slug);

/** A teaser with the first slug of its entry, from which the entry's feed id is made. */
export type FeedTeaser = Teaser & { firstSlug: string };

export async function newestTeasers(
  { database, now, brand }: Content,
  wanted: { kinds?: readonly ContentKind[]; language: Language; limit: number },
): Promise<FeedTeaser[]> {
  const { language, limit } = wanted;
  const kinds = shownKinds(brand).filter((kind) => wanted.kinds?.includes(kind) ?? true);
  const newestOf = async (kind: ContentKind) => {
    const { rows, tagNames } = await findNewestOf(database, { kind, language, now: now(), limit });
    return rows.map((row) => ({
      ...presentTeaser(row, tagNames, language),
      firstSlug: row.firstSlug ?? row.slug,
    }));
  };
  const teasers = (await Promise.all(kinds.map(newestOf))).flat();
  return teasers.toSorted(newestFirst).slice(0, limit);
}

/** Everything that has a public page: published entries, and authors. */
export type PublicItems = {
  entries: {
    kind: ContentKind;
    slug: string;
    /** When it was published or last changed, whichever is later. */
    changedAt: Date;
    languages: Language[];
  }[];
  authors: { slug: string; languages: Language[] }[];
};

/** Returns everything that has a public page: entries ordered by kind and slug, authors by slug. */
export async function listPublicItems({ database, now, brand }: Content): Promise<PublicItems> {
  const { kind, slug, publishedAt, changedAt } = contentEntries;
  const entries = await database
    .select({
      kind,
      slug,
      changedAt: sql<Date>`greatest(${publishedAt}, ${changedAt})`.mapWith(publishedAt),
      languages: sql<
        Language[]
      >`array_agg(${contentTexts.language} order by ${contentTexts.language})`,
    })
    .from(contentEntries)
    .innerJoin(contentTexts, and(eq(contentTexts.kind, kind), eq(contentTexts.slug, slug)))
    .where(and(lte(publishedAt, now()), inArray(kind, shownKinds(brand))))
    .groupBy(kind, slug)
    .orderBy(asc(kind), asc(slug));
  const authors = await database
    .select({ slug: contentAuthors.slug, body: contentAuthors.body })
    .from(contentAuthors)
    .orderBy(contentAuthors.slug);
  return {
    entries,
    authors: authors.map(({ slug: author, body }) => ({
      slug: author,
      languages: languages.filter((language) => body[language] !== undefined),
    })),
  };
}
