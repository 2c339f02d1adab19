import type { FastifyInstance } from "fastify";
import {
  deleteEntry,
  getRevision,
  listRevisions,
  moveEntry,
  restoreEntry,
  restoreRevision,
  takeOverEntry,
  withdrawEntry,
} from "#shared/api/studio.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { PortalModule } from "#api/portal.ts";
import { recordEntryAct } from "#api/modules/library/entries/record-entry-act.ts";
import type { EntryKey } from "#api/modules/library/entries/write-store.ts";
import { entryAnswers } from "./entry-answers.ts";
import {
  addFiles,
  moveToBin,
  requireBoth,
  requireWritable,
  saveWorkingCopy,
  takeOutOfBin,
} from "./studio.ts";
import { findRevision, findRevisions, withdraw } from "./studio-store.ts";
import { moveTo, takeOver } from "./whole-entries.ts";

/** The versions that readers saw. */
function serveHistory(app: FastifyInstance): void {
  const { portal } = app;
  const { database, now } = portal;
  const { entry } = entryAnswers(portal);

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
      if ((await requireBoth(tx, key)).row?.isChanged) {
        const act = { act: "draft-discarded", at: now(), actor: actorOf(request) } as const;
        await recordEntryAct(tx, key, act);
      }
      await saveWorkingCopy(ground, { ...key, userId }, { revision, draft });
      // Pictures that the present version no longer shows.
      await addFiles(ground, { ...key, userId }, () => files);
    });
    return entry(request, key);
  });
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
      await withdraw(tx, params);
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
      await moveToBin(tx, { ...params, userId }, now());
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
      await takeOutOfBin(tx, { ...params, userId }, now());
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

/** Published versions, and what is done to an entry as a whole, for admins (docs/decisions/0051-studio.md). */
export default async function entryActRoutes(
  app: FastifyInstance,
  { modules }: { modules: readonly PortalModule[] },
): Promise<void> {
  serveHistory(app);
  serveActs(app, modules);
}
