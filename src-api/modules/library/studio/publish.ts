import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import { publishDraft, type Draft } from "#shared/api/studio.ts";
import type { Language } from "#shared/languages.ts";
import type { SessionPosition } from "#shared/training.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import type { Portal, PortalModule } from "#api/portal.ts";
import {
  recordEntryAct,
  writeEntries,
  type EntryKey,
} from "#api/modules/library/entries/stored-entries.ts";
import { studioRevisions } from "#api/modules/library/schema.ts";
import { entryAnswers } from "./present.ts";
import { endPreview } from "./preview-store.ts";
import {
  changesFiles,
  checkWorking,
  isKey,
  requireBoth,
  requireWritable,
  revisionOf,
  textTimesOf,
  workingCopyOf,
  workingOf,
  writeDraft,
  type Act,
  type Both,
  leadText,
} from "./working-copy.ts";

/** Publishing an entry, for admins (docs/decisions/0051-studio.md). */
export default async function publishRoutes(
  app: FastifyInstance,
  { modules }: { modules: readonly PortalModule[] },
): Promise<void> {
  const { portal } = app;
  const { now } = portal;
  const { entry } = entryAnswers(portal);

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
          const positionAfter =
            params.kind === "protocols" &&
            before &&
            movedSessions(before, after, portal.brand.languages);
          if (!positionAfter) return;
          for (const { sessionsMoved } of modules) {
            await sessionsMoved?.(tx, params.slug, positionAfter);
          }
        },
        onWithdrawn: async (tx) => {
          for (const { entryWithdrawn } of modules) await entryWithdrawn?.(tx);
        },
      },
    );
    return entry(request, params);
  });

  /** Returns the time that was entered in the owner's zone. Throws 400 for one that is over, missing or comes twice. */
  function timeIn(at: string): Date | "now" | null {
    if (at === "now") return at;
    if (at === "draft") return null;
    const read = readWrittenTime(at, portal.brand.timeZone);
    if ("time" in read && read.time > now()) return read.time;
    throw new ApiError("validation", { fields: { at: "forms:timeAhead" } });
  }
}

const insertRevision = (tx: Database, row: typeof studioRevisions.$inferInsert) =>
  tx.insert(studioRevisions).values(row);

/** Stores the published entry before it is first published here, so that it can be compared and restored. */
async function storeFormer(tx: Database, key: EntryKey, { stored }: Both, now: Date) {
  if (!stored?.publishedAt || stored.publishedAt > now) return;
  const version = studioRevisions;
  const earlier = await tx
    .select({ id: version.id })
    .from(version)
    .where(isKey(version, key))
    .limit(1);
  if (earlier.length > 0) return;
  const { publishedAt: at } = stored;
  await insertRevision(tx, { ...key, id: randomUUID(), at, userId: null, ...workingOf(stored) });
}

/** Throws 400 if an entry that readers see would disappear: it is withdrawn first. */
function timeOf({ stored }: Both, wanted: Date | "now" | null, now: Date): Date | null {
  const seen = stored?.publishedAt && stored.publishedAt <= now ? stored.publishedAt : null;
  if (wanted === "now") return seen ?? now;
  if (seen) throw new ApiError("validation", { fields: { at: "forms:invalid" } });
  return wanted;
}

/** Whether readers see all that was written: whoever got no answer to a publication asks for it again. */
const isPublishedAsIs = ({ stored, row }: Both, now: Date) =>
  Boolean(stored?.publishedAt && stored.publishedAt <= now && !row?.isChanged);

/**
 * Makes a working copy what readers see, at once or from a time on; null: what reviewers read. Rejects with 400 that names
 * what is wrong in it, 409 `conflict`, or `read-only`.
 */
export async function publish(
  { database, now, brand }: Pick<Portal, "database" | "now" | "brand">,
  { userId, ...key }: Act,
  {
    revision,
    at,
    onPublished,
    onWithdrawn,
  }: {
    revision: number;
    at: Date | "now" | null;
    /** Called in the transaction once readers see it or will, with what they saw before. */
    onPublished: (tx: Database, before: Draft | null, after: Draft) => Promise<void>;
    /** Called in the transaction once it is a draft again. */
    onWithdrawn: (tx: Database) => Promise<void>;
  },
): Promise<void> {
  // Before the transaction: parsing a long text takes a moment in which nobody else could write.
  const seen = await requireBoth(database, key);
  requireWritable(seen);
  if (revision !== revisionOf(seen)) throw new ApiError("conflict");
  if (at === "now" && isPublishedAsIs(seen, now())) return;
  const working = workingCopyOf(seen);
  // What a language of before had stays, whatever its working copy lacks.
  const kept = (seen.stored?.texts ?? []).filter(
    ({ language }) => !brand.languages.includes(language),
  );
  const { problems, entry } = await checkWorking({ database, brand }, working, key, kept);
  if (!entry) throw new ApiError("validation", { fields: problems });
  const time = now();
  const publishedAt = timeOf(seen, at, time);
  const times = textTimesOf(seen);
  const changedAt = (language: Language) => (times[language] ? new Date(times[language]) : null);
  const texts = [
    ...entry.texts.map((text) => ({ ...text, changedAt: changedAt(text.language) })),
    ...kept.filter(({ language }) => entry.texts.every((text) => text.language !== language)),
  ];
  await withContentLock(database, async (tx) => {
    const both = await requireBoth(tx, key);
    requireWritable(both);
    const still = workingCopyOf(both);
    // Also refused: an import or a sync that has replaced the text or its files meanwhile. Files that were only added change nothing.
    const isSame =
      revision === revisionOf(both) &&
      isDeepStrictEqual(still.draft, working.draft) &&
      !changesFiles(working.files, still.files, []);
    if (!isSame) throw new ApiError("conflict");
    await storeFormer(tx, key, both, time);
    await writeEntries(
      tx,
      [{ ...key, sourceHash: null, value: { ...entry, publishedAt, texts } }],
      {
        origin: "portal",
        now: time,
        portalLanguages: brand.languages,
      },
    );
    await writeDraft(tx, key, both, {
      draft: working.draft,
      isChanged: false,
      editedAt: time,
      editedBy: userId,
    });
    if (publishedAt === null) return onWithdrawn(tx);
    if (publishedAt <= time) await endPreview(tx, key);
    await insertRevision(tx, { ...key, id: randomUUID(), at: time, userId, ...working });
    await onPublished(tx, both.stored && workingOf(both.stored).draft, working.draft);
  });
}

/** The weeks of a protocol, by whose sessions members remember what they did. */
type Weeks = readonly { title: string; sessions: readonly { title: string }[] }[];

/** Languages of the portal have the same sessions; a text in a language that was turned off may have those of before. */
const weeksOf = (draft: Draft, portal: readonly Language[]) =>
  (leadText(draft, portal)?.front["weeks"] ?? []) as Weeks; // of a version without problems

type Session = SessionPosition & { title: string; weekTitle: string; said: string };

const sessionsOf = (weeks: Weeks): Session[] =>
  weeks.flatMap(({ title: weekTitle, sessions }, week) =>
    sessions.map((one, session) => ({
      week,
      session,
      title: one.title,
      weekTitle,
      said: JSON.stringify(one),
    })),
  );

const positionKey = ({ week, session }: SessionPosition) => `${week}.${session}`;

/** By what a session is found again, the surest first. */
const ways: ((one: Session) => string)[] = [
  (one) => JSON.stringify([positionKey(one), one.said]),
  ({ said, weekTitle }) => JSON.stringify([said, weekTitle]),
  ({ said }) => said,
  ({ title, weekTitle }) => JSON.stringify([title, weekTitle]),
  positionKey,
];

/**
 * Returns a function that maps old session positions to new ones, or null if none moved. Matches by content, then title within
 * the week, then position. A removed session keeps its position.
 */
export function movedSessions(
  before: Draft,
  after: Draft,
  portal: readonly Language[],
): ((place: SessionPosition) => SessionPosition) | null {
  const found = new Map<Session, Session>();
  let [former, free] = [sessionsOf(weeksOf(before, portal)), sessionsOf(weeksOf(after, portal))];
  for (const keyOf of ways) {
    const candidates = Map.groupBy(free.toReversed(), keyOf); // the first of each is taken from the end
    for (const one of former) {
      const other = candidates.get(keyOf(one))?.pop();
      if (other) found.set(one, other);
    }
    const taken = new Set(found.values());
    former = former.filter((one) => !found.has(one));
    free = free.filter((one) => !taken.has(one));
  }
  const moved = new Map(
    [...found].map(([one, { week, session }]) => [positionKey(one), { week, session }]),
  );
  if ([...found].every(([one, other]) => positionKey(one) === positionKey(other))) return null;
  return (place) => moved.get(positionKey(place)) ?? { week: place.week, session: place.session };
}
