import { isDeepStrictEqual } from "node:util";
import type { Draft } from "#shared/api/studio.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, sql, type PgColumn } from "#api/infra/database/drizzle.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { limitedThread } from "#api/infra/markdown/limited-thread.ts";
import { isPlain, isRenderable } from "#api/infra/markdown/render-markdown.ts";
import { bodySchema } from "#api/infra/content-folder/text-rules.ts";
import { leadLanguage, standInLanguage, type Language } from "#shared/languages.ts";
import type { Portal } from "#api/portal.ts";
import { users } from "#api/modules/accounts/module.ts";
import {
  type EntryKey,
  fieldsOf,
  findContent,
  type StoredContent,
} from "#api/modules/library/entries/stored-entries.ts";
import {
  contentEntries,
  contentTags,
  studioDrafts,
  type studioRevisions,
} from "#api/modules/library/schema.ts";
import checkDraft, {
  captionsOf,
  textsOf,
  type CheckedDraft,
  type DraftTask,
  type Files,
} from "./draft-worker.ts";

/*
 * An entry has what readers see and at most one working copy. Saves are compared and set by their revision, so that none
 * overwrites another one; publishing makes the working copy the readers' version in one transaction
 * (docs/decisions/0051-studio.md).
 */

/** Who does something, and to which entry. */
export type Act = EntryKey & { userId: string };

/** An entry while it is written, with its files. */
type Working = { draft: Draft; files: Files };

const drafts = studioDrafts;

/** SQL: whether a row is that of an entry. */
export const isKey = (
  table: typeof drafts | typeof contentEntries | typeof studioRevisions,
  { kind, slug }: EntryKey,
) => and(eq(table.kind, kind), eq(table.slug, slug));

export type DraftRow = typeof drafts.$inferSelect;

/** Returns the published entry and its working copy; null if there is neither. */
export async function findBoth(database: Database, key: EntryKey) {
  const [row] = await database
    .select({ draft: drafts, editor: users.name })
    .from(drafts)
    .leftJoin(users, eq(users.id, drafts.editedBy))
    .where(isKey(drafts, key));
  const stored = await findContent(database, key);
  if (!row && !stored) return null;
  return { stored, row: row?.draft ?? null, editor: row?.editor ?? null };
}

export type Both = NonNullable<Awaited<ReturnType<typeof findBoth>>>;

/** Returns an entry with its working copy. Rejects with 404 if there is neither. */
export async function requireBoth(database: Database, key: EntryKey): Promise<Both> {
  const both = await findBoth(database, key);
  if (!both) throw new ApiError("not-found");
  return both;
}

/** Returns an entry as it is stored in the form in which it is written. */
export function workingOf(stored: Omit<StoredContent, "publishedAt">): Working {
  const { metadata, texts } = fieldsOf(stored);
  const all = texts.map(({ language, ...text }) => [language, text]);
  const { captions } = stored.details;
  return {
    draft: {
      metadata: { ...metadata, ...(captions && { captions }) },
      texts: Object.fromEntries(all),
    },
    files: stored.details.stored ?? {},
  };
}

/** Returns the text of a working copy in the language that none of the portal may lack, or else the one that stands in; undefined while there is none. */
export const leadText = ({ texts }: Draft, portal: readonly Language[]) =>
  texts[leadLanguage(portal)] ?? texts[standInLanguage(texts, portal)];

/** SQL: the title of a working copy in a language, or else of the text that stands in; empty while there is none. */
export const titleIn = (draft: PgColumn, language: Language) => sql<string>`coalesce(
  ${draft} #>> array['texts', ${language}::text, 'front', 'title'], ${draft} #>> '{texts,en,front,title}',
  (select min(written.value #>> '{front,title}') from jsonb_each(${draft} -> 'texts') as written), '')`;

/** Returns the working copy, else the published entry, with the files of both. */
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

/** Writes a working copy that is new. Returns false if there is one by now. */
export async function insertDraft(database: Database, row: DraftRow): Promise<boolean> {
  const inserted = await database
    .insert(drafts)
    .values(row)
    .onConflictDoNothing()
    .returning({ slug: drafts.slug });
  return inserted.length > 0;
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
  if (both.row) {
    const updated = await database
      .update(drafts)
      .set(next)
      .where(and(isKey(drafts, key), eq(drafts.revision, revision)))
      .returning({ slug: drafts.slug });
    if (updated.length === 0) throw new ApiError("conflict");
    return revision + 1;
  }
  const isInserted = await insertDraft(database, {
    ...key,
    draft: workingCopyOf(both).draft,
    files: {},
    isChanged: false,
    editedBy: null,
    textsChangedAt: textTimesOf(both),
    deletedAt: null,
    ...next,
  });
  if (!isInserted) throw new ApiError("conflict");
  return revision + 1;
}

/** Returns a value without what PostgreSQL cannot store: NUL, and halves of characters. */
function storable<T>(value: T): T {
  const clean = (text: string) => text.replaceAll("\0", "").toWellFormed();
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === "string") return clean(one);
    if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, field]) => [clean(name), field]));
  });
  return JSON.parse(text) as T; // the same value but for these characters
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
  { now }: Pick<Portal, "now">,
  database: Database,
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
  { now }: Pick<Portal, "now">,
  database: Database,
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
    // Whatever its revision: pictures arrive while texts are saved.
    await tx
      .update(drafts)
      .set({ files: sql`${drafts.files} || ${JSON.stringify(files)}::jsonb` })
      .where(isKey(drafts, key));
    return files;
  });

/** Whether files replace some of those before, as captions do, or are among `offered` ones that were missing. */
export const changesFiles = (before: Files, files: Files, offered: readonly string[]): boolean =>
  Object.entries(files).some(
    ([name, file]) => before[name] !== file && (name in before || offered.includes(name)),
  );

/** Whether a working copy has other files than readers have. */
const replacesFiles = ({ stored, row }: Both, draft: Draft): boolean =>
  stored !== null &&
  changesFiles(stored.details.stored ?? {}, row?.files ?? {}, captionsOf(draft, stored.slug));

/** Returns whether an entry or a working copy has an address. */
export async function isTaken(database: Database, key: EntryKey): Promise<boolean> {
  const entry = contentEntries;
  const [found] = await database.select({ slug: entry.slug }).from(entry).where(isKey(entry, key));
  const [written] = await database
    .select({ slug: drafts.slug })
    .from(drafts)
    .where(isKey(drafts, key));
  return Boolean(found ?? written);
}

const inThread = limitedThread<CheckedDraft>(new URL("draft-worker.ts", import.meta.url));

/** Characters of a working copy that is checked in a moment. Most are shorter. */
const short = 20_000;

/** Returns the problems that prevent publishing a working copy in the languages of the portal, or its rows. */
export async function checkWorking(
  { database, brand }: Pick<Portal, "database" | "brand">,
  { draft, files }: Working,
  { kind, slug }: EntryKey,
  kept: DraftTask["kept"] = [],
): Promise<CheckedDraft> {
  const texts = textsOf(draft);
  const tooComplex: DraftTask["tooComplex"][number][] = [];
  for (const [language, { body }] of texts) {
    if (bodySchema.safeParse(body).success && !(await isRenderable(body)))
      tooComplex.push(language);
  }
  const tags = await database.select({ id: contentTags.id }).from(contentTags);
  const tagIds = tags.map(({ id }) => id);
  const portalLanguages = brand.languages;
  const task = { kind, slug, draft, files, tagIds, tooComplex, portalLanguages, kept };
  const isShort = JSON.stringify(draft).length <= short;
  return isShort && texts.every(([, { body }]) => isPlain(body))
    ? checkDraft(task)
    : inThread(task);
}
