import { and, desc, eq, gt, inArray, isNull, lte, min } from "#api/infra/database/drizzle.ts";
import type { StoredEntry } from "#api/infra/content-folder/folder-sync.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { announcements } from "./schema.ts";

export type AnnouncementText = { title: Localised; body: Localised; publishedAt: Date };
export type AnnouncementRow = AnnouncementText & { id: string; changedAt: Date | null };

const shown = {
  id: announcements.id,
  title: announcements.title,
  body: announcements.body,
  publishedAt: announcements.publishedAt,
  changedAt: announcements.changedAt,
};

/** SQL condition: readers see it. */
const isPublished = (now: Date) =>
  and(isNull(announcements.withdrawnAt), lte(announcements.publishedAt, now));

/** Returns the published announcements that were not withdrawn, newest first. */
export const listPublished = (database: Database, now: Date): Promise<AnnouncementRow[]> =>
  database
    .select(shown)
    .from(announcements)
    .where(isPublished(now))
    .orderBy(desc(announcements.publishedAt), announcements.id);

/** Returns when the next scheduled announcement appears; null if there is none. */
export async function findNextPublication(database: Database, now: Date): Promise<Date | null> {
  const { publishedAt, withdrawnAt } = announcements;
  const [row] = await database
    .select({ next: min(publishedAt) })
    .from(announcements)
    .where(and(isNull(withdrawnAt), gt(publishedAt, now)));
  return row?.next ?? null;
}

/** Inserts an announcement that an admin wrote. */
export const insertAnnouncement = (database: Database, row: AnnouncementRow) =>
  database.insert(announcements).values({ ...row, origin: "portal" });

export async function findPublished(database: Database, id: string, now: Date) {
  const [row] = await database
    .select({ ...shown, revision: announcements.revision })
    .from(announcements)
    .where(and(eq(announcements.id, id), isPublished(now)));
  return row;
}

/** Changes an announcement of this revision, else undefined. The folder's becomes the portal's own. */
export async function change(
  database: Database,
  { id, revision, now }: { id: string; revision: number; now: Date },
  values: Pick<AnnouncementRow, "title" | "body"> & { publishedAt?: Date },
): Promise<AnnouncementRow | undefined> {
  const [row] = await database
    .update(announcements)
    .set({
      ...values,
      changedAt: now,
      revision: revision + 1,
      origin: "portal",
      sourceHash: null,
    })
    .where(and(eq(announcements.id, id), eq(announcements.revision, revision), isPublished(now)))
    .returning(shown);
  return row;
}

/** Withdraws an announcement. Returns false if there is none, or none that was not withdrawn. */
export async function withdraw(database: Database, id: string, now: Date): Promise<boolean> {
  const withdrawn = await database
    .update(announcements)
    .set({ withdrawnAt: now })
    .where(and(eq(announcements.id, id), isNull(announcements.withdrawnAt)))
    .returning({ id: announcements.id });
  return withdrawn.length > 0;
}

export const findStored = (database: Database, ids: string[]): Promise<StoredEntry[]> =>
  database
    .select({
      key: announcements.id,
      origin: announcements.origin,
      sourceHash: announcements.sourceHash,
    })
    .from(announcements)
    .where(inArray(announcements.id, ids));

/** Returns the ids of the announcements that the folder brought and nobody withdrew. */
export async function listFolderIds(database: Database): Promise<string[]> {
  const { id, origin, withdrawnAt } = announcements;
  const rows = await database
    .select({ id })
    .from(announcements)
    .where(and(eq(origin, "folder"), isNull(withdrawnAt)));
  return rows.map((row) => row.id);
}

type FolderAnnouncement = { key: string; sourceHash: string; value: AnnouncementText };

/** Writes announcements of the folder; withdrawn ones stay withdrawn. Returns their number. */
export const saveFromFolder = (database: Database, entries: FolderAnnouncement[]) =>
  withContentLock(database, async (transaction) => {
    const { withdrawnAt: _keep, ...values } = insertedValues(announcements);
    const written = await transaction
      .insert(announcements)
      .values(
        entries.map(({ key, sourceHash, value }) => ({
          ...value,
          id: key,
          sourceHash,
          origin: "folder" as const,
        })),
      )
      .onConflictDoUpdate({
        target: announcements.id,
        set: values,
        setWhere: eq(announcements.origin, "folder"),
      })
      .returning({ id: announcements.id });
    return written.length;
  });

/** Removes the folder's announcements, but for withdrawn ones: they must not come back. Returns their number. */
export async function removeFromFolder(database: Database, ids: string[]): Promise<number> {
  const { id, origin, withdrawnAt } = announcements;
  const removed = await database
    .delete(announcements)
    .where(and(inArray(id, ids), eq(origin, "folder"), isNull(withdrawnAt)))
    .returning({ id });
  return removed.length;
}
