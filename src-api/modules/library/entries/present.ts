import type { Entry, Teaser } from "../../../../src-shared/api/library.ts";
import { kindRules } from "../kind-rules.ts";
import type { EntryRow, TeaserRow } from "./entry-store.ts";

/** Presents a row as a teaser: never anything of its body. */
export function presentTeaser(row: TeaserRow, tagNames: ReadonlyMap<string, string>): Teaser {
  const { entry, text } = row;
  const { slug, details } = entry;
  const rules = kindRules[entry.kind];
  const subject = { slug, words: text.words, details, text: text.details };
  return {
    kind: entry.kind,
    slug,
    title: text.title,
    summary: text.summary,
    author: entry.author,
    publishedAt: entry.publishedAt.toISOString(),
    tags: entry.tags.map((id) => ({ id, name: tagNames.get(id) ?? id })),
    motif: entry.motif,
    language: text.language,
    minutes: rules.minutes(subject),
    ...rules.teaser(subject),
  };
}

/** Presents a row as a whole entry, for members; `media` are the signed addresses of a video. */
export function presentEntry(
  row: EntryRow,
  tagNames: ReadonlyMap<string, string>,
  media: Entry["media"] | null,
): Entry {
  const teaser = presentTeaser(row, tagNames);
  return { ...teaser, body: row.body, ...row.text.details, ...(media && { media }) };
}
