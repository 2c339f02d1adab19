import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import {
  binDays,
  deleteEntry,
  getRevision,
  listRevisions,
  moveEntry,
  restoreEntry,
  restoreRevision,
  takeOverEntry,
  withdrawEntry,
} from "#shared/api/studio.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { dayMs } from "#shared/durations.ts";
import { languages, leadLanguage } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { contentFolderOf } from "#api/infra/content-folder/content-folder.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, isNotNull, lt, sql, type PgColumn } from "#api/infra/database/drizzle.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { openMediaStorage, storedName } from "#api/infra/media-storage/open-media-storage.ts";
import type { Portal, PortalModule } from "#api/portal.ts";
import { users } from "#api/modules/accounts/module.ts";
import {
  type EntryKey,
  firstSlugAt,
  mediaOf,
  recordEntryAct,
} from "#api/modules/library/entries/stored-entries.ts";
import { captionsFile, pathInFolder } from "#api/modules/library/media/media-files.ts";
import {
  contentEntries,
  contentRedirects,
  studioDrafts,
  studioRevisions,
} from "#api/modules/library/schema.ts";
import { removeRedirectsTo } from "#api/modules/redirects/module.ts";
import type { Files } from "./draft-worker.ts";
import { entryAnswers } from "./present.ts";
import { endPreview } from "./preview-store.ts";
import {
  addFiles,
  isKey,
  isTaken,
  requireBoth,
  requireWritable,
  saveWorkingCopy,
  workingCopyOf,
  writeDraft,
  leadText,
  titleIn,
} from "./working-copy.ts";

const entries = contentEntries;
const drafts = studioDrafts;
const versions = studioRevisions;

const revisionColumns = { id: versions.id, at: versions.at, by: users.name, draft: versions.draft };

/** Returns the published versions of an entry, the newest first. */
const findRevisions = ({ database, brand }: Portal, key: EntryKey) =>
  database
    .select({
      ...revisionColumns,
      draft: sql<null>`null`,
      title: titleIn(versions.draft, leadLanguage(brand.languages)),
    })
    .from(versions)
    .leftJoin(users, eq(users.id, versions.userId))
    .where(isKey(versions, key))
    .orderBy(desc(versions.at), desc(versions.id));

async function findRevision(database: Database, { id, ...key }: EntryKey & { id: string }) {
  const [row] = await database
    .select({ ...revisionColumns, files: versions.files })
    .from(versions)
    .leftJoin(users, eq(users.id, versions.userId))
    .where(and(isKey(versions, key), eq(versions.id, id)));
  return row ?? null;
}

/** The versions that readers saw. */
function serveHistory(app: FastifyInstance): void {
  const { portal } = app;
  const { database, now } = portal;
  const { entry } = entryAnswers(portal);

  serve(app, listRevisions, async ({ params }) => {
    await requireBoth(database, params);
    const rows = await findRevisions(portal, params);
    return {
      items: rows.map(({ id, at, by, title }) => ({ id, at: at.toISOString(), by, title })),
    };
  });

  const require = async (key: EntryKey & { id: string }) => {
    const found = await findRevision(database, key);
    if (!found) throw new ApiError("not-found");
    return found;
  };

  serve(app, getRevision, async ({ params }) => {
    const { id, at, by, draft } = await require(params);
    const { title } = leadText(draft, portal.brand.languages)?.front ?? {};
    return { id, at: at.toISOString(), by, title: typeof title === "string" ? title : "", draft };
  });

  serve(app, restoreRevision, async ({ params: { id, ...key }, body: { revision } }, request) => {
    const { userId } = requireAdmin(request);
    const { draft, files } = await require({ ...key, id });
    await database.transaction(async (tx) => {
      if ((await requireBoth(tx, key)).row?.isChanged) {
        const act = { act: "draft-discarded", at: now(), actor: actorOf(request) } as const;
        await recordEntryAct(tx, key, act);
      }
      await saveWorkingCopy(portal, tx, { ...key, userId }, { revision, draft });
      // Pictures that the present version no longer shows.
      await addFiles(portal, tx, { ...key, userId }, () => files);
    });
    return entry(request, key);
  });
}

/** Withdraws an entry: it does not appear, and is not mailed when it would have. */
async function withdraw(
  database: Database,
  key: EntryKey,
  modules: readonly PortalModule[],
): Promise<void> {
  await database.update(entries).set({ publishedAt: null }).where(isKey(entries, key));
  await endPreview(database, key);
  for (const { entryWithdrawn } of modules) await entryWithdrawn?.(database);
}

/** Makes an entry of the content folder the portal's own: stores its files of media, and leaves it to syncs no longer. */
async function takeOver(
  { database, config }: Pick<Portal, "database" | "config">,
  key: EntryKey,
  record: (tx: Database) => Promise<void>,
): Promise<void> {
  const { stored } = await requireBoth(database, key);
  if (stored?.origin !== "folder") return;
  const storage = openMediaStorage(config);
  const files: Files = {};
  for (const [name, there] of Object.entries(mediaOf(key.slug, stored.details))) {
    const folder = join(contentFolderOf(config), key.kind, key.slug);
    const path = await pathInFolder(folder, name);
    files[name] = there ?? (await storedName(path));
    if (there === null) await storage.store(path, files[name]);
  }
  await withContentLock(database, async (tx) => {
    const { stored: still } = await requireBoth(tx, key);
    // The folder has changed it meanwhile: its files may be others.
    if (still?.sourceHash !== stored.sourceHash) throw new ApiError("conflict");
    const details = { ...stored.details, stored: files };
    const own = { details, origin: "portal", sourceHash: null, importId: null } as const;
    await tx.update(entries).set(own).where(isKey(entries, key));
    await record(tx);
  });
}

/** Renames files of an entry, also in its working copy and its versions. */
async function renameFiles(
  transaction: Database,
  key: EntryKey,
  names: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  const renamed = (column: PgColumn) => {
    const from = sql`${column}::text`;
    return sql`${names.reduce((text, [name, to]) => sql`replace(${text}, ${`"${name}"`}, ${`"${to}"`})`, from)}::jsonb`;
  };
  const { files } = drafts;
  await transaction
    .update(drafts)
    .set({ files: renamed(files) })
    .where(isKey(drafts, key));
  await transaction
    .update(versions)
    .set({ files: renamed(versions.files) })
    .where(isKey(versions, key));
  await transaction
    .update(entries)
    .set({ details: renamed(entries.details) })
    .where(isKey(entries, key));
}

/** Writes the address of an entry that moved into those that name it, and into their working copies. */
async function moveReferences(transaction: Database, from: string, to: string): Promise<void> {
  await transaction
    .update(entries)
    .set({ related: sql`array_replace(${entries.related}, ${from}, ${to})` })
    .where(sql`${entries.related} @> array[${from}]::text[]`);
  const related = sql`${drafts.draft} #> '{metadata,related}'`;
  const moved = sql`replace((${related})::text, ${`"${from}"`}, ${`"${to}"`})::jsonb`;
  await transaction
    .update(drafts)
    .set({
      draft: sql`jsonb_set(${drafts.draft}, '{metadata,related}', ${moved})`,
      revision: sql`${drafts.revision} + 1`,
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
  await transaction.update(drafts).set({ slug: to }).where(isKey(drafts, key));
  const moved = await transaction
    .update(entries)
    .set({
      slug: to,
      firstSlug: sql`case when ${entries.appearedAt} is null then ${firstSlugAt({ kind, slug: to }, now)}
        else coalesce(${entries.firstSlug}, ${entries.slug}) end`,
    })
    .where(isKey(entries, key))
    .returning({ appearedAt: entries.appearedAt, publishedAt: entries.publishedAt });
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

/** Gives an entry another address. Rejects with 409 `slug-taken`. */
async function moveTo(
  tx: Database,
  { kind, slug }: EntryKey,
  { to, now }: { to: string; now: Date },
): Promise<void> {
  const both = await requireBoth(tx, { kind, slug });
  requireWritable(both);
  if (await isTaken(tx, { kind, slug: to })) throw new ApiError("slug-taken");
  await moveRows(tx, { kind, slug }, { to, now });
  // Captions are named after their video.
  const names = languages.map(
    (language) => [captionsFile(slug, language), captionsFile(to, language)] as const,
  );
  if (kind === "videos") await renameFiles(tx, { kind, slug: to }, names);
}

/** What is done to an entry as a whole. */
function serveActs(app: FastifyInstance, modules: readonly PortalModule[]): void {
  const { portal } = app;
  const { database, now } = portal;
  const { entry } = entryAnswers(portal);

  serve(app, withdrawEntry, async ({ params }, request) => {
    await withContentLock(database, async (tx) => {
      const both = await requireBoth(tx, params);
      requireWritable(both);
      if (!both.stored?.publishedAt) return;
      await withdraw(tx, params, modules);
      await recordEntryAct(tx, params, {
        act: "content-withdrawn",
        at: now(),
        actor: actorOf(request),
      });
    });
    return entry(request, params);
  });

  serve(app, deleteEntry, async ({ params }, request) => {
    const { userId } = requireAdmin(request);
    await withContentLock(database, async (tx) => {
      const both = await requireBoth(tx, params);
      requireWritable(both);
      await withdraw(tx, params, modules);
      await writeDraft(tx, params, both, {
        draft: workingCopyOf(both).draft,
        deletedAt: now(),
        editedAt: now(),
        editedBy: userId,
      });
      await recordEntryAct(tx, params, {
        act: "content-deleted",
        at: now(),
        actor: actorOf(request),
      });
    });
    return entry(request, params);
  });

  serve(app, restoreEntry, async ({ params }, request) => {
    const { userId } = requireAdmin(request);
    await database.transaction(async (tx) => {
      const both = await requireBoth(tx, params);
      if (!both.row?.deletedAt) throw new ApiError("conflict");
      // As a draft.
      await writeDraft(tx, params, both, { deletedAt: null, editedAt: now(), editedBy: userId });
      await recordEntryAct(tx, params, {
        act: "content-restored",
        at: now(),
        actor: actorOf(request),
      });
    });
    return entry(request, params);
  });

  serve(app, takeOverEntry, async ({ params }, request) => {
    await takeOver(portal, params, (tx) =>
      recordEntryAct(tx, params, { act: "content-taken-over", at: now(), actor: actorOf(request) }),
    );
    return entry(request, params);
  });

  serve(app, moveEntry, async ({ params, body: { slug } }, request) => {
    if (slug === params.slug) return params;
    const { kind } = params;
    await withContentLock(database, async (tx) => {
      await moveTo(tx, params, { to: slug, now: now() });
      for (const { entryMoved } of modules) {
        await entryMoved?.(tx, { kind, from: params.slug, to: slug });
      }
      await recordEntryAct(tx, params, {
        act: "content-moved",
        at: now(),
        actor: actorOf(request),
        details: { to: `${kind}/${slug}` },
      });
    });
    return { kind, slug };
  });
}

const purgeJob = defineJob({
  name: "library.purge-bin",
  payload: z.object({}),
  singleton: true,
  schedule: "47 2 * * *",
});

/** Deletes what has been in the bin since before a time. Returns its addresses. */
async function purgeBin(transaction: Database, before: Date) {
  const gone = await transaction
    .delete(drafts)
    .where(and(isNotNull(drafts.deletedAt), lt(drafts.deletedAt, before)))
    .returning({ kind: drafts.kind, slug: drafts.slug });
  for (const { kind, slug } of gone) {
    await transaction.delete(entries).where(isKey(entries, { kind, slug }));
    await transaction
      .delete(contentRedirects)
      .where(and(eq(contentRedirects.kind, kind), eq(contentRedirects.to, slug)));
  }
  await removeRedirectsTo(transaction, gone);
  return gone as { kind: ContentKind; slug: string }[];
}

/** Registers the daily job that deletes what has been in the bin for 30 days; their media go with the unused ones. */
export function handlePurge({ jobs, database, now }: Portal): void {
  jobs.handle(purgeJob, async () => {
    const before = new Date(now().getTime() - binDays * dayMs);
    await withContentLock(database, (tx) => purgeBin(tx, before));
  });
}

/** Published versions, and what is done to an entry as a whole, for admins (docs/decisions/0051-studio.md). */
export default async function entryActRoutes(
  app: FastifyInstance,
  { modules }: { modules: readonly PortalModule[] },
): Promise<void> {
  serveHistory(app);
  serveActs(app, modules);
}
