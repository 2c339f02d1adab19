import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isJudge, type Role } from "#shared/active-member.ts";
import {
  listJudgeNotes,
  withdrawJudgeNote,
  writeJudgeNote,
  type OwnNote,
  type ShownNote,
  approveJudgeNote,
  listModeratedNotes,
  rejectJudgeNote,
  takeJudgeNoteDown,
  type ModeratedNote,
  type NotedKind,
  type NoteQueue,
} from "#shared/api/judge-notes.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import type { Portal, MovedEntry } from "#api/portal.ts";
import { findEntryWithoutText } from "./entries/entry-store.ts";
import { type JudgeNote, judgeNotes } from "./schema.ts";
import type { ActName } from "#shared/api/audit.ts";
import { pageSizes } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { shownKinds } from "#shared/parts.ts";
import { actorOf } from "#api/http/actor.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { teasersOf } from "./entries/public-teasers.ts";
import * as z from "zod/mini";
import { and, asc, desc, eq, inArray, isNotNull, sql } from "#api/infra/database/drizzle.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { users } from "#api/modules/accounts/module.ts";

/** Throws 404 unless the entry is published. */
async function requirePublished(
  { database, now }: Portal,
  key: Pick<JudgeNote, "kind" | "slug">,
): Promise<void> {
  const entry = await findEntryWithoutText(database, { ...key, now: now() });
  if (!entry?.isPublished) throw new ApiError("not-found");
}

const presentOwn = ({ text, language, state, reason, shownAt }: JudgeNote): OwnNote => ({
  text,
  language,
  state,
  reason,
  isShown: shownAt !== null,
});

/** Presents a note as readers see it: the text that was approved last, under the name that was approved with it. */
function presentShown({ note }: { note: JudgeNote }): ShownNote[] {
  const { id, shownText: text, shownAuthor: author, shownLanguage, shownAt } = note;
  if (text === null || author === null || shownLanguage === null || shownAt === null) return [];
  return [{ id, author, text, language: shownLanguage, approvedAt: shownAt.toISOString() }];
}

/** Judges' notes on articles and videos: read by those who may read the entry, written by judges. */
export async function judgeNoteRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, listJudgeNotes, async ({ params }, request) => {
    const { userId } = requireActiveMember(request);
    await requirePublished(portal, params);
    const [found, own] = await Promise.all([
      findShown(database, params),
      findOwn(database, userId, params),
    ]);
    return { items: found.flatMap(presentShown), own: own && presentOwn(own) };
  });

  serve(app, writeJudgeNote, async ({ params, body }, request) => {
    const session = requireActiveMember(request);
    if (!isJudge(session)) throw new ApiError("forbidden");
    const { userId, name: author, language } = session;
    await throttle(portal, "judge-note", request.ip, userId);
    await requirePublished(portal, params);
    const text = body.text.replaceAll(/\r\n?/g, "\n");
    const written = {
      id: randomUUID(),
      userId,
      ...params,
      text,
      author,
      language,
      writtenAt: now(),
    };
    return { own: presentOwn(await saveNote(database, written)) };
  });

  serve(app, withdrawJudgeNote, ({ params }, request) =>
    removeNote(database, requireUser(request).userId, params),
  );
}

const presentModerated = (
  { note }: { note: JudgeNote },
  title: string | undefined,
): ModeratedNote => {
  const { id, kind, slug, text, author, language, writtenAt, shownText, shownLanguage, shownAt } =
    note;
  const isShown = shownText !== null && shownLanguage !== null && shownAt !== null;
  return {
    id,
    kind,
    slug,
    title: title ?? null,
    author,
    text,
    language,
    writtenAt: writtenAt.toISOString(),
    shown: isShown
      ? { text: shownText, language: shownLanguage, approvedAt: shownAt.toISOString() }
      : null,
  };
};

/** Decisions of admins about judges' notes. */
export async function moderationRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, listModeratedNotes, async ({ query }, { language }) => {
    const { queue = "waiting", cursor, limit = pageSizes.default } = query;
    const after = cursor === undefined ? null : parseNoteCursor(cursor);
    const found = await findQueue(database, queue, {
      kinds: shownKinds(portal.brand),
      after,
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1)?.note : undefined;
    const at = queue === "waiting" ? last?.writtenAt : last?.shownAt;
    const teasers = await teasersOf(
      portal,
      page.map(({ note }) => note),
      language,
    );
    return {
      items: page.map((row) => presentModerated(row, teasers.of(row.note)?.title)),
      nextCursor: last && at ? formatNoteCursor({ at, id: last.id }) : null,
    };
  });

  /** Decides, and records that. Throws 404 if the note is gone, and 409 if it changed after the admin had read it. */
  const settle = (
    request: FastifyRequest,
    { act, id }: { act: ActName; id: string },
    decide: (tx: Database) => Promise<DecidedNote | undefined>,
  ) =>
    database.transaction(async (tx) => {
      const decided = await decide(tx);
      if (!decided) throw new ApiError((await hasNote(tx, id)) ? "conflict" : "not-found");
      const { userId: subjectId, kind, slug } = decided;
      const details = { entry: `${kind}/${slug}` };
      await recordAct(tx, { act, at: now(), actor: actorOf(request), subjectId, details });
    });

  serve(app, approveJudgeNote, async ({ params: { id }, body }, request) => {
    const writtenAt = new Date(body.writtenAt);
    await settle(request, { act: "note-approved", id }, (tx) =>
      approve(tx, id, { writtenAt, now: now() }),
    );
  });

  serve(app, rejectJudgeNote, async ({ params: { id }, body: { reason, ...body } }, request) => {
    const writtenAt = new Date(body.writtenAt);
    await settle(request, { act: "note-rejected", id }, (tx) =>
      reject(tx, id, { writtenAt, reason }),
    );
  });

  serve(app, takeJudgeNoteDown, async ({ params: { id }, body: { reason, ...body } }, request) => {
    const approvedAt = new Date(body.approvedAt);
    await settle(request, { act: "note-taken-down", id }, (tx) =>
      takeDown(tx, id, { approvedAt, reason }),
    );
  });
}

/** The last note of a page: when it was written or approved. */
const cursorSchema = z.object({ at: cursorTime, id: z.uuid() });
type NoteCursor = z.infer<typeof cursorSchema>;

const { format: formatNoteCursor, parse: parseNoteCursor } = createCursors(cursorSchema);

const note = judgeNotes;

type Key = { kind: NotedKind; slug: string };
const isOn = ({ kind, slug }: Key) => and(eq(note.kind, kind), eq(note.slug, slug));

/** Whether the author is a judge now: notes of former judges are not shown. */
const isOfJudge = sql`${"ROLE_JUDGE" satisfies Role}::text = any(${users.roles})`;

/** Returns the shown notes on an entry, the first approved first. */
const findShown = (database: Database, key: Key) =>
  database
    .select({ note })
    .from(note)
    .innerJoin(users, eq(users.id, note.userId))
    .where(and(isOn(key), isNotNull(note.shownAt), isOfJudge))
    .orderBy(asc(note.shownAt), asc(note.id));

/** Returns the note of a user on an entry, or null. */
async function findOwn(database: Database, userId: string, key: Key): Promise<JudgeNote | null> {
  const [found] = await database
    .select()
    .from(note)
    .where(and(eq(note.userId, userId), isOn(key)));
  return found ?? null;
}

/** Writes or changes a note. It waits, unless readers see the very same text already. */
async function saveNote(
  database: Database,
  written: Omit<
    JudgeNote,
    "state" | "reason" | "shownText" | "shownAuthor" | "shownLanguage" | "shownAt"
  >,
): Promise<JudgeNote> {
  const { text, author, language, writtenAt } = written;
  const state = sql`case when ${note.shownText} = excluded.text then 'approved' else 'waiting' end`;
  const [saved] = await database
    .insert(note)
    .values({ ...written, state: "waiting" })
    .onConflictDoUpdate({
      target: [note.userId, note.kind, note.slug],
      set: { text, author, language, writtenAt, state, reason: null },
    })
    .returning();
  if (!saved) throw new Error("an upsert returned no row");
  return saved;
}

async function removeNote(database: Database, userId: string, key: Key): Promise<void> {
  await database.delete(note).where(and(eq(note.userId, userId), isOn(key)));
}

const queues = {
  waiting: { at: note.writtenAt, isIn: eq(note.state, "waiting"), order: asc, beyond: ">" },
  shown: { at: note.shownAt, isIn: isNotNull(note.shownAt), order: desc, beyond: "<" },
} as const satisfies Record<NoteQueue, object>;

/** Returns the notes of a queue after the cursor. */
const findQueue = (
  database: Database,
  queue: NoteQueue,
  {
    kinds,
    after,
    limit,
  }: { kinds: readonly ContentKind[]; after: NoteCursor | null; limit: number },
) => {
  const { at, isIn, order, beyond } = queues[queue];
  const isAfter =
    after &&
    sql`(${at}, ${note.id}) ${sql.raw(beyond)} (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return database
    .select({ note })
    .from(note)
    .innerJoin(users, eq(users.id, note.userId))
    .where(
      and(
        isIn,
        sql`${note.kind} = any(${sql.param([...kinds])}::text[])`,
        isOfJudge,
        isAfter ?? undefined,
      ),
    )
    .orderBy(order(at), order(note.id))
    .limit(limit);
};

const hasNote = async (database: Database, id: string): Promise<boolean> =>
  (await database.$count(note, eq(note.id, id))) > 0;

/** A waiting text, unless it was changed after `writtenAt`. */
const isWaiting = (id: string, writtenAt: Date) =>
  and(eq(note.id, id), eq(note.state, "waiting"), eq(note.writtenAt, writtenAt));

/** What a decision about a note was about, for the audit trail. */
type DecidedNote = Pick<JudgeNote, "userId" | "kind" | "slug">;

const decided = { userId: note.userId, kind: note.kind, slug: note.slug };

/** Shows a waiting text. Returns nothing if it no longer waits. */
async function approve(
  database: Database,
  id: string,
  { writtenAt, now }: { writtenAt: Date; now: Date },
): Promise<DecidedNote | undefined> {
  const [approved] = await database
    .update(note)
    .set({
      state: "approved",
      shownText: sql`${note.text}`,
      shownAuthor: sql`${note.author}`,
      shownLanguage: sql`${note.language}`,
      shownAt: now,
    })
    .where(isWaiting(id, writtenAt))
    .returning(decided);
  return approved;
}

/** Rejects a waiting text. Returns nothing if it no longer waits. */
async function reject(
  database: Database,
  id: string,
  { writtenAt, reason }: { writtenAt: Date; reason: string },
): Promise<DecidedNote | undefined> {
  const [rejected] = await database
    .update(note)
    .set({ state: "rejected", reason })
    .where(isWaiting(id, writtenAt))
    .returning(decided);
  return rejected;
}

/** Takes down what readers see; a text that waits goes on waiting. Returns nothing if they no longer see it. */
async function takeDown(
  database: Database,
  id: string,
  { approvedAt, reason }: { approvedAt: Date; reason: string },
): Promise<DecidedNote | undefined> {
  const isWaitingToo = sql`${note.state} = 'waiting'`;
  const [row] = await database
    .update(note)
    .set({
      state: sql`case when ${isWaitingToo} then ${note.state} else 'rejected' end`,
      reason: sql`case when ${isWaitingToo} then ${note.reason} else ${reason}::text end`,
      shownText: null,
      shownAuthor: null,
      shownLanguage: null,
      shownAt: null,
    })
    .where(and(eq(note.id, id), eq(note.shownAt, approvedAt)))
    .returning(decided);
  return row;
}

export const findNotesOf = (database: Database, userId: string) =>
  database
    .select({
      kind: note.kind,
      slug: note.slug,
      text: note.text,
      author: note.author,
      writtenAt: note.writtenAt,
      state: note.state,
      reason: note.reason,
      shownText: note.shownText,
    })
    .from(note)
    .where(eq(note.userId, userId))
    .orderBy(desc(note.writtenAt));

/** Moves the notes of accounts to another one, where that has none on the same entry: the latest of each. */
export async function mergeNotes(
  database: Database,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  if (from.length === 0) return;
  const has = sql`exists (select 1 from ${note} as existing
    where existing.user_id = ${to} and existing.kind = ${note.kind} and existing.slug = ${note.slug})`;
  const latest = database
    .selectDistinctOn([note.kind, note.slug], { id: note.id })
    .from(note)
    .where(and(inArray(note.userId, [...from]), sql`not ${has}`))
    .orderBy(note.kind, note.slug, desc(note.writtenAt));
  await database.update(note).set({ userId: to }).where(inArray(note.id, latest));
}

export async function moveNotes(database: Database, { kind, from, to }: MovedEntry): Promise<void> {
  const ofKind = sql`${note.kind} = ${kind}`; // which may have no notes
  await database.delete(note).where(and(ofKind, eq(note.slug, to)));
  await database
    .update(note)
    .set({ slug: to })
    .where(and(ofKind, eq(note.slug, from)));
}
