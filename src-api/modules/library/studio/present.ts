import { binDays, type ShownDraft, type StudioEntry, type StudioItem } from "#shared/api/studio.ts";
import { dayMs } from "#shared/durations.ts";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { EntryKey } from "#api/modules/library/entries/write-store.ts";
import { presentText, presentUndated } from "#api/modules/library/entries/present.ts";
import { openPart } from "#api/modules/library/entries/preview.ts";
import { listTags } from "#api/modules/library/export/export-store.ts";
import { mediaOf, withImages, type AddressOf } from "#api/modules/library/media/signed-media.ts";
import { entryOf, problemsOf, workingOf } from "./draft.ts";
import type { ItemRow } from "./list-store.ts";
import { findPreview } from "./preview-store.ts";
import { revisionOf, textTimesOf, workingCopyOf } from "./studio.ts";
import { listTagIds, type Both } from "./studio-store.ts";

export const presentItem = ({ hasPolish, latest: _latest, ...row }: ItemRow): StudioItem => ({
  ...row,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  editedAt: row.editedAt?.toISOString() ?? null,
  languages: hasPolish ? ["en", "pl"] : ["en"],
});

/** Presents what keeps a working copy from being published, in the caller's language. */
export async function presentProblems(
  database: Database,
  both: Both,
  { kind, slug, language }: EntryKey & { language: Language },
) {
  const tagIds = await listTagIds(database);
  const problems = await problemsOf(workingCopyOf(both), { kind, slug, tagIds });
  const t = textsIn(language);
  return Object.entries(problems).map(([place, key]) => ({ place, message: t(key) }));
}

/** Presents to a user who edited a working copy last, and when. */
export const presentEdited = ({ row, editor }: Both, userId: string) =>
  row && { by: editor, at: row.editedAt.toISOString(), isOwn: row.editedBy === userId };

/** Presents an entry to those who write it. */
export async function presentStudioEntry(
  database: Database,
  {
    item,
    both,
    userId,
    language,
    now,
    addressOf,
  }: {
    item: ItemRow;
    both: Both;
    /** Who asks. */
    userId: string;
    language: Language;
    now: Date;
    addressOf: AddressOf;
  },
): Promise<StudioEntry> {
  const { kind, slug } = item;
  const { row, stored } = both;
  const { draft, files } = workingCopyOf(both);
  const { languages: _languages, ...shown } = presentItem(item);
  const preview = await findPreview(database, { kind, slug }, now);
  return {
    ...shown,
    draft,
    revision: revisionOf(both),
    edited: presentEdited(both, userId),
    published: stored?.appearedAt ? workingOf(stored).draft : null,
    problems: await presentProblems(database, both, { kind, slug, language }),
    pictures: Object.fromEntries(
      [...Object.keys(files), ...(stored?.details.images ?? [])].map((name) => [
        name,
        addressOf(name),
      ]),
    ),
    textsChangedAt: textTimesOf(both),
    folder: item.isOfFolder ? `${kind}/${slug}` : null,
    previewUntil: preview?.until.toISOString() ?? null,
    purgedAt: row?.deletedAt
      ? new Date(row.deletedAt.getTime() + binDays * dayMs).toISOString()
      : null,
  };
}

/** Returns a working copy as its readers would see it: members, and anybody else. Rejects with 400 while it cannot be published. */
export async function presentDraft(
  database: Database,
  both: Both,
  { kind, slug, language, addressOf }: EntryKey & { language: Language; addressOf: AddressOf },
): Promise<ShownDraft> {
  const working = workingCopyOf(both);
  const tagNames = await listTags(database);
  const fields = await problemsOf(working, { kind, slug, tagIds: Object.keys(tagNames) });
  if (Object.keys(fields).length > 0) throw new ApiError("validation", { fields });
  const { texts, ...common } = await entryOf(working, { kind, slug }, null);
  const text =
    texts.find((one) => one.language === language) ??
    texts.find((one) => one.language === defaultLanguage);
  if (!text) throw new ApiError("not-found");
  const { details: textDetails, ...own } = text;
  const row = { ...common, ...own, kind, slug, textDetails, tagNames, authorSlug: null };
  const shown = presentText(row, language);
  const media = mediaOf(row, addressOf);
  const { poster, free } = row.details;
  const still = shown.video && poster && { video: { ...shown.video, poster: addressOf(poster) } };
  const body = withImages(shown.body, row, addressOf);
  const entry = { ...shown, body, ...(media && { media }), ...still };
  const preview = {
    ...presentUndated(row, tagNames, language),
    ...still,
    ...openPart(row),
    languages: texts.map((one) => one.language),
    ...(free && { whole: entry }),
  };
  return { entry, preview };
}
