import { binDays, type StudioEntry } from "#shared/api/studio.ts";
import { dayMs } from "#shared/durations.ts";
import type { Language } from "#shared/languages.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { memoizedSigningKey } from "#api/infra/signed-addresses.ts";
import type { Portal } from "#api/portal.ts";
import type { EntryKey } from "#api/modules/library/entries/stored-entries.ts";
import type { AddressOf } from "#api/modules/library/media/signed-media.ts";
import { studioAddressOf } from "./draft-media-routes.ts";
import { findItem, presentItem } from "./list.ts";
import { findPreview } from "./preview-store.ts";
import {
  checkWorking,
  requireBoth,
  revisionOf,
  textTimesOf,
  workingCopyOf,
  workingOf,
  type Both,
} from "./working-copy.ts";

/** Presents the problems that prevent publishing a working copy, in the caller's language. */
export async function presentProblems(
  portal: Pick<Portal, "database" | "brand">,
  both: Both,
  { language, ...key }: EntryKey & { language: Language },
) {
  const { problems } = await checkWorking(portal, workingCopyOf(both), key);
  const t = textsIn(language);
  return Object.entries(problems).map(([place, message]) => ({ place, message: t(message) }));
}

/** Presents to a user who edited a working copy last, and when. */
export const presentEdited = ({ row, editor }: Both, userId: string) =>
  row && { by: editor, at: row.editedAt.toISOString(), isOwn: row.editedBy === userId };

/** Presents an entry to those who write it. */
async function presentStudioEntry(
  portal: Pick<Portal, "database" | "brand">,
  {
    item,
    both,
    userId,
    language,
    now,
    addressOf,
  }: {
    item: NonNullable<Awaited<ReturnType<typeof findItem>>>;
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
  const { languages: _languages, ...shown } = presentItem(item, portal.brand);
  const preview = await findPreview(portal.database, { kind, slug }, now);
  return {
    ...shown,
    draft,
    revision: revisionOf(both),
    edited: presentEdited(both, userId),
    published: stored?.appearedAt ? workingOf(stored).draft : null,
    problems: await presentProblems(portal, both, { kind, slug, language }),
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

type AdminRequest = Parameters<typeof requireAdmin>[0];

/** Returns functions that sign the addresses of an entry's files and compose the answer with the present entry. */
export function entryAnswers(portal: Portal) {
  const { database, now } = portal;
  const signingKey = memoizedSigningKey(database);
  const addresses = async (request: AdminRequest, key: EntryKey) =>
    studioAddressOf(key, {
      key: await signingKey(),
      session: requireAdmin(request).id,
      now: now(),
    });
  const entry = async (request: AdminRequest, key: EntryKey): Promise<StudioEntry> => {
    const item = await findItem(portal, key, now());
    const both = await requireBoth(database, key);
    if (!item) throw new ApiError("not-found");
    const { language } = request;
    const addressOf = await addresses(request, key);
    const { userId } = requireAdmin(request);
    return presentStudioEntry(portal, { item, both, userId, language, now: now(), addressOf });
  };
  return { addresses, entry };
}
