import type { Entry, Teaser } from "#shared/api/library.ts";
import type { Language } from "#shared/languages.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { kindRules } from "#api/modules/library/kind-rules.ts";
import { presentCover } from "#api/modules/library/media/signed-media.ts";
import type { TagNames, TeaserRow } from "./columns-store.ts";
import type { EntryRow } from "./entry-store.ts";
import { withoutPaywallMarker } from "./opening.ts";

/** Presents a tag by its name in a language; by its id if it has no name. */
export function presentTag(id: string, tagNames: TagNames, language: Language) {
  const name = Object.hasOwn(tagNames, id) ? tagNames[id] : undefined;
  return { id, name: name ? localised(name, language) : id };
}

/** An entry of which it does not matter when it appears, if ever. */
type Undated<T> = Omit<T, "publishedAt" | "changedAt" | "firstSlug">;

/** Presents a row as a teaser without its time of publication, which drafts lack. */
export function presentUndated(
  row: Undated<TeaserRow>,
  tagNames: TagNames,
  language: Language,
): Undated<Teaser> {
  const { kind, slug, words, details } = row;
  const rules = kindRules[kind];
  const subject = { slug, words, details, text: row.textDetails };
  return {
    kind,
    slug,
    title: row.title,
    summary: row.summary,
    author: row.author,
    tags: row.tags.map((id) => presentTag(id, tagNames, language)),
    motif: row.motif,
    ...presentCover(row, language),
    language: row.language,
    minutes: rules.minutes(subject),
    ...(details.free && { free: true }),
    ...rules.teaser(subject),
  };
}

/** Presents when an entry was published, and changed if it was since then. */
const presentTimes = ({
  publishedAt,
  changedAt,
}: Pick<TeaserRow, "publishedAt" | "changedAt">) => ({
  publishedAt: publishedAt.toISOString(),
  ...(changedAt && changedAt > publishedAt && { changedAt: changedAt.toISOString() }),
});

/** Presents a row as a teaser in a language: never anything of its body. */
export const presentTeaser = (row: TeaserRow, tagNames: TagNames, language: Language): Teaser => ({
  ...presentUndated(row, tagNames, language),
  ...presentTimes(row),
});

/** Presents a row as a whole entry without its time of publication and the addresses of its media. */
export function presentText(row: Undated<EntryRow>, language: Language): Undated<Entry> {
  const { showDay: _, ...details } = row.textDetails;
  return {
    ...presentUndated(row, row.tagNames, language),
    body: withoutPaywallMarker(row.body),
    ...(row.authorSlug !== null && { authorSlug: row.authorSlug }),
    ...(row.details.sources && { sources: row.details.sources }),
    ...(row.details.reviewed && { reviewed: row.details.reviewed }),
    ...details,
  };
}

/** Presents a row as a whole entry, for members, without the addresses of its media. */
export const presentEntry = (row: EntryRow, language: Language): Entry => ({
  ...presentText(row, language),
  ...presentTimes(row),
});
