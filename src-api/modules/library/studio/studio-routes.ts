import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { entryParams, pageSizes } from "#shared/api/library.ts";
import {
  checkDraft,
  countStudio,
  createDraft,
  discardDraft,
  getStudioEntry,
  listStudio,
  publishDraft,
  saveDraft,
  uploadPicture,
} from "#shared/api/studio.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import type { PortalModule } from "#api/portal.ts";
import { recordEntryAct } from "#api/modules/library/entries/record-entry-act.ts";
import { imageName } from "#api/modules/library/import/entry-images.ts";
import { defaultMotif } from "#api/modules/library/import/front-fields.ts";
import { emptyDraft } from "./draft.ts";
import { entryAnswers } from "./entry-answers.ts";
import { countItems, findItems, listAuthorNames } from "./list-store.ts";
import { movedSessions } from "./moved-sessions.ts";
import { storePicture } from "./pictures.ts";
import { presentEdited, presentItem, presentProblems } from "./present.ts";
import {
  addFiles,
  publish,
  requireBoth,
  requireWritable,
  revisionOf,
  saveWorkingCopy,
  writeDraft,
} from "./studio.ts";
import { insertDraft, isTaken } from "./studio-store.ts";

const { format, parse } = createCursors(z.extend(entryParams, { at: cursorTime }));

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
      });
      if (isInserted) return { kind, slug };
    }
  });
}

/** Reading, saving and publishing one entry. */
function serveWriting(app: FastifyInstance, modules: readonly PortalModule[]): void {
  const { portal } = app;
  const { database, now, brand, config } = portal;
  const { addresses, entry } = entryAnswers(portal);

  serve(app, getStudioEntry, ({ params }, request) => entry(request, params));

  serve(app, checkDraft, async ({ params }) => ({
    revision: revisionOf(await requireBoth(database, params)),
  }));

  serve(app, saveDraft, async ({ params, body }, request) => {
    const { userId } = requireAdmin(request);
    const both = await saveWorkingCopy(portal, { ...params, userId }, body);
    const { language } = request;
    return {
      revision: revisionOf(both),
      edited: presentEdited(both, userId) ?? { by: null, at: now().toISOString(), isOwn: true },
      problems: await presentProblems(database, both, { ...params, language }),
    };
  });

  serve(app, publishDraft, async ({ params, body: { revision, at } }, request) => {
    const { userId } = requireAdmin(request);
    await publish(
      portal,
      { ...params, userId },
      {
        revision,
        at: timeIn(at),
        onPublished: async (tx, before, after) => {
          await recordEntryAct(tx, params, {
            act: "content-published",
            at: now(),
            actor: actorOf(request),
          });
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

  serve(app, discardDraft, async ({ params, body: { revision } }, request) => {
    const { userId } = requireAdmin(request);
    const both = await requireBoth(database, params);
    requireWritable(both);
    if (!both.stored || revision !== revisionOf(both)) throw new ApiError("conflict");
    await database.transaction(async (tx) => {
      await writeDraft(tx, params, both, {
        isChanged: false,
        // Those that replaced files of what readers see.
        files: {},
        editedAt: now(),
        editedBy: userId,
      });
      if (!both.row?.isChanged) return;
      const act = { act: "draft-discarded", at: now(), actor: actorOf(request) } as const;
      await recordEntryAct(tx, params, act);
    });
    return entry(request, params);
  });

  serve(app, uploadPicture, async ({ params, query: { name }, body }, request) => {
    const { userId } = requireAdmin(request);
    requireWritable(await requireBoth(database, params));
    const picture = await storePicture(body, openMediaStorage(config));
    // Named once it is added: others of the same name may have been stored meanwhile.
    const added = await addFiles(portal, { ...params, userId }, (taken) => ({
      [imageName(name, picture, taken)]: picture.stored,
    }));
    const [beside = ""] = Object.keys(added);
    return { name: beside, address: (await addresses(request, params))(beside) };
  });
}

/** Writing and publishing, for admins (docs/decisions/0051-studio.md). */
export default async function studioRoutes(
  app: FastifyInstance,
  { modules }: { modules: readonly PortalModule[] },
): Promise<void> {
  serveList(app);
  serveWriting(app, modules);
}
