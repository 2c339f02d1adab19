import type { ActName } from "#shared/api/audit.ts";
import { and, eq, gt, inArray, sql, type PgColumn } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { auditEntries, type AuditEntry } from "./schema.ts";

/** Returns a field of who acts, if that is an admin. */
const ofAdmin = (field: "name" | "email", userId: string | null) =>
  sql<string>`(select ${sql.identifier(field)} from users where id = ${userId}::uuid and 'ROLE_ADMIN' = any(roles))`;

/** Adds an entry, with the name and address of who acts as an admin. */
export async function insertEntry(
  database: Database,
  entry: Omit<AuditEntry, "id" | "actorName" | "actorEmail">,
) {
  const { actorId } = entry;
  await database.insert(auditEntries).values({
    ...entry,
    actorName: ofAdmin("name", actorId),
    actorEmail: ofAdmin("email", actorId),
  });
}

/** Returns the name, as SQL, that the trail has of an admin whose account is deleted. */
export const formerNameOf = (id: PgColumn) =>
  sql<
    string | null
  >`(select actor_name from ${auditEntries} where ${auditEntries.actorId} = ${id} and actor_name is not null order by ${auditEntries.id} desc limit 1)`;

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

/** Deletes the entries of these acts from before `short`, and all entries from before `long`, which is earlier. */
export async function deleteEntriesBefore(
  database: Database,
  { long, short, shortLived }: { long: Date; short: Date; shortLived: readonly ActName[] },
): Promise<void> {
  const acts = sql.param([...shortLived]);
  await database.execute(
    sql`select prune_audit_entries(${acts}::text[], ${short.toISOString()}::timestamptz, ${long.toISOString()}::timestamptz)`,
  );
}

/** Removes from where a user acted, and from where somebody tried to sign in as the user. */
export async function forgetActorLocations(database: Database, userId: string): Promise<void> {
  await database.execute(sql`select forget_audit_places(${userId}::uuid)`);
}
