import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  arrayContains,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import {
  passkeys,
  secondFactors,
  sessions,
  users,
  type SecondFactorRow,
  type SessionRow,
} from "../schema.ts";

const isOn = isNotNull(secondFactors.confirmedAt);
const ofUser = (userId: string) => eq(secondFactors.userId, userId);

export async function findFactor(
  database: Database,
  userId: string,
): Promise<SecondFactorRow | undefined> {
  const [row] = await database.select().from(secondFactors).where(ofUser(userId));
  return row;
}

export const isFactorOn = async (database: Database, userId: string): Promise<boolean> =>
  (await database.$count(secondFactors, and(ofUser(userId), isOn))) > 0;

/** Stores a new key in place of one that was never confirmed. Returns false where one is on. */
export async function storePending(database: Database, row: SecondFactorRow): Promise<boolean> {
  const stored = await database
    .insert(secondFactors)
    .values(row)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: row,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return stored.length > 0;
}

/** Turns a key on whose code was entered. Of two calls at once only one returns true. */
export async function confirmFactor(
  database: Database,
  userId: string,
  changes: Pick<SecondFactorRow, "confirmedAt" | "lastStep" | "recoveryHashes" | "byPasswordAlone">,
): Promise<boolean> {
  const confirmed = await database
    .update(secondFactors)
    .set(changes)
    .where(and(ofUser(userId), isNull(secondFactors.confirmedAt)))
    .returning({ userId: secondFactors.userId });
  return confirmed.length > 0;
}

/** Uses up a step and all before it. Returns false when it was used already, by whomever. */
export async function consumeStep(
  database: Database,
  userId: string,
  step: number,
): Promise<boolean> {
  const used = await database
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(ofUser(userId), isOn, lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}

/** Uses a recovery code up. Returns false when the user has none with this hash. */
export async function consumeRecoveryHash(database: Database, userId: string, hash: string) {
  const { recoveryHashes } = secondFactors;
  const used = await database
    .update(secondFactors)
    .set({ recoveryHashes: sql`array_remove(${recoveryHashes}, ${hash})` })
    .where(and(ofUser(userId), isOn, arrayContains(recoveryHashes, [hash])))
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}

/** Replaces the recovery codes. Returns false where no factor is on. */
export async function storeRecoveryHashes(database: Database, userId: string, hashes: string[]) {
  const stored = await database
    .update(secondFactors)
    .set({ recoveryHashes: hashes })
    .where(and(ofUser(userId), isOn))
    .returning({ userId: secondFactors.userId });
  return stored.length > 0;
}

/**
 * Deletes the key, also one that waits for its first code, and ends the sessions that began with its codes. The one to
 * be kept counts as begun with the password alone. Returns whether the key was on.
 */
export async function deleteFactor(
  database: Database,
  userId: string,
  keptSession: string | null,
): Promise<boolean> {
  const { confirmedAt } = secondFactors;
  const deleted = await database
    .delete(secondFactors)
    .where(ofUser(userId))
    .returning({ confirmedAt });
  const begunWithCode = and(
    eq(sessions.userId, userId),
    inArray(sessions.factors, ["password+totp", "password+recovery"]),
  );
  if (keptSession) {
    await database
      .update(sessions)
      .set({ factors: "password" })
      .where(and(begunWithCode, eq(sessions.id, keptSession)));
  }
  await database.delete(sessions).where(begunWithCode);
  return deleted.some((row) => row.confirmedAt !== null);
}

/** Deletes a key that was turned on since then, or waits for its first code. Returns whether one was on. */
export async function deleteFactorSince(
  database: Database,
  userId: string,
  since: Date,
): Promise<boolean> {
  const { confirmedAt } = secondFactors;
  const deleted = await database
    .delete(secondFactors)
    .where(and(ofUser(userId), or(isNull(confirmedAt), gte(confirmedAt, since))))
    .returning({ confirmedAt });
  return deleted.some((row) => row.confirmedAt !== null);
}

/** Ends the user's other sessions that began with a password alone. */
export async function endOneFactorSessions(database: Database, userId: string, except: string) {
  const { id, factors } = sessions;
  await database
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), eq(factors, "password"), sql`${id} <> ${except}::uuid`),
    );
}

/** Notes that a session has proven the factor, and with what it counts as begun from now on. */
export async function noteProof(
  database: Database,
  sessionId: string,
  changes: Partial<Pick<SessionRow, "factors" | "factorProvenAt">>,
): Promise<void> {
  await database.update(sessions).set(changes).where(eq(sessions.id, sessionId));
}

/** Returns by what a session began, when it last proved a factor, and whether one-time passwords are on in its user's account. */
export async function findProof(
  database: Database,
  sessionId: string,
): Promise<{ factors: SessionRow["factors"]; provenAt: Date | null; isOn: boolean }> {
  const { factors, factorProvenAt: provenAt } = sessions;
  const [found] = await database
    .select({ factors, provenAt, confirmedAt: secondFactors.confirmedAt })
    .from(sessions)
    .leftJoin(secondFactors, eq(secondFactors.userId, sessions.userId))
    .where(eq(sessions.id, sessionId));
  return {
    factors: found?.factors ?? "password",
    provenAt: found?.provenAt ?? null,
    isOn: Boolean(found?.confirmedAt),
  };
}

/** Returns the admins with a key or passkey that was added by the password alone. */
export async function findAdminsByPasswordAlone(database: Database): Promise<string[]> {
  const ofKeys = database
    .select({ id: secondFactors.userId })
    .from(secondFactors)
    .where(eq(secondFactors.byPasswordAlone, true));
  const ofPasskeys = database
    .select({ id: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.byPasswordAlone, true));
  const found = await database
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        arrayContains(users.roles, ["ROLE_ADMIN"]),
        or(inArray(users.id, ofKeys), inArray(users.id, ofPasskeys)),
      ),
    );
  return found.map(({ id }) => id);
}
