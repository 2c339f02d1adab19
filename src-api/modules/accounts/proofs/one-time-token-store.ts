import { and, eq, gte, lt, or } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
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

/** Deletes the user's reset tokens. */
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

/** Deletes the links by which the user can secure the account. */
export async function deleteSecureTokens(database: Database, userId: string): Promise<void> {
  await database.delete(oneTimeTokens).where(ofUser(userId, "secure-account"));
}

/**
 * Deletes the undo tokens that the user was mailed later than the one used, and those to the same address:
 * a repeated mail brings another link for the same change.
 */
export async function deleteUndoTokens(
  database: Database,
  userId: string,
  { email, createdAt }: Pick<OneTimeToken, "email" | "createdAt">,
): Promise<void> {
  const isEnded = or(gte(oneTimeTokens.createdAt, createdAt), eq(oneTimeTokens.email, email));
  await database.delete(oneTimeTokens).where(and(ofUser(userId, "undo-email-change"), isEnded));
}
