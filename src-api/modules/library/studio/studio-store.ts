import type { ContentKind } from "#shared/content-kinds.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, isNotNull, lt, sql, type PgColumn } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import { forgetWithdrawn } from "#api/modules/library/entry-mail/entry-mail-store.ts";
import { firstSlugAt, type EntryKey } from "#api/modules/library/entries/write-store.ts";
import { findContent } from "#api/modules/library/export/export-store.ts";
import {
  contentEntries,
  contentTags,
  type EntryDetails,
  contentRedirects,
  studioDrafts,
  studioRevisions,
} from "#api/modules/library/schema.ts";
import type { Files } from "./draft.ts";
import { endPreview } from "./preview-store.ts";

const entry = contentEntries;
const draft = studioDrafts;
const version = studioRevisions;

const isKey = (table: typeof draft | typeof entry | typeof version, { kind, slug }: EntryKey) =>
  and(eq(table.kind, kind), eq(table.slug, slug));

export type DraftRow = typeof draft.$inferSelect;

/** Returns what readers see of an entry and its working copy; null if there is neither. */
export async function findBoth(database: Database, key: EntryKey) {
  const [row] = await database
    .select({ draft, editor: users.name })
    .from(draft)
    .leftJoin(users, eq(users.id, draft.editedBy))
    .where(isKey(draft, key));
  const stored = await findContent(database, key);
  if (!row && !stored) return null;
  return { stored, row: row?.draft ?? null, editor: row?.editor ?? null };
}

export type Both = NonNullable<Awaited<ReturnType<typeof findBoth>>>;

/** Writes a working copy that is new. Returns false if there is one by now. */
export async function insertDraft(database: Database, row: DraftRow): Promise<boolean> {
  const inserted = await database
    .insert(draft)
    .values(row)
    .onConflictDoNothing()
    .returning({ slug: draft.slug });
  return inserted.length > 0;
}

/** Changes a working copy that still has a revision. Returns false if it has another one by now. */
export async function updateDraft(
  database: Database,
  { revision, ...key }: EntryKey & { revision: number },
  changes: Partial<DraftRow>,
): Promise<boolean> {
  const updated = await database
    .update(draft)
    .set(changes)
    .where(and(isKey(draft, key), eq(draft.revision, revision)))
    .returning({ slug: draft.slug });
  return updated.length > 0;
}

/** Adds a file to a working copy, whatever its revision: pictures arrive while texts are saved. */
export const addFile = (database: Database, key: EntryKey, files: Files) =>
  database
    .update(draft)
    .set({ files: sql`${draft.files} || ${JSON.stringify(files)}::jsonb` })
    .where(isKey(draft, key));

/** Returns whether an entry or a working copy has an address. */
export async function isTaken(database: Database, key: EntryKey): Promise<boolean> {
  const [found] = await database.select({ slug: entry.slug }).from(entry).where(isKey(entry, key));
  const [written] = await database
    .select({ slug: draft.slug })
    .from(draft)
    .where(isKey(draft, key));
  return Boolean(found ?? written);
}

export async function listTagIds(database: Database): Promise<string[]> {
  const rows = await database.select({ id: contentTags.id }).from(contentTags);
  return rows.map(({ id }) => id);
}

/** Changes the details of an entry, and whose it is. */
export const setDetails = (
  database: Database,
  key: EntryKey,
  details: EntryDetails,
  origin?: "portal",
) =>
  database
    .update(entry)
    .set({ details, ...(origin && { origin, sourceHash: null, importId: null }) })
    .where(isKey(entry, key));

/** Renames files of an entry, also in its working copy and its versions. */
export async function renameFiles(
  transaction: Database,
  key: EntryKey,
  names: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  const renamed = (column: PgColumn) => {
    const from = sql`${column}::text`;
    return sql`${names.reduce((text, [name, to]) => sql`replace(${text}, ${`"${name}"`}, ${`"${to}"`})`, from)}::jsonb`;
  };
  const { files } = draft;
  await transaction
    .update(draft)
    .set({ files: renamed(files) })
    .where(isKey(draft, key));
  await transaction
    .update(version)
    .set({ files: renamed(version.files) })
    .where(isKey(version, key));
  await transaction
    .update(entry)
    .set({ details: renamed(entry.details) })
    .where(isKey(entry, key));
}

/** Withdraws an entry: it does not appear, and is not mailed when it would have. */
export async function withdraw(database: Database, key: EntryKey): Promise<void> {
  await database.update(entry).set({ publishedAt: null }).where(isKey(entry, key));
  await endPreview(database, key);
  await forgetWithdrawn(database);
}

export const insertRevision = (database: Database, row: typeof version.$inferInsert) =>
  database.insert(version).values(row);

const revisionColumns = { id: version.id, at: version.at, by: users.name, draft: version.draft };

/** Returns the published versions of an entry, the newest first. */
export const findRevisions = (database: Database, key: EntryKey) =>
  database
    .select({
      ...revisionColumns,
      draft: sql<null>`null`,
      title: sql<string>`coalesce(${version.draft} #>> '{texts,en,front,title}', '')`,
    })
    .from(version)
    .leftJoin(users, eq(users.id, version.userId))
    .where(isKey(version, key))
    .orderBy(desc(version.at), desc(version.id));

export async function findRevision(database: Database, { id, ...key }: EntryKey & { id: string }) {
  const [row] = await database
    .select({ ...revisionColumns, files: version.files })
    .from(version)
    .leftJoin(users, eq(users.id, version.userId))
    .where(and(isKey(version, key), eq(version.id, id)));
  return row ?? null;
}

/** Writes the address of an entry that moved into those that name it, and into their working copies. */
async function moveReferences(transaction: Database, from: string, to: string): Promise<void> {
  await transaction
    .update(entry)
    .set({ related: sql`array_replace(${entry.related}, ${from}, ${to})` })
    .where(sql`${entry.related} @> array[${from}]::text[]`);
  const related = sql`${draft.draft} #> '{metadata,related}'`;
  const moved = sql`replace((${related})::text, ${`"${from}"`}, ${`"${to}"`})::jsonb`;
  await transaction
    .update(draft)
    .set({
      draft: sql`jsonb_set(${draft.draft}, '{metadata,related}', ${moved})`,
      revision: sql`${draft.revision} + 1`,
    })
    .where(sql`${related} @> to_jsonb(${from}::text)`);
}

/**
 * Renames an entry and its draft, and redirects old slugs to the new one. An entry that readers cannot see gives its slug back
 * to the entry that had it before.
 */
export async function moveRows(
  transaction: Database,
  { kind, slug }: EntryKey,
  { to, now }: { to: string; now: Date },
): Promise<void> {
  const key = { kind, slug };
  await transaction.update(draft).set({ slug: to }).where(isKey(draft, key));
  const moved = await transaction
    .update(entry)
    .set({
      slug: to,
      firstSlug: sql`case when ${entry.appearedAt} is null then ${firstSlugAt({ kind, slug: to }, now)}
        else coalesce(${entry.firstSlug}, ${entry.slug}) end`,
    })
    .where(isKey(entry, key))
    .returning({ appearedAt: entry.appearedAt, publishedAt: entry.publishedAt });
  await moveReferences(transaction, `${kind}/${slug}`, `${kind}/${to}`);
  const { appearedAt, publishedAt } = moved[0] ?? {};
  if (!appearedAt) return; // nobody has its address
  const redirect = contentRedirects;
  const isOwn = and(eq(redirect.kind, kind), eq(redirect.to, slug));
  await transaction.delete(redirect).where(and(isOwn, eq(redirect.from, to)));
  await transaction.update(redirect).set({ to }).where(isOwn);
  const isSeen = publishedAt && publishedAt <= now;
  const row = transaction.insert(redirect).values({ kind, from: slug, to });
  await (isSeen
    ? row.onConflictDoUpdate({ target: [redirect.kind, redirect.from], set: { to } })
    : row.onConflictDoNothing());
}

/** Returns the present address of a published entry that had this one; null if none had. */
export async function findMoved(
  database: Database,
  { kind, slug }: EntryKey,
  now: Date,
): Promise<string | null> {
  const redirect = contentRedirects;
  const [row] = await database
    .select({ to: redirect.to })
    .from(redirect)
    .innerJoin(entry, and(eq(entry.kind, redirect.kind), eq(entry.slug, redirect.to)))
    .where(
      and(
        eq(redirect.kind, kind),
        eq(redirect.from, slug),
        sql`${entry.publishedAt} <= ${now.toISOString()}::timestamptz`,
      ),
    );
  return row?.to ?? null;
}

/** Deletes what has been in the bin since before a time. Returns its addresses. */
export async function purgeBin(transaction: Database, before: Date) {
  const gone = await transaction
    .delete(draft)
    .where(and(isNotNull(draft.deletedAt), lt(draft.deletedAt, before)))
    .returning({ kind: draft.kind, slug: draft.slug });
  for (const { kind, slug } of gone) {
    await transaction.delete(entry).where(isKey(entry, { kind, slug }));
    await transaction
      .delete(contentRedirects)
      .where(and(eq(contentRedirects.kind, kind), eq(contentRedirects.to, slug)));
  }
  return gone as { kind: ContentKind; slug: string }[];
}
