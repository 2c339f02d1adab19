import type { FastifyInstance } from "fastify";
import {
  checkDraft,
  discardDraft,
  getStudioEntry,
  saveDraft,
  uploadPicture,
} from "#shared/api/studio.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { recordEntryAct } from "#api/modules/library/entries/stored-entries.ts";
import { imageName } from "#api/modules/library/import/entry-images.ts";
import { storePicture } from "./pictures.ts";
import { entryAnswers, presentEdited, presentProblems } from "./present.ts";
import {
  addFiles,
  requireBoth,
  requireWritable,
  revisionOf,
  saveWorkingCopy,
  writeDraft,
} from "./working-copy.ts";

/** Writing one entry, for admins (docs/decisions/0051-studio.md). */
export default async function editRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now, config } = portal;
  const { addresses, entry } = entryAnswers(portal);

  serve(app, getStudioEntry, ({ params }, request) => entry(request, params));

  serve(app, checkDraft, async ({ params }) => ({
    revision: revisionOf(await requireBoth(database, params)),
  }));

  serve(app, saveDraft, async ({ params, body }, request) => {
    const { userId } = requireAdmin(request);
    const both = await saveWorkingCopy(portal, portal.database, { ...params, userId }, body);
    const { language } = request;
    return {
      revision: revisionOf(both),
      edited: presentEdited(both, userId) ?? { by: null, at: now().toISOString(), isOwn: true },
      problems: await presentProblems(portal, both, { ...params, language }),
    };
  });

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

  serve(app, uploadPicture, async ({ params, query: { name, use }, body }, request) => {
    const { userId } = requireAdmin(request);
    requireWritable(await requireBoth(database, params));
    const picture = await storePicture(body, openMediaStorage(config), use);
    // Named once it is added: others of the same name may have been stored meanwhile.
    const added = await addFiles(portal, portal.database, { ...params, userId }, (taken) => ({
      [imageName(name, picture, taken)]: picture.stored,
    }));
    const [beside = ""] = Object.keys(added);
    return { name: beside, address: (await addresses(request, params))(beside) };
  });
}
