import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, gte, inArray, lt, or } from "#api/infra/database/drizzle.ts";
import { oneTimeTokens, type OneTimeToken } from "../schema.ts";

type Key = Pick<OneTimeToken, "tokenHash" | "purpose">;

export async function insertToken(database: Database, row: OneTimeToken): Promise<void> {
  await database.insert(oneTimeTokens).values(row);
}

const hasKey = ({ tokenHash, purpose }: Key) =>
  and(eq(oneTimeTokens.tokenHash, tokenHash), eq(oneTimeTokens.purpose, purpose));

/** Returns a token, expired or not. */
export async function findToken(database: Database, key: Key): Promise<OneTimeToken | undefined> {
  const [token] = await database.select().from(oneTimeTokens).where(hasKey(key));
  return token;
}

/** Deletes a token and returns it. Of two concurrent calls only one gets it. */
export async function deleteToken(database: Database, key: Key): Promise<OneTimeToken | undefined> {
  const [token] = await database.delete(oneTimeTokens).where(hasKey(key)).returning();
  return token;
}

const ofUser = (userId: string, purpose: OneTimeToken["purpose"]) =>
  and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose));

export async function deleteEnrolmentCodes(database: Database, userId: string): Promise<void> {
  await database.delete(oneTimeTokens).where(ofUser(userId, "enrol-factor"));
}

export async function deleteResetTokens(database: Database, userId: string): Promise<void> {
  await database.delete(oneTimeTokens).where(ofUser(userId, "reset-password"));
}

/** Deletes the reset tokens of an address, with or without an account, that were stored before `end`. */
export async function deleteResetTokensBefore(database: Database, email: string, end: Date) {
  const { purpose, createdAt } = oneTimeTokens;
  await database
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.email, email), eq(purpose, "reset-password"), lt(createdAt, end)));
}

type Recipient = Pick<OneTimeToken, "email"> & { userId: string };

/** The links that lock somebody out of an account, mailed to an address. */
const lockingLinksTo = ({ userId, email }: Recipient) =>
  and(
    eq(oneTimeTokens.userId, userId),
    eq(oneTimeTokens.email, email),
    inArray(oneTimeTokens.purpose, ["secure-account", "undo-email-change"]),
  );

/** Returns the links that lock somebody out of an account, were mailed to an address, and work at `at`. */
export const findLinksTo = (
  database: Database,
  recipient: Recipient,
  at: Date,
): Promise<OneTimeToken[]> =>
  database
    .select()
    .from(oneTimeTokens)
    .where(and(lockingLinksTo(recipient), gt(oneTimeTokens.expiresAt, at)));

/** Deletes the links by which the user can secure the account, and what else was mailed to this address to lock somebody out. */
export async function deleteSecureTokens(database: Database, recipient: Recipient): Promise<void> {
  await database
    .delete(oneTimeTokens)
    .where(or(ofUser(recipient.userId, "secure-account"), lockingLinksTo(recipient)));
}

/**
 * Deletes the undo tokens that the user was mailed later than the one used, and the links to the same address:
 * a repeated mail brings another one for the same change, and one about a session has nothing left to end.
 */
export async function deleteUndoTokens(
  database: Database,
  used: Recipient & Pick<OneTimeToken, "createdAt">,
): Promise<void> {
  const isLater = gte(oneTimeTokens.createdAt, used.createdAt);
  await database
    .delete(oneTimeTokens)
    .where(or(and(ofUser(used.userId, "undo-email-change"), isLater), lockingLinksTo(used)));
}
