import { lte } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { rateLimits } from "../../infra/throttle/schema.ts";
import { emailChanges, oneTimeTokens, passkeyChallenges, sessions, signUps } from "./schema.ts";

/**
 * Deletes what has expired at `at`, and sessions that were last used at `idleSince` or earlier.
 */
export async function deleteExpired(database: Database, at: Date, idleSince: Date): Promise<void> {
  await database.delete(sessions).where(lte(sessions.lastSeenAt, idleSince));
  const expiring = [sessions, signUps, emailChanges, oneTimeTokens, passkeyChallenges, rateLimits];
  for (const table of expiring) {
    await database.delete(table).where(lte(table.expiresAt, at));
  }
}
