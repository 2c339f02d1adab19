import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import {
  changeAnnouncement,
  getAnnouncementTexts,
  listAnnouncements,
  withdrawAnnouncement,
  writeAnnouncement,
  type Announcement,
  type writeAnnouncementSchema,
} from "#shared/api/announcements.ts";
import type { ActDetails, ActName } from "#shared/api/audit.ts";
import { fieldIn } from "#shared/api/fields.ts";
import { languages, type Language } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { createEndpointAnswers } from "#api/http/shared-answers.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localised, localisedOf, requireTexts, writtenFields } from "#api/infra/i18n/localised.ts";
import { isRenderable, renderable } from "#api/infra/markdown/render-markdown.ts";
import { and, desc, eq, gt, inArray, isNull, lte, min } from "#api/infra/database/drizzle.ts";
import type { StoredEntry } from "#api/infra/content-folder/folder-sync.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { announcements } from "./schema.ts";

type Written = z.infer<typeof writeAnnouncementSchema>;

/** Returns the texts as they were written. */
const asWritten = ({ title, body }: Pick<AnnouncementRow, "title" | "body">): Written => ({
  ...writtenFields("title", title),
  ...writtenFields("body", body),
});

/** Throws a validation error that names the texts which parsers take too long for. */
async function requireRenderable(written: Written): Promise<void> {
  for (const body of languages.map((language) => fieldIn("body", language))) {
    if (await isRenderable(written[body])) continue;
    throw new ApiError("validation", { fields: { [body]: "forms:tooComplex" } });
  }
}

/** Returns an announcement as readers get it. The server renders its text, too, which may be older than the check. */
const present = async (
  row: AnnouncementRow,
  language: Language,
  portal: readonly Language[],
): Promise<Announcement> => ({
  id: row.id,
  title: localised(row.title, language, portal),
  body: await renderable(localised(row.body, language, portal)),
  publishedAt: row.publishedAt.toISOString(),
  ...(row.changedAt && { changedAt: row.changedAt.toISOString() }),
});

/** Announcements: read by anybody, written, changed and withdrawn by admins. */
export default async function announcementRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  const record = (
    tx: Database,
    request: FastifyRequest,
    { act, id, ...more }: { act: ActName; id: string } & ActDetails,
  ): Promise<void> =>
    recordAct(tx, {
      act,
      at: now(),
      actor: actorOf(request),
      subjectId: null,
      details: { announcement: id, ...more },
    });

  const answers = createEndpointAnswers(app.portal, listAnnouncements);

  serve(app, listAnnouncements, async (_, { language }) =>
    answers([language], async () => {
      const at = now();
      const [rows, validUntil] = await Promise.all([
        listPublished(database, at),
        findNextPublication(database, at),
      ]);
      const { languages: own } = portal.brand;
      const items = await Promise.all(rows.map((row) => present(row, language, own)));
      return { value: { items }, validUntil };
    }),
  );

  serve(app, writeAnnouncement, async ({ body }, request) => {
    requireTexts(body, ["title", "body"], portal.brand);
    await requireRenderable(body);
    const row: AnnouncementRow = {
      id: randomUUID(),
      title: localisedOf(body, "title"),
      body: localisedOf(body, "body"),
      publishedAt: now(),
      changedAt: null,
    };
    await database.transaction(async (tx) => {
      await insertAnnouncement(tx, row);
      await record(tx, request, { act: "announcement-published", id: row.id });
    });
    return present(row, request.language, portal.brand.languages);
  });

  serve(app, getAnnouncementTexts, async ({ params: { id } }) => {
    const row = await findPublished(database, id, now());
    if (!row) throw new ApiError("not-found");
    return { ...asWritten(row), revision: row.revision };
  });

  serve(app, changeAnnouncement, async ({ params: { id }, body }, request) => {
    requireTexts(body, ["title", "body"], portal.brand);
    await requireRenderable(body);
    const { revision, again } = body;
    const at = now();
    const row = await database.transaction(async (tx) => {
      const changed = await change(
        tx,
        { id, revision, now: at },
        {
          title: localisedOf(body, "title"),
          body: localisedOf(body, "body"),
          ...(again && { publishedAt: at }),
        },
      );
      if (!changed) {
        throw new ApiError((await findPublished(tx, id, at)) ? "conflict" : "not-found");
      }
      await record(tx, request, { act: "announcement-changed", id, again });
      return changed;
    });
    return present(row, request.language, portal.brand.languages);
  });

  serve(app, withdrawAnnouncement, async ({ params: { id } }, request) => {
    await database.transaction(async (tx) => {
      if (!(await withdraw(tx, id, now()))) throw new ApiError("not-found");
      await record(tx, request, { act: "announcement-withdrawn", id });
    });
  });
}

export type AnnouncementText = { title: Localised; body: Localised; publishedAt: Date };
type AnnouncementRow = AnnouncementText & { id: string; changedAt: Date | null };

const shown = {
  id: announcements.id,
  title: announcements.title,
  body: announcements.body,
  publishedAt: announcements.publishedAt,
  changedAt: announcements.changedAt,
};

/** SQL condition: readers see it. */
export const isPublished = (now: Date) =>
  and(isNull(announcements.withdrawnAt), lte(announcements.publishedAt, now));

/** Returns the published announcements that were not withdrawn, newest first. */
export const listPublished = (database: Database, now: Date): Promise<AnnouncementRow[]> =>
  database
    .select(shown)
    .from(announcements)
    .where(isPublished(now))
    .orderBy(desc(announcements.publishedAt), announcements.id);

/** Returns when the next scheduled announcement appears; null if there is none. */
async function findNextPublication(database: Database, now: Date): Promise<Date | null> {
  const { publishedAt, withdrawnAt } = announcements;
  const [row] = await database
    .select({ next: min(publishedAt) })
    .from(announcements)
    .where(and(isNull(withdrawnAt), gt(publishedAt, now)));
  return row?.next ?? null;
}

/** Inserts an announcement that an admin wrote. */
const insertAnnouncement = (database: Database, row: AnnouncementRow) =>
  database.insert(announcements).values({ ...row, origin: "portal" });

async function findPublished(database: Database, id: string, now: Date) {
  const [row] = await database
    .select({ ...shown, revision: announcements.revision })
    .from(announcements)
    .where(and(eq(announcements.id, id), isPublished(now)));
  return row;
}

/** Changes an announcement of this revision, else undefined. The folder's becomes the portal's own. */
async function change(
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
async function withdraw(database: Database, id: string, now: Date): Promise<boolean> {
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
