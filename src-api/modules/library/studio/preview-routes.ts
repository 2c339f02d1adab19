import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  getSecretPreview,
  listPreviews,
  makePreview,
  revokePreview,
  secretPreviewDays,
  showDraft,
  type ShownDraft,
} from "#shared/api/studio.ts";
import type { Portal } from "#api/portal.ts";
import { dayMs } from "#shared/durations.ts";
import { leadLanguage, standInLanguage, type Language } from "#shared/languages.ts";
import { isKindShown } from "#shared/parts.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { memoizedSigningKey } from "#api/infra/signed-addresses.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { mailAdmins, requirePassword } from "#api/modules/accounts/module.ts";
import { presentText, presentUndated } from "#api/modules/library/entries/present.ts";
import { openPart } from "#api/modules/library/entries/preview.ts";
import {
  type EntryKey,
  listTags,
  recordEntryAct,
} from "#api/modules/library/entries/stored-entries.ts";
import {
  mediaOf,
  presentCover,
  withImages,
  type AddressOf,
} from "#api/modules/library/media/signed-media.ts";
import { previewAddressOf } from "./draft-media-routes.ts";
import { studioAddressOf } from "./draft-media-routes.ts";
import { endPreview, findByPreview, findPreviews, writePreview } from "./preview-store.ts";
import {
  checkWorking,
  requireBoth,
  requireWritable,
  revisionOf,
  workingCopyOf,
  writeDraft,
  type Both,
  leadText,
} from "./working-copy.ts";

/** Returns a working copy as its readers would see it: members, and anybody else. Rejects with 400 while it cannot be published. */
async function presentDraft(
  portal: Pick<Portal, "database" | "brand">,
  both: Both,
  { kind, slug, language, addressOf }: EntryKey & { language: Language; addressOf: AddressOf },
): Promise<ShownDraft> {
  const checked = await checkWorking(portal, workingCopyOf(both), { kind, slug });
  if (!checked.entry) throw new ApiError("validation", { fields: checked.problems });
  const { texts, ...common } = checked.entry;
  const tagNames = await listTags(portal.database);
  const standIn = standInLanguage(
    Object.fromEntries(texts.map((one) => [one.language, true])),
    portal.brand.languages,
  );
  const text =
    texts.find((one) => one.language === language) ?? texts.find((one) => one.language === standIn);
  if (!text) throw new ApiError("not-found");
  const { details: textDetails, ...own } = text;
  const row = { ...common, ...own, kind, slug, textDetails, tagNames, authorSlug: null };
  const shown = presentText(row, language);
  const media = mediaOf(row, addressOf);
  const { poster, free } = row.details;
  const still = shown.video && poster && { video: { ...shown.video, poster: addressOf(poster) } };
  const body = withImages(shown.body, row, addressOf);
  const pictures = { ...still, ...presentCover(row, language, addressOf) };
  const entry = { ...shown, body, ...(media && { media }), ...pictures };
  const preview = {
    ...presentUndated(row, tagNames, language),
    ...pictures,
    ...openPart(row),
    languages: portal.brand.languages.filter((one) => texts.some(({ language: of }) => of === one)),
    ...(free && { whole: entry }),
  };
  return { entry, preview };
}

/** Whether an entry has appeared and only members read it. */
const isReadByMembers = ({ stored }: Both, now: Date) =>
  Boolean(stored?.publishedAt && stored.publishedAt <= now && !stored.details.free);

/** Working copies as readers would see them: for admins, and by a secret address for somebody without an account. */
export default async function previewRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;
  const signingKey = memoizedSigningKey(database);

  serve(app, showDraft, async ({ params }, request) => {
    const session = requireAdmin(request).id;
    const grant = { key: await signingKey(), session, now: now() };
    return presentDraft(portal, await requireBoth(database, params), {
      ...params,
      language: request.language,
      addressOf: studioAddressOf(params, grant),
    });
  });

  serve(app, makePreview, async ({ params, body: { password } }, request) => {
    const session = requireAdmin(request);
    const { userId } = session;
    await throttle(app.portal, "secret-preview", request.ip, userId);
    const { act } = await requirePassword(app.portal, {
      session,
      ip: request.ip,
      password,
      field: "password",
    });
    const token = newToken();
    const at = now();
    const until = new Date(at.getTime() + secretPreviewDays * dayMs);
    await act(async (tx) => {
      const both = await requireBoth(tx, params);
      requireWritable(both);
      if (isReadByMembers(both, at)) throw new ApiError("preview-impossible");
      if (revisionOf(both) === 0) {
        await writeDraft(tx, params, both, { editedAt: at, editedBy: userId });
      }
      const made = { tokenHash: hashToken(token), madeAt: at, madeBy: userId, until };
      await writePreview(tx, { ...params, ...made });
      await note(tx, "preview-made", params, request);
    });
    return { token, until: until.toISOString() };
  });

  serve(app, revokePreview, ({ params }, request) =>
    database.transaction(async (tx) => {
      if (await endPreview(tx, params)) await note(tx, "preview-ended", params, request);
    }),
  );

  serve(app, listPreviews, async () => ({
    items: (await findPreviews(database, now(), leadLanguage(portal.brand.languages)))
      .filter(({ kind }) => isKindShown(portal.brand, kind))
      .map(({ madeAt, until, ...row }) => ({
        ...row,
        madeAt: madeAt.toISOString(),
        until: until.toISOString(),
      })),
  }));

  /** Records an act with a preview, and mails the admins. */
  async function note(
    tx: Database,
    act: "preview-made" | "preview-ended",
    key: EntryKey,
    request: FastifyRequest,
  ) {
    const actor = actorOf(request);
    await recordEntryAct(tx, key, { act, at: now(), actor });
    const { draft } = workingCopyOf(await requireBoth(tx, key));
    const { title } = leadText(draft, portal.brand.languages)?.front ?? {};
    const what = typeof title === "string" && title !== "" ? title : `${key.kind}/${key.slug}`;
    await mailAdmins(app.portal, tx, { act, what, session: requireAdmin(request), actor });
  }

  serve(app, getSecretPreview, async ({ params: { token } }, { language }, reply) => {
    reply.headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });
    const key = await findByPreview(database, hashToken(token), now());
    if (!key || !isKindShown(portal.brand, key.kind)) throw new ApiError("not-found");
    const { entry } = await presentDraft(portal, await requireBoth(database, key), {
      ...key,
      language,
      addressOf: previewAddressOf(token),
    });
    return entry;
  });
}
