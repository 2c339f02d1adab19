import type { FastifyInstance } from "fastify";
import {
  getSecretPreview,
  makePreview,
  revokePreview,
  secretPreviewDays,
  showDraft,
} from "#shared/api/studio.ts";
import { dayMs } from "#shared/durations.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { keptSigningKey } from "#api/infra/signed-addresses.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { previewAddressOf, studioAddressOf } from "./draft-media-routes.ts";
import { presentDraft } from "./present.ts";
import { requireBoth, requireWritable, revisionOf, writeDraft } from "./studio.ts";
import { findByPreview, setPreview } from "./studio-store.ts";

/** Working copies as readers would see them: for admins, and by a secret address for somebody without an account. */
export default async function previewRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;
  const signingKey = keptSigningKey(database);

  serve(app, showDraft, async ({ params }, request) => {
    const session = requireAdmin(request).id;
    const grant = { key: await signingKey(), session, now: now() };
    return presentDraft(database, await requireBoth(database, params), {
      ...params,
      language: request.language,
      addressOf: studioAddressOf(params, grant),
    });
  });

  serve(app, makePreview, async ({ params }, request) => {
    const { userId } = requireAdmin(request);
    const token = newToken();
    const until = new Date(now().getTime() + secretPreviewDays * dayMs);
    await database.transaction(async (tx) => {
      const both = await requireBoth(tx, params);
      requireWritable(both);
      if (revisionOf(both) === 0) {
        await writeDraft(tx, params, both, { editedAt: now(), editedBy: userId });
      }
      await setPreview(tx, params, { previewHash: hashToken(token), previewUntil: until });
    });
    return { token, until: until.toISOString() };
  });

  serve(app, revokePreview, async ({ params }) => {
    await setPreview(database, params, { previewHash: null, previewUntil: null });
  });

  serve(app, getSecretPreview, async ({ params: { token } }, { language }, reply) => {
    reply.headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });
    const key = await findByPreview(database, hashToken(token), now());
    if (!key) throw new ApiError("not-found");
    const { entry } = await presentDraft(database, await requireBoth(database, key), {
      ...key,
      language,
      addressOf: previewAddressOf(token),
    });
    return entry;
  });
}
