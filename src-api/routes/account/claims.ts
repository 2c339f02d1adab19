import { eq, sql } from "drizzle-orm";
import { ApiError } from "../../api-error.ts";
import type { Database } from "../../database/connect.ts";
import { users } from "../../database/schema.ts";
import { mergeAccounts } from "./merge.ts";
import { dropResetTokens } from "./one-time-tokens.ts";
import { findClaimed, type Accounts, type User } from "./users.ts";

/** One proof of an address at a time, until the transaction ends. */
const lockAddress = (database: Database, email: string) =>
  database.execute(sql`select pg_advisory_xact_lock(hashtext(${email}))`);

async function claim(database: Database, user: User, email: string): Promise<void> {
  await database.update(users).set({ email, pendingEmail: null }).where(eq(users.id, user.id));
  if (user.email !== null) await dropResetTokens(database, user.id);
}

/**
 * Whoever opened a verification link reads the mail of that address: the account gets it. Where an
 * account of the same person has it already, what the newer account holds moves there and the newer
 * one ends; of its sessions only `sessionId`, the one that opened the link, goes along. Run in a transaction.
 *
 * Throws `token-invalid` when the account no longer waits for this address, and `conflict` when
 * both have a live membership, or when the newer account has another proven address.
 */
export async function claimAddress(
  accounts: Accounts,
  user: User,
  email: string,
  sessionId: string | null,
): Promise<void> {
  const { database } = accounts;
  if (user.email === email) return;
  if (user.pendingEmail !== email) throw new ApiError("token-invalid");
  await lockAddress(database, email);
  const holder = await findClaimed(database, email);
  if (!holder) return claim(database, user, email);
  if (user.email !== null) throw new ApiError("conflict");
  await mergeAccounts(accounts, { from: user.id, into: holder.id, sessionId });
}

/** A reset link proves its address as well; where another account has it, nothing is claimed. */
export async function claimFreeAddress(database: Database, user: User, email: string) {
  if (user.pendingEmail !== email) return;
  await lockAddress(database, email);
  if (!(await findClaimed(database, email))) await claim(database, user, email);
}
