import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, gt, isNull, lt, or, sql } from "#api/infra/database/drizzle.ts";
import { passkeyChallenges, passkeys, type PasskeyRow } from "../schema.ts";

export async function insertChallenge(
  database: Database,
  row: typeof passkeyChallenges.$inferInsert,
): Promise<void> {
  await database.insert(passkeyChallenges).values(row);
}

/** Deletes a challenge and returns whether it could still be used: of concurrent calls only one gets it. */
export async function consumeChallenge(
  database: Database,
  { challengeHash, sessionId }: { challengeHash: string; sessionId: string | null },
  at: Date,
): Promise<boolean> {
  const ofSession = sessionId
    ? eq(passkeyChallenges.sessionId, sessionId)
    : isNull(passkeyChallenges.sessionId);
  const deleted = await database
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        ofSession,
        gt(passkeyChallenges.expiresAt, at),
      ),
    )
    .returning({ hash: passkeyChallenges.challengeHash });
  return deleted.length > 0;
}

/** Returns the user's passkeys, oldest first. */
export const findPasskeysOf = (database: Database, userId: string): Promise<PasskeyRow[]> =>
  database
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** Returns a passkey by the id that its device gave it. */
export async function findByCredential(
  database: Database,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await database
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** Inserts a passkey; returns false when an account has it already. */
export async function insertPasskey(database: Database, row: PasskeyRow): Promise<boolean> {
  const inserted = await database
    .insert(passkeys)
    .values(row)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id });
  return inserted.length > 0;
}

const ofUser = (userId: string, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.userId, userId));

export async function updateName(
  database: Database,
  { userId, id, name }: Pick<PasskeyRow, "userId" | "id" | "name">,
): Promise<PasskeyRow | undefined> {
  const [row] = await database.update(passkeys).set({ name }).where(ofUser(userId, id)).returning();
  return row;
}

/** Removes a passkey of a user, with the sessions that began with it; returns false when the user has no such passkey. */
export async function deletePasskey(
  database: Database,
  { userId, id }: Pick<PasskeyRow, "userId" | "id">,
): Promise<boolean> {
  const deleted = await database
    .delete(passkeys)
    .where(ofUser(userId, id))
    .returning({ id: passkeys.id });
  return deleted.length > 0;
}

/** Removes all passkeys of a user, with the sessions that began with them; returns their number. */
export async function deletePasskeysOf(database: Database, userId: string): Promise<number> {
  const deleted = await database
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id });
  return deleted.length;
}

/**
 * Stores that a passkey was used. Returns false when it was removed meanwhile, or when its counter does not go
 * on from the stored one, as that of a copy does not. Devices that do not count always say 0.
 */
export async function countUse(
  database: Database,
  { id, counter }: Pick<PasskeyRow, "id" | "counter">,
  lastUsedAt: Date,
): Promise<boolean> {
  const goesOn = or(
    lt(passkeys.counter, counter),
    and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`),
  );
  const used = await database
    .update(passkeys)
    .set({ counter, lastUsedAt })
    .where(and(eq(passkeys.id, id), goesOn))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
