import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Draft } from "#shared/api/studio.ts";
import type { Language } from "#shared/languages.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Portal } from "#api/portal.ts";
import { forgetWithdrawn } from "#api/modules/library/entry-mail/entry-mail-store.ts";
import { writeEntries, type EntryKey } from "#api/modules/library/entries/write-store.ts";
import {
  captionsOf,
  entryOf,
  problemsOf,
  storable,
  workingOf,
  type Files,
  type Working,
} from "./draft.ts";
import { textsOf } from "./draft-worker.ts";
import { endPreview } from "./preview-store.ts";
import {
  addFile,
  findBoth,
  findRevisions,
  insertDraft,
  insertRevision,
  listTagIds,
  updateDraft,
  withdraw,
  type Both,
  type DraftRow,
} from "./studio-store.ts";

/*
 * An entry has what readers see and at most one working copy. Saves are compared and set by their revision, so that none
 * overwrites another one; publishing makes the working copy the readers' version in one transaction
 * (docs/decisions/0051-studio.md).
 */

/** What of a portal the studio needs. */
export type Ground = Pick<Portal, "database" | "now">;

/** Who does something, and to which entry. */
export type Act = EntryKey & { userId: string };

/** Returns an entry with its working copy. Rejects with 404 if there is neither. */
export async function requireBoth(database: Database, key: EntryKey): Promise<Both> {
  const both = await findBoth(database, key);
  if (!both) throw new ApiError("not-found");
  return both;
}

/** Returns what is written now: the working copy, else what readers see, with all files that either has. */
export function workingCopyOf({ stored, row }: Pick<Both, "stored" | "row">): Working {
  const read = stored && workingOf(stored);
  const files = { ...read?.files, ...row?.files };
  const draft = row && (row.isChanged || !read) ? row.draft : read?.draft;
  if (!draft) throw new ApiError("not-found");
  return { draft, files };
}

export const revisionOf = ({ row }: Pick<Both, "row">): number => row?.revision ?? 0;

/** Returns when the text of each language was changed last in the studio. */
export function textTimesOf({ stored, row }: Pick<Both, "stored" | "row">) {
  if (row && (row.isChanged || !stored)) return row.textsChangedAt;
  const times: DraftRow["textsChangedAt"] = {};
  for (const { language, changedAt } of stored?.texts ?? []) {
    if (changedAt) times[language] = changedAt.toISOString();
  }
  return times;
}

/** Throws 409 for what is not written here: an entry of the content folder, or in the bin. */
export function requireWritable({ stored, row }: Pick<Both, "stored" | "row">): void {
  if (stored?.origin === "folder" || row?.deletedAt) throw new ApiError("read-only");
}

/** Writes a working copy in place of a revision. Throws 409 `conflict` if it has another one by now. */
export async function writeDraft(
  database: Database,
  key: EntryKey,
  both: Pick<Both, "stored" | "row">,
  changes: Partial<DraftRow> & Pick<DraftRow, "editedAt">,
): Promise<number> {
  const revision = revisionOf(both);
  const next = { ...changes, revision: revision + 1 };
  const isWritten = both.row
    ? await updateDraft(database, { ...key, revision }, next)
    : await insertDraft(database, {
        ...key,
        draft: workingCopyOf(both).draft,
        files: {},
        isChanged: false,
        editedBy: null,
        textsChangedAt: textTimesOf(both),
        deletedAt: null,
        ...next,
      });
  if (!isWritten) throw new ApiError("conflict");
  return revision + 1;
}

/** Returns the times of the texts, with a new one for those that differ. */
function newTimes(both: Pick<Both, "stored" | "row">, before: Draft, after: Draft, now: Date) {
  const times = { ...textTimesOf(both) };
  for (const [language, text] of textsOf(after)) {
    if (!isDeepStrictEqual(text, before.texts[language])) times[language] = now.toISOString();
  }
  return times;
}

/** Saves a working copy; the same one twice is saved once. Rejects with 409 `conflict`, or `read-only`. */
export async function saveWorkingCopy(
  { database, now }: Ground,
  { userId, ...key }: Act,
  { revision, draft }: { revision: number; draft: Draft },
): Promise<Both> {
  const both = await requireBoth(database, key);
  requireWritable(both);
  const after = storable(draft);
  const { draft: before } = workingCopyOf(both);
  if (isDeepStrictEqual(after, before)) return both;
  if (revision !== revisionOf(both)) throw new ApiError("conflict");
  const { stored } = both;
  await writeDraft(database, key, both, {
    draft: after,
    isChanged:
      !stored || replacesFiles(both, after) || !isDeepStrictEqual(after, workingOf(stored).draft),
    editedAt: now(),
    editedBy: userId,
    textsChangedAt: newTimes(both, before, after, now()),
  });
  return requireBoth(database, key);
}

/**
 * Adds stored files to a working copy while it may be written: it stays the same revision. One that readers would see in place of
 * another, or where there was none, such as captions, is a change. Returns the files as they were added.
 *
 * @param filesBeside returns them by their names, which must fit those that the entry has by then
 */
export const addFiles = (
  { database, now }: Ground,
  { userId, ...key }: Act,
  filesBeside: (taken: Files) => Files,
): Promise<Files> =>
  // While nobody removes files that no entry names.
  withContentLock(database, async (tx) => {
    const both = await requireBoth(tx, key);
    requireWritable(both);
    const { draft, files: before } = workingCopyOf(both);
    const files = filesBeside(before);
    const replaces = changesFiles(before, files, captionsOf(draft, key.slug));
    if (replaces || !both.row) {
      const change = replaces && { draft, isChanged: true };
      await writeDraft(tx, key, both, { ...change, editedAt: now(), editedBy: userId });
    }
    await addFile(tx, key, files);
    return files;
  });

/** Whether files replace some of those before, as captions do, or are among `offered` ones that were missing. */
const changesFiles = (before: Files, files: Files, offered: readonly string[]): boolean =>
  Object.entries(files).some(
    ([name, file]) => before[name] !== file && (name in before || offered.includes(name)),
  );

/** Whether a working copy has other files than readers have. */
const replacesFiles = ({ stored, row }: Both, draft: Draft): boolean =>
  stored !== null &&
  changesFiles(stored.details.stored ?? {}, row?.files ?? {}, captionsOf(draft, stored.slug));

/** Keeps what readers saw before it was first published here, so that it can be compared and restored. */
async function keepFormer(tx: Database, key: EntryKey, { stored }: Both, now: Date) {
  if (!stored?.publishedAt || stored.publishedAt > now) return;
  if ((await findRevisions(tx, key)).length > 0) return;
  const { publishedAt: at } = stored;
  await insertRevision(tx, { ...key, id: randomUUID(), at, userId: null, ...workingOf(stored) });
}

/** Throws 400 if an entry that readers see would disappear: it is withdrawn first. */
function timeOf({ stored }: Both, wanted: Date | "now" | null, now: Date): Date | null {
  const seen = stored?.publishedAt && stored.publishedAt <= now ? stored.publishedAt : null;
  if (wanted === "now") return seen ?? now;
  if (seen) throw new ApiError("validation", { fields: { at: "forms:invalid" } });
  return wanted;
}

/** Whether readers see all that was written: whoever got no answer to a publication asks for it again. */
const isPublishedAsIs = ({ stored, row }: Both, now: Date) =>
  Boolean(stored?.publishedAt && stored.publishedAt <= now && !row?.isChanged);

/**
 * Makes a working copy what readers see, at once or from a time on; null: what reviewers read. Rejects with 400 that names
 * what is wrong in it, 409 `conflict`, or `read-only`.
 */
export async function publish(
  { database, now }: Ground,
  { userId, ...key }: Act,
  {
    revision,
    at,
    onPublished,
  }: {
    revision: number;
    at: Date | "now" | null;
    /** Called in the transaction once readers see it or will, with what they saw before. */
    onPublished: (tx: Database, before: Draft | null, after: Draft) => Promise<void>;
  },
): Promise<void> {
  // Before the transaction: parsing a long text takes a moment in which nobody else could write.
  const seen = await requireBoth(database, key);
  requireWritable(seen);
  if (revision !== revisionOf(seen)) throw new ApiError("conflict");
  if (at === "now" && isPublishedAsIs(seen, now())) return;
  const working = workingCopyOf(seen);
  const fields = await problemsOf(working, { ...key, tagIds: await listTagIds(database) });
  if (Object.keys(fields).length > 0) throw new ApiError("validation", { fields });
  const time = now();
  const publishedAt = timeOf(seen, at, time);
  const value = await entryOf(working, key, publishedAt);
  const times = textTimesOf(seen);
  const changedAt = (language: Language) => (times[language] ? new Date(times[language]) : null);
  const texts = value.texts.map((text) => ({ ...text, changedAt: changedAt(text.language) }));
  await withContentLock(database, async (tx) => {
    const both = await requireBoth(tx, key);
    requireWritable(both);
    const still = workingCopyOf(both);
    // Also refused: an import or a sync that has replaced the text or its files meanwhile. Files that were only added change nothing.
    const isSame =
      revision === revisionOf(both) &&
      isDeepStrictEqual(still.draft, working.draft) &&
      !changesFiles(working.files, still.files, []);
    if (!isSame) throw new ApiError("conflict");
    await keepFormer(tx, key, both, time);
    await writeEntries(tx, [{ ...key, sourceHash: null, value: { ...value, texts } }], {
      origin: "portal",
      now: time,
    });
    await writeDraft(tx, key, both, {
      draft: working.draft,
      isChanged: false,
      editedAt: time,
      editedBy: userId,
    });
    if (publishedAt === null) return void (await forgetWithdrawn(tx));
    if (publishedAt <= time) await endPreview(tx, key);
    await insertRevision(tx, { ...key, id: randomUUID(), at: time, userId, ...working });
    await onPublished(tx, both.stored && workingOf(both.stored).draft, working.draft);
  });
}

/** Moves an entry to the bin: readers no longer see it. */
export async function moveToBin(tx: Database, { userId, ...key }: Act, now: Date): Promise<void> {
  const both = await requireBoth(tx, key);
  requireWritable(both);
  await withdraw(tx, key);
  await writeDraft(tx, key, both, {
    draft: workingCopyOf(both).draft,
    deletedAt: now,
    editedAt: now,
    editedBy: userId,
  });
}

/** Takes an entry out of the bin, as a draft. */
export async function takeOutOfBin(tx: Database, { userId, ...key }: Act, now: Date) {
  const both = await requireBoth(tx, key);
  if (!both.row?.deletedAt) throw new ApiError("conflict");
  await writeDraft(tx, key, both, { deletedAt: null, editedAt: now, editedBy: userId });
}
