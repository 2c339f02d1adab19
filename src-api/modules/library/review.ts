import type { FastifyInstance } from "fastify";
import { pageSizes, entryParams } from "#shared/api/library.ts";
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
import { memoizedSigningKey } from "#api/infra/signed-addresses.ts";
import { recordEntryAct, type EntryKey } from "./entries/stored-entries.ts";
import { presentText } from "./entries/present.ts";
import {
  presentCover,
  signedAddresses,
  signedMedia,
  withSignedImages,
} from "./media/signed-media.ts";
import * as z from "zod/mini";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { shownKinds } from "#shared/parts.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  or,
  sql,
  type SQL,
} from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import {
  entry,
  fallbackText,
  isStandIn,
  ownText,
  localisedColumn,
  textIn,
} from "./entries/columns-store.ts";
import { selectEntries } from "./entries/entry-store.ts";
import { contentTexts, studioDrafts, readyMarks } from "./schema.ts";

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
  const { portal } = app;
  const { database, now } = portal;
  const signingKey = memoizedSigningKey(database);

  serve(app, listUnpublished, async ({ query }, { language }) => {
    const { cursor, limit = pageSizes.default } = query;
    const after = cursor === undefined ? null : parseReviewCursor(cursor);
    const kinds = shownKinds(portal.brand);
    const wanted = { kinds, language, now: now(), after, limit: limit + 1 };
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
    const addressOf = signedAddresses(row, grant);
    const { poster } = row.details;
    const shownEntry = presentText(row, language);
    return {
      ...presentState(review),
      version: review.version,
      entry: {
        ...shownEntry,
        body: withSignedImages(shownEntry.body, row, grant),
        ...(media && { media }),
        ...(shownEntry.video &&
          poster !== undefined && { video: { ...shownEntry.video, poster: addressOf(poster) } }),
        ...presentCover(row, language, addressOf),
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

/** The last entry of a page; a draft has no time. */
const cursorSchema = z.extend(entryParams, { publishedAt: z.nullable(cursorTime) });
type ReviewCursor = z.infer<typeof cursorSchema>;

const { format: formatReviewCursor, parse: parseReviewCursor } = createCursors(cursorSchema);

const mark = readyMarks;
const isKey = (table: typeof entry | typeof mark, { kind, slug }: EntryKey) =>
  and(eq(table.kind, kind), eq(table.slug, slug));
const isUnpublished = (now: Date) =>
  and(
    or(isNull(entry.publishedAt), gt(entry.publishedAt, now)),
    sql`not exists (select 1 from ${studioDrafts} as written where written.kind = ${entry.kind}
      and written.slug = ${entry.slug} and written.deleted_at is not null)`,
  );

/** The hash of all that an entry says, in every language: not of the time at which it appears. */
const version = sql<string>`encode(sha256(convert_to(jsonb_build_array(
  ${entry.author}, ${entry.tags}, ${entry.motif}, ${entry.details},
  (select jsonb_agg(jsonb_build_array(said.language, said.title, said.summary, said.body, said.details)
      order by said.language collate "C")
    from ${contentTexts} as said where said.kind = ${entry.kind} and said.slug = ${entry.slug})
)::text, 'UTF8')), 'hex')`;

/** Whether the mark of an entry, if it has one, is still that of its text; the hash of others is not computed. */
export const isCurrent = sql<boolean>`case when ${mark.version} is null then false else ${mark.version} = ${version} end`;
const markColumns = { isReady: isCurrent, readyBy: users.name, readyAt: mark.markedAt };

/** Drafts come last. */
const appearsAt = sql`coalesce(${entry.publishedAt}, 'infinity')`;

const isAfter = ({ publishedAt, kind, slug }: ReviewCursor): SQL =>
  sql`(${appearsAt}, ${entry.kind}, ${entry.slug}) >
    (${publishedAt?.toISOString() ?? "infinity"}::timestamptz, ${kind}::text, ${slug}::text)`;

/** Returns the scheduled entries by their time, then the drafts, after the cursor. */
const findUnpublishedPage = (
  database: Database,
  wanted: {
    kinds: ContentKind[];
    language: Language;
    now: Date;
    after: ReviewCursor | null;
    limit: number;
  },
) =>
  database
    .select({
      kind: entry.kind,
      slug: entry.slug,
      publishedAt: entry.publishedAt,
      title: localisedColumn<string>("title"),
      language: localisedColumn<Language>("language"),
      ...markColumns,
    })
    .from(entry)
    .innerJoin(fallbackText, isStandIn)
    .leftJoin(ownText, textIn(ownText, wanted.language))
    .leftJoin(mark, and(eq(mark.kind, entry.kind), eq(mark.slug, entry.slug)))
    .leftJoin(users, eq(users.id, mark.userId))
    .where(
      and(
        isUnpublished(wanted.now),
        inArray(entry.kind, wanted.kinds),
        wanted.after ? isAfter(wanted.after) : undefined,
      ),
    )
    .orderBy(asc(appearsAt), asc(entry.kind), asc(entry.slug))
    .limit(wanted.limit);

/** Returns the review state of an unpublished entry; null if there is none. */
async function findReview(database: Database, key: EntryKey, now: Date) {
  const [row] = await database
    .select({ publishedAt: entry.publishedAt, version, ...markColumns })
    .from(entry)
    .leftJoin(mark, and(eq(mark.kind, entry.kind), eq(mark.slug, entry.slug)))
    .leftJoin(users, eq(users.id, mark.userId))
    .where(and(isKey(entry, key), isUnpublished(now)));
  return row ?? null;
}

/** Returns an unpublished entry with its text in a language, else English; null if there is none. */
async function findUnpublished(
  database: Database,
  { language, now, ...key }: EntryKey & { language: Language; now: Date },
) {
  const [row] = await selectEntries(database, language).where(
    and(isKey(entry, key), isUnpublished(now)),
  );
  return row ?? null;
}

/** Sets the mark of an entry. It counts only while the entry has the version of the mark. */
export async function setReady(
  database: Database,
  marked: typeof mark.$inferInsert,
): Promise<void> {
  await database
    .insert(mark)
    .values(marked)
    .onConflictDoUpdate({ target: [mark.kind, mark.slug], set: marked });
}

async function removeReady(database: Database, key: EntryKey): Promise<boolean> {
  const removed = await database
    .delete(mark)
    .where(isKey(mark, key))
    .returning({ slug: mark.slug });
  return removed.length > 0;
}

/** Returns the marks that a user set, for the export of personal data. */
export const findMarksOf = (database: Database, userId: string) =>
  database
    .select({ kind: mark.kind, slug: mark.slug, markedAt: mark.markedAt })
    .from(mark)
    .where(eq(mark.userId, userId))
    .orderBy(desc(mark.markedAt));
