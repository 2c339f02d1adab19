import { and, desc, eq, isNotNull, isNull } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { users } from "#api/modules/accounts/module.ts";
import { memberNotes, type MemberNoteRow } from "./schema.ts";

const isNote = (userId: string, id: string) =>
  and(eq(memberNotes.id, id), eq(memberNotes.userId, userId));

/** Returns the notes about a member, newest first, with the names of their authors. */
export const findNotes = (
  database: Database,
  userId: string,
): Promise<(MemberNoteRow & { author: string | null })[]> =>
  database
    .select({
      id: memberNotes.id,
      userId: memberNotes.userId,
      authorId: memberNotes.authorId,
      text: memberNotes.text,
      createdAt: memberNotes.createdAt,
      changedAt: memberNotes.changedAt,
      deletedAt: memberNotes.deletedAt,
      author: users.name,
    })
    .from(memberNotes)
    .leftJoin(users, eq(users.id, memberNotes.authorId))
    .where(and(eq(memberNotes.userId, userId), isNull(memberNotes.deletedAt)))
    .orderBy(desc(memberNotes.createdAt), desc(memberNotes.id));

/** Returns the text of a note, deleted or not; null once the row is gone. */
export async function findNoteText(database: Database, id: string): Promise<string | null> {
  const [note] = await database
    .select({ text: memberNotes.text })
    .from(memberNotes)
    .where(eq(memberNotes.id, id));
  return note?.text ?? null;
}

/** Returns the notes about a user for the export of personal data, without their authors. */
export const findNotesAbout = (database: Database, userId: string) =>
  database
    .select({
      text: memberNotes.text,
      createdAt: memberNotes.createdAt,
      changedAt: memberNotes.changedAt,
    })
    .from(memberNotes)
    .where(and(eq(memberNotes.userId, userId), isNull(memberNotes.deletedAt)))
    .orderBy(desc(memberNotes.createdAt));

export const insertNote = (tx: Database, row: MemberNoteRow) => tx.insert(memberNotes).values(row);

/** Changes the text of a note. False when there is no such note. */
export async function changeNote(
  tx: Database,
  { userId, id }: { userId: string; id: string },
  changes: Pick<MemberNoteRow, "text" | "changedAt">,
): Promise<boolean> {
  const changed = await tx
    .update(memberNotes)
    .set(changes)
    .where(and(isNote(userId, id), isNull(memberNotes.deletedAt)))
    .returning({ id: memberNotes.id });
  return changed.length > 0;
}

/** Hides a note (`deletedAt`), or shows it again (null). False when there is no such note, or it was so before. */
export async function markNoteDeleted(
  tx: Database,
  { userId, id }: { userId: string; id: string },
  deletedAt: Date | null,
): Promise<boolean> {
  const wasShown = deletedAt ? isNull(memberNotes.deletedAt) : isNotNull(memberNotes.deletedAt);
  const marked = await tx
    .update(memberNotes)
    .set({ deletedAt })
    .where(and(isNote(userId, id), wasShown))
    .returning({ id: memberNotes.id });
  return marked.length > 0;
}
