import type { FastifyInstance } from "fastify";
import { pageSizes } from "#shared/api/library.ts";
import {
  getUnpublished,
  listUnpublished,
  markReady,
  takeReadyBack,
  type ReadyMark,
} from "#shared/api/review.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireReviewer } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { keptSigningKey } from "#api/infra/signed-addresses.ts";
import { recordEntryAct } from "#api/modules/library/entries/write-store.ts";
import { presentText } from "#api/modules/library/entries/present.ts";
import {
  signedMedia,
  signedStill,
  withSignedImages,
} from "#api/modules/library/media/signed-media.ts";
import {
  formatReviewCursor,
  parseReviewCursor,
  findReview,
  findUnpublished,
  findUnpublishedPage,
  removeReady,
  setReady,
} from "./review-store.ts";

type ReviewRow = {
  publishedAt: Date | null;
  isReady: boolean;
  readyBy: string | null;
  readyAt: Date | null;
};

/** Presents whether an entry is scheduled, and its mark. */
function presentState({ publishedAt, isReady, readyBy, readyAt }: ReviewRow) {
  const ready: ReadyMark | null =
    isReady && readyAt ? { by: readyBy, at: readyAt.toISOString() } : null;
  return {
    status: publishedAt ? ("scheduled" as const) : ("draft" as const),
    publishedAt: publishedAt?.toISOString() ?? null,
    ready,
  };
}

/** What reviewers and admins read. Nothing else of the API reads drafts and scheduled entries. */
function serveReading(app: FastifyInstance): void {
  const { database, now } = app.portal;
  const signingKey = keptSigningKey(database);

  serve(app, listUnpublished, async ({ query }, { language }) => {
    const { cursor, limit = pageSizes.default } = query;
    const after = cursor === undefined ? null : parseReviewCursor(cursor);
    const wanted = { language, now: now(), after, limit: limit + 1 };
    const found = await findUnpublishedPage(database, wanted);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map((row) => ({
        kind: row.kind,
        slug: row.slug,
        title: row.title,
        language: row.language,
        ...presentState(row),
      })),
      nextCursor: last ? formatReviewCursor(last) : null,
    };
  });

  serve(app, getUnpublished, async ({ params }, request) => {
    const { language } = request;
    const session = requireReviewer(request);
    // Before the text: a change between the two reads then refuses a mark.
    const review = await findReview(database, params, now());
    const row = await findUnpublished(database, { ...params, language, now: now() });
    if (!review || !row) throw new ApiError("not-found");
    const grant = { key: await signingKey(), session: session.id, now: now() };
    const media = signedMedia(row, grant);
    const poster = signedStill(row, grant);
    const entry = presentText(row, language);
    return {
      ...presentState(review),
      version: review.version,
      entry: {
        ...entry,
        body: withSignedImages(entry.body, row, grant),
        ...(media && { media }),
        ...(entry.video && poster !== null && { video: { ...entry.video, poster } }),
      },
    };
  });
}

/** Drafts and scheduled entries, for reviewers and admins (docs/decisions/0030-drafts-and-judges-notes.md). */
export default async function reviewRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;
  serveReading(app);

  serve(app, markReady, async ({ params, body }, request) => {
    const { userId, name } = requireReviewer(request);
    const markedAt = now();
    const review = await findReview(database, params, markedAt);
    if (!review) throw new ApiError("not-found");
    const { version } = body;
    if (review.version !== version) throw new ApiError("conflict");
    await database.transaction(async (tx) => {
      await setReady(tx, { ...params, version, userId, markedAt });
      await recordEntryAct(tx, params, {
        act: "ready-mark-set",
        at: now(),
        actor: actorOf(request),
      });
    });
    return { ready: { by: name, at: markedAt.toISOString() } };
  });

  serve(app, takeReadyBack, async ({ params }, request) => {
    if (!(await findReview(database, params, now()))) throw new ApiError("not-found");
    await database.transaction(async (tx) => {
      if (await removeReady(tx, params))
        await recordEntryAct(tx, params, {
          act: "ready-mark-removed",
          at: now(),
          actor: actorOf(request),
        });
    });
  });
}
