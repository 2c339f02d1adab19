import { and, desc, eq, gt, isNotNull, sql, type PgColumn } from "#api/infra/database/drizzle.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { users } from "#api/modules/accounts/module.ts";
import { memberActs, type MemberActRow } from "./schema.ts";
import type { Undo } from "./undo.ts";

/** Returns the name, as SQL, that the trail has of an admin whose account is deleted. */
const formerNameOf = (id: PgColumn) =>
  sql<
    string | null
  >`(select actor_name from ${auditEntries} where ${auditEntries.actorId} = ${id} and actor_name is not null order by ${auditEntries.id} desc limit 1)`;

export async function lockAct(tx: Database, id: string): Promise<MemberActRow | undefined> {
  const [row] = await tx.select().from(memberActs).where(eq(memberActs.id, id)).for("update");
  return row;
}

export async function findAct(database: Database, id: string): Promise<MemberActRow | undefined> {
  const [row] = await database.select().from(memberActs).where(eq(memberActs.id, id));
  return row;
}

/** An act that was not undone, with the name of who did it. */
export type UndoableAct = Pick<MemberActRow, "id" | "createdAt"> & { undo: Undo; by: string };

/** Returns the acts for a member after a time that were not undone, newest first. */
export async function findUndoable(
  database: Database,
  userId: string,
  after: Date,
): Promise<UndoableAct[]> {
  const { id, createdAt, undo, actorId } = memberActs;
  const rows = await database
    .select({
      id,
      createdAt,
      undo,
      by: sql<string>`coalesce(${users.name}, ${formerNameOf(actorId)}, '')`,
    })
    .from(memberActs)
    .leftJoin(users, eq(users.id, actorId))
    .where(and(eq(memberActs.userId, userId), gt(createdAt, after), isNotNull(undo)))
    .orderBy(desc(createdAt), desc(id));
  return rows.flatMap((row) => (row.undo ? [{ ...row, undo: row.undo }] : []));
}

/** Records who has undone an act: it cannot be undone again. */
export const markUndone = (tx: Database, id: string, undoneBy: string) =>
  tx.update(memberActs).set({ undo: null, undoneBy }).where(eq(memberActs.id, id));
