import type { ContentKind } from "#shared/content-kinds.ts";
import { languages, type Language } from "#shared/languages.ts";
import { and, asc, eq, lte, sql } from "#api/infra/database/drizzle.ts";
import type { Portal } from "#api/portal.ts";
import { contentAuthors, contentEntries, contentTexts } from "#api/modules/library/schema.ts";

/** What there is a public page of: published entries, and authors. */
export type PublicItems = {
  entries: {
    kind: ContentKind;
    slug: string;
    /** When it was published last. */
    changedAt: Date;
    languages: Language[];
  }[];
  authors: { slug: string; languages: Language[] }[];
};

/** Returns all of them in the order of their addresses. */
export async function listPublicItems({
  database,
  now,
}: Pick<Portal, "database" | "now">): Promise<PublicItems> {
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
    .where(lte(publishedAt, now()))
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
