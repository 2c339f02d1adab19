import type { Preview, Teaser } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { isKindShown } from "#shared/parts.ts";
import type { Portal } from "#api/portal.ts";
import { kindRules } from "#api/modules/library/kind-rules.ts";
import { openMedia, withOpenImages } from "#api/modules/library/media/signed-media.ts";
import { findEntryOrMoved, findLanguages, type EntryRow } from "./entry-store.ts";
import { freeExcerpt } from "./opening.ts";
import { presentEntry, presentTeaser } from "./present.ts";

function presentFree(row: EntryRow, language: Language): NonNullable<Preview["whole"]> {
  const entry = presentEntry(row, language);
  const media = openMedia(row);
  return { ...entry, body: withOpenImages(entry.body, row), ...(media && { media }) };
}

/** Returns the public part of an entry besides its teaser. */
export function openPart(
  row: Omit<EntryRow, "publishedAt" | "changedAt" | "firstSlug">,
): Omit<Preview, keyof Teaser | "languages"> {
  const { kind, slug, words, details, body, textDetails: text } = row;
  const rules = kindRules[kind];
  return {
    opening: freeExcerpt({ body, words }, rules.openWords),
    ...rules.preview({ slug, words, details, text }),
  };
}

/** Returns the public face of the published entry that has or had an address; null if there is none. Nothing behind the wall is in it. */
export async function publicPreview(
  { database, now, brand }: Pick<Portal, "database" | "now" | "brand">,
  key: { kind: ContentKind; slug: string; language: Language },
): Promise<Preview | null> {
  if (!isKindShown(brand, key.kind)) return null;
  const row = await findEntryOrMoved(database, { ...key, now: now() });
  if (!row) return null;
  const { details, authorSlug } = row;
  const written = await findLanguages(database, row);
  return {
    ...presentTeaser(row, row.tagNames, key.language),
    ...openPart(row),
    languages: brand.languages.filter((language) => written.includes(language)),
    ...(authorSlug !== null && { authorSlug }),
    ...(details.free && { whole: presentFree(row, key.language) }),
  };
}
