import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, lt, sql } from "#api/infra/database/drizzle.ts";
import { loginChallenges, type LoginChallenge } from "../schema.ts";

export async function insertChallenge(database: Database, row: LoginChallenge): Promise<void> {
  await database.insert(loginChallenges).values(row);
}

/** Counts a try before the code is verified, so that parallel ones count. Undefined when it is over. */
export async function countChallengeTry(
  database: Database,
  idHash: string,
  { at, maxTries }: { at: Date; maxTries: number },
): Promise<LoginChallenge | undefined> {
  const { tries, expiresAt } = loginChallenges;
  const [row] = await database
    .update(loginChallenges)
    .set({ tries: sql`${tries} + 1` })
    .where(and(eq(loginChallenges.idHash, idHash), lt(tries, maxTries), gt(expiresAt, at)))
    .returning();
  return row;
}

/** Uses a challenge up. Of two calls at once only one returns true. */
export async function deleteChallenge(database: Database, idHash: string): Promise<boolean> {
  const deleted = await database
    .delete(loginChallenges)
    .where(eq(loginChallenges.idHash, idHash))
    .returning({ idHash: loginChallenges.idHash });
  return deleted.length > 0;
}

export async function deleteChallengesOf(database: Database, userId: string): Promise<void> {
  await database.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
}
