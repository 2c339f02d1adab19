import { eq } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { emailChanges, users } from "../schema.ts";
import { dropResetTokens } from "../proofs/one-time-tokens.ts";
import { endSessionsOf } from "../sessions/sessions.ts";

/**
 * Replaces a password and ends whatever the former one may have been used for: the user's sessions (all
 * but `keptSession`), reset links, and the change of address that waits for its code. Links that undo a
 * change of address go on working: whoever took an account over would end them like this. Run in a
 * transaction that has locked the user.
 */
export async function setPassword(
  database: Database,
  userId: string,
  passwordHash: string,
  keptSession?: string,
): Promise<void> {
  await database.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await endSessionsOf(database, userId, keptSession);
  await dropResetTokens(database, userId);
  await database.delete(emailChanges).where(eq(emailChanges.userId, userId));
}
