import type { TextDetails } from "#shared/api/kind-fields.ts";
import type { Language } from "#shared/languages.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import { and, eq, sql, alias } from "#api/infra/database/drizzle.ts";
import { contentEntries, contentTags, contentTexts } from "#api/modules/library/schema.ts";

export const entry = contentEntries;
/** `own` is the text in the caller's language, if any; `fallback` the one that stands in for missing ones. */
export const ownText = alias(contentTexts, "own");
export const fallbackText = alias(contentTexts, "fallback");

export const localisedColumn = <T>(
  field: "language" | "title" | "summary" | "body" | "words" | "details",
) => sql<T>`coalesce(${ownText[field]}, ${fallbackText[field]})`;

/** Columns of an entry and its text, except for the body, which only members may read. */
export const teaserColumns = {
  kind: entry.kind,
  slug: entry.slug,
  /** Typed as non-null: code that also selects unpublished entries must not read it. */
  publishedAt: sql<Date>`${entry.publishedAt}`.mapWith(entry.publishedAt),
  changedAt: entry.changedAt,
  firstSlug: entry.firstSlug,
  author: entry.author,
  tags: entry.tags,
  motif: entry.motif,
  details: entry.details,
  language: localisedColumn<Language>("language"),
  title: localisedColumn<string>("title"),
  summary: localisedColumn<string>("summary"),
  words: localisedColumn<number>("words"),
  textDetails: localisedColumn<TextDetails>("details"),
};

export type TeaserRow = Pick<
  typeof entry.$inferSelect,
  "kind" | "slug" | "changedAt" | "firstSlug" | "author" | "tags" | "motif" | "details"
> & { publishedAt: Date } & Record<"title" | "summary", string> & {
    language: Language;
    words: number;
    textDetails: TextDetails;
  };

export type TagNames = Record<string, Localised>;

export const textIn = (text: typeof ownText, language: Language) =>
  and(eq(text.kind, entry.kind), eq(text.slug, entry.slug), eq(text.language, language));

export const isStandIn = and(
  eq(fallbackText.kind, entry.kind),
  eq(fallbackText.slug, entry.slug),
  eq(fallbackText.language, entry.standIn),
);

export const allTagNames = sql<TagNames>`(select coalesce(json_object_agg(${contentTags.id}, ${contentTags.name}), '{}') from ${contentTags})`;
