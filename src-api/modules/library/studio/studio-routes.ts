import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ActName } from "#shared/api/audit.ts";
import {
  countStudio,
  createDraft,
  deleteEntry,
  discardDraft,
  getRevision,
  getStudioEntry,
  listRevisions,
  listStudio,
  moveEntry,
  publishDraft,
  restoreEntry,
  restoreRevision,
  saveDraft,
  takeOverEntry,
  uploadPicture,
  withdrawEntry,
  type StudioEntry,
} from "#shared/api/studio.ts";
import { pageSizes, entryParams } from "#shared/api/library.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { whileOthersWait } from "#api/infra/content-folder/sync-content.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { keptSigningKey } from "#api/infra/signed-addresses.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import type { PortalModule } from "#api/portal.ts";
import type { EntryKey } from "../entries/write-store.ts";
import { defaultMotif, slugOf } from "../import/front-fields.ts";
import { emptyDraft } from "./draft.ts";
import { studioAddressOf } from "./draft-media-routes.ts";
import { countItems, findItem, findItems, listAuthorNames } from "./list-store.ts";
import { movedSessions } from "./moved-sessions.ts";
import { storePicture } from "./pictures.ts";
import { presentEdited, presentItem, presentProblems, presentStudioEntry } from "./present.ts";
import {
  addFiles,
  moveToBin,
  publish,
  requireBoth,
  requireWritable,
  revisionOf,
  saveWorkingCopy,
  takeOutOfBin,
  workingCopyOf,
  writeDraft,
} from "./studio.ts";
import { findRevision, findRevisions, insertDraft, isTaken, withdraw } from "./studio-store.ts";
import { moveTo, takeOver } from "./whole-entries.ts";
import * as z from "zod/mini";

const { format, parse } = createCursors(z.extend(entryParams, { at: cursorTime }));

/** Records an act in the trail, in the transaction of what it records. */
export const recordIn = (
  app: FastifyInstance,
  request: FastifyRequest,
  { kind, slug }: EntryKey,
) => {
  const actor = actorOf(request);
  return (tx: Database, act: ActName) =>
    recordAct(tx, {
      act,
      at: app.portal.now(),
      actor,
      subjectId: null,
      details: { entry: `${kind}/${slug}` },
    });
};

/** Returns what answers with an entry as it is now. */
function answers({ portal }: FastifyInstance) {
  const { database, now } = portal;
  const signingKey = keptSigningKey(database);
  const addresses = async (request: FastifyRequest, key: EntryKey) =>
    studioAddressOf(key, {
      key: await signingKey(),
      session: requireAdmin(request).id,
      now: now(),
    });
  const entry = async (request: FastifyRequest, key: EntryKey): Promise<StudioEntry> => {
    const item = await findItem(database, key, now());
    const both = await requireBoth(database, key);
    if (!item) throw new ApiError("not-found");
    const { language } = request;
    const addressOf = await addresses(request, key);
    return presentStudioEntry(database, { item, both, language, now: now(), addressOf });
  };
  return { addresses, entry };
}

function serveList(app: FastifyInstance): void {
  const { database, now } = app.portal;

  serve(app, listStudio, async ({ query: { cursor, ...wanted } }) => {
    const limit = pageSizes.max;
    const after = cursor === undefined ? null : parse(cursor);
    const found = await findItems(database, wanted, { now: now(), after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map(presentItem),
      nextCursor: last ? format({ ...last, at: last.latest }) : null,
      authors: after ? [] : await listAuthorNames(database),
    };
  });

  serve(app, countStudio, () => countItems(database, now()));

  serve(app, createDraft, async ({ body: { kind, title } }, request) => {
    const { userId, name } = requireAdmin(request);
    const base = slugOf(title).slice(0, 100).replace(/-$/, "") || kind;
    for (let at = 1; ; at += 1) {
      const slug = at === 1 ? base : `${base}-${at}`;
      if (await isTaken(database, { kind, slug })) continue;
      const isInserted = await insertDraft(database, {
        kind,
        slug,
        draft: emptyDraft(kind, { title, author: name, motif: defaultMotif }),
        files: {},
        isChanged: true,
        revision: 1,
        editedAt: now(),
        editedBy: userId,
        textsChangedAt: { en: now().toISOString() },
        deletedAt: null,
        previewHash: null,
        previewUntil: null,
      });
      if (isInserted) return { kind, slug };
    }
  });
}

/** Reading, saving and publishing one entry. */
function serveWriting(app: FastifyInstance, modules: readonly PortalModule[]): void {
  const { portal } = app;
  const { database, now, brand, config } = portal;
  const { addresses, entry } = answers(app);

  serve(app, getStudioEntry, ({ params }, request) => entry(request, params));

  serve(app, saveDraft, async ({ params, body }, request) => {
    const { userId } = requireAdmin(request);
    const both = await saveWorkingCopy(portal, { ...params, userId }, body);
    const { language } = request;
    return {
      revision: revisionOf(both),
      edited: presentEdited(both) ?? { by: null, at: now().toISOString() },
      problems: await presentProblems(database, both, { ...params, language }),
    };
  });

  serve(app, publishDraft, async ({ params, body: { revision, at } }, request) => {
    const { userId } = requireAdmin(request);
    const record = recordIn(app, request, params);
    await publish(
      portal,
      { ...params, userId },
      {
        revision,
        at: timeIn(at),
        onPublished: async (tx, before, after) => {
          await record(tx, "content-published");
          const placeAfter = params.kind === "protocols" && before && movedSessions(before, after);
          if (!placeAfter) return;
          for (const { sessionsMoved } of modules) {
            await sessionsMoved?.(tx, params.slug, placeAfter);
          }
        },
      },
    );
    return entry(request, params);
  });

  /** Returns the time that was entered in the owner's zone. Throws 400 for one that is over, missing or comes twice. */
  function timeIn(at: string): Date | "now" | null {
    if (at === "now") return at;
    if (at === "draft") return null;
    const read = readWrittenTime(at, brand.timeZone);
    if ("time" in read && read.time > now()) return read.time;
    throw new ApiError("validation", { fields: { at: "forms:timeAhead" } });
  }

  serve(app, discardDraft, async ({ params }, request) => {
    const { userId } = requireAdmin(request);
    const both = await requireBoth(database, params);
    requireWritable(both);
    if (!both.stored) throw new ApiError("conflict");
    await writeDraft(database, params, both, {
      isChanged: false,
      // Those that replaced files of what readers see.
      files: {},
      editedAt: now(),
      editedBy: userId,
    });
    return entry(request, params);
  });

  serve(app, uploadPicture, async ({ params, query: { name }, body }, request) => {
    const { userId } = requireAdmin(request);
    const both = await requireBoth(database, params);
    requireWritable(both);
    const taken = workingCopyOf(both).files;
    const picture = await storePicture(body, { name, taken, storage: openMediaStorage(config) });
    await addFiles(portal, { ...params, userId }, { [picture.name]: picture.stored });
    return { name: picture.name, address: (await addresses(request, params))(picture.name) };
  });
}

/** The versions that readers saw. */
function serveHistory(app: FastifyInstance): void {
  const { portal } = app;
  const { database, now } = portal;
  const { entry } = answers(app);

  serve(app, listRevisions, async ({ params }) => {
    await requireBoth(database, params);
    const rows = await findRevisions(database, params);
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
    const { title } = draft.texts.en.front;
    return { id, at: at.toISOString(), by, title: String(title), draft };
  });

  serve(app, restoreRevision, async ({ params: { id, ...key }, body: { revision } }, request) => {
    const { userId } = requireAdmin(request);
    const { draft, files } = await require({ ...key, id });
    await database.transaction(async (tx) => {
      const ground = { database: tx, now };
      await saveWorkingCopy(ground, { ...key, userId }, { revision, draft });
      // Pictures that the present version no longer shows.
      await addFiles(ground, { ...key, userId }, files);
    });
    return entry(request, key);
  });
}

/** What is done to an entry as a whole. */
function serveActs(app: FastifyInstance, modules: readonly PortalModule[]): void {
  const { portal } = app;
  const { database, now } = portal;
  const { entry } = answers(app);

  serve(app, withdrawEntry, async ({ params }, request) => {
    await whileOthersWait(database, async (tx) => {
      const both = await requireBoth(tx, params);
      requireWritable(both);
      if (!both.stored?.publishedAt) return;
      await withdraw(tx, params);
      await recordIn(app, request, params)(tx, "content-withdrawn");
    });
    return entry(request, params);
  });

  serve(app, deleteEntry, async ({ params }, request) => {
    const { userId } = requireAdmin(request);
    await whileOthersWait(database, async (tx) => {
      await moveToBin(tx, { ...params, userId }, now());
      await recordIn(app, request, params)(tx, "content-deleted");
    });
    return entry(request, params);
  });

  serve(app, restoreEntry, async ({ params }, request) => {
    const { userId } = requireAdmin(request);
    await database.transaction(async (tx) => {
      await takeOutOfBin(tx, { ...params, userId }, now());
      await recordIn(app, request, params)(tx, "content-restored");
    });
    return entry(request, params);
  });

  serve(app, takeOverEntry, async ({ params }, request) => {
    await takeOver(portal, params, (tx) =>
      recordIn(app, request, params)(tx, "content-taken-over"),
    );
    return entry(request, params);
  });

  serve(app, moveEntry, async ({ params, body: { slug } }, request) => {
    if (slug === params.slug) return params;
    const { kind } = params;
    await whileOthersWait(database, async (tx) => {
      await moveTo(tx, params, slug);
      for (const { entryMoved } of modules) {
        await entryMoved?.(tx, { kind, from: params.slug, to: slug });
      }
      await recordIn(app, request, params)(tx, "content-moved");
    });
    return { kind, slug };
  });
}

/** Writing and publishing, for admins (docs/decisions/0051-studio.md). */
export default async function studioRoutes(
  app: FastifyInstance,
  { modules }: { modules: readonly PortalModule[] },
): Promise<void> {
  serveList(app);
  serveWriting(app, modules);
  serveHistory(app);
  serveActs(app, modules);
}
