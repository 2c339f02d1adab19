import * as z from "zod/mini";
import type { Role } from "#shared/active-member.ts";
import type { NotedKind, NoteQueue } from "#shared/api/judge-notes.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, desc, eq, inArray, isNotNull, sql } from "#api/infra/database/drizzle.ts";
import type { MovedEntry } from "#api/portal.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { users } from "#api/modules/accounts/module.ts";
import { judgeNotes, type JudgeNote } from "#api/modules/library/schema.ts";

/** The last note of a page: when it was written or approved. */
const cursorSchema = z.object({ at: cursorTime, id: z.uuid() });
type NoteCursor = z.infer<typeof cursorSchema>;

export const { format: formatNoteCursor, parse: parseNoteCursor } = createCursors(cursorSchema);

const note = judgeNotes;

type Key = { kind: NotedKind; slug: string };
const isOn = ({ kind, slug }: Key) => and(eq(note.kind, kind), eq(note.slug, slug));

/** Whether the author is a judge now: notes of former judges are not shown. */
const isOfJudge = sql`${"ROLE_JUDGE" satisfies Role}::text = any(${users.roles})`;

/** Returns the shown notes on an entry, the first approved first. */
export const findShown = (database: Database, key: Key) =>
  database
    .select({ note })
    .from(note)
    .innerJoin(users, eq(users.id, note.userId))
    .where(and(isOn(key), isNotNull(note.shownAt), isOfJudge))
    .orderBy(asc(note.shownAt), asc(note.id));

/** Returns the note of a user on an entry, or null. */
export async function findOwn(
  database: Database,
  userId: string,
  key: Key,
): Promise<JudgeNote | null> {
  const [found] = await database
    .select()
    .from(note)
    .where(and(eq(note.userId, userId), isOn(key)));
  return found ?? null;
}

/** Writes or changes a note. It waits, unless readers see the very same text already. */
export async function saveNote(
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

export async function removeNote(database: Database, userId: string, key: Key): Promise<void> {
  await database.delete(note).where(and(eq(note.userId, userId), isOn(key)));
}

const queues = {
  waiting: { at: note.writtenAt, isIn: eq(note.state, "waiting"), order: asc, beyond: ">" },
  shown: { at: note.shownAt, isIn: isNotNull(note.shownAt), order: desc, beyond: "<" },
} as const satisfies Record<NoteQueue, object>;

/** Returns the notes of a queue after the cursor. */
export const findQueue = (
  database: Database,
  queue: NoteQueue,
  { after, limit }: { after: NoteCursor | null; limit: number },
) => {
  const { at, isIn, order, beyond } = queues[queue];
  const isAfter =
    after &&
    sql`(${at}, ${note.id}) ${sql.raw(beyond)} (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return database
    .select({ note })
    .from(note)
    .innerJoin(users, eq(users.id, note.userId))
    .where(and(isIn, isOfJudge, isAfter ?? undefined))
    .orderBy(order(at), order(note.id))
    .limit(limit);
};

export const hasNote = async (database: Database, id: string): Promise<boolean> =>
  (await database.$count(note, eq(note.id, id))) > 0;

/** A waiting text, unless it was changed after `writtenAt`. */
const isWaiting = (id: string, writtenAt: Date) =>
  and(eq(note.id, id), eq(note.state, "waiting"), eq(note.writtenAt, writtenAt));

/** What a decision about a note was about, for the audit trail. */
export type DecidedNote = Pick<JudgeNote, "userId" | "kind" | "slug">;

const decided = { userId: note.userId, kind: note.kind, slug: note.slug };

/** Shows a waiting text. Returns nothing if it no longer waits. */
export async function approve(
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
export async function reject(
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
export async function takeDown(
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
  const has = sql`exists (select 1 from ${note} as held
    where held.user_id = ${to} and held.kind = ${note.kind} and held.slug = ${note.slug})`;
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
