import { and, eq, gt, inArray, isNotNull, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { ActName } from "../../../src-shared/api/audit.ts";
import type { Database } from "../database/connect.ts";
import { auditEntries, type AuditEntry } from "./schema.ts";

export async function insertEntry(database: Database, entry: Omit<AuditEntry, "id">) {
  await database.insert(auditEntries).values(entry);
}

/** Returns whether one of these acts has concerned a user after a time. */
export async function isRecordedSince(
  database: Database,
  { acts, subjectId, since }: { acts: readonly ActName[]; subjectId: string; since: Date },
): Promise<boolean> {
  const { id, act, at } = auditEntries;
  const found = await database
    .select({ id })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, subjectId), gt(at, since), inArray(act, [...acts])))
    .limit(1);
  return found.length > 0;
}

/** Lets the trigger pass this transaction's deletion of entries from before `time`, and no other. */
const allowPruning = (tx: Database, time: Date) =>
  tx.execute(sql`select set_config('ringside.audit_prune_before', ${time.toISOString()}, true)`);

/** Lets the trigger pass this transaction's removal of addresses and devices, and no other change. */
const allowForgetting = (tx: Database) =>
  tx.execute(sql`select set_config('ringside.audit_forget', 'on', true)`);

/** Deletes the entries of these acts from before `short`, and all entries from before `long`, which is earlier. */
export const deleteEntriesBefore = (
  database: Database,
  { long, short, shortLived }: { long: Date; short: Date; shortLived: readonly ActName[] },
): Promise<void> =>
  database.transaction(async (tx) => {
    const { act, at } = auditEntries;
    await allowPruning(tx, short);
    await tx.delete(auditEntries).where(and(inArray(act, [...shortLived]), lt(at, short)));
    await allowPruning(tx, long);
    await tx.delete(auditEntries).where(and(notInArray(act, [...shortLived]), lt(at, long)));
  });

/**
 * Removes from where a user acted, and from where somebody tried to sign in as the user. The entries stay,
 * with the id of an account that no longer exists.
 */
export const forgetWhereabouts = (database: Database, userId: string): Promise<void> =>
  database.transaction(async (tx) => {
    const { actorId, subjectId, ip, userAgent } = auditEntries;
    await allowForgetting(tx);
    await tx
      .update(auditEntries)
      .set({ ip: null, userAgent: null })
      .where(
        and(
          or(eq(actorId, userId), and(isNull(actorId), eq(subjectId, userId))),
          or(isNotNull(ip), isNotNull(userAgent)),
        ),
      );
    await tx.execute(sql`select set_config('ringside.audit_forget', '', true)`);
  });
