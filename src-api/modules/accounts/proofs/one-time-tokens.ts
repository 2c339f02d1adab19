import { and, eq, gt, gte, sql } from "drizzle-orm";
import { ApiError } from "../../../infra/api-error.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { oneTimeTokens } from "../schema.ts";
import { hashToken } from "../../../infra/tokens.ts";
import { newToken } from "../../../infra/tokens.ts";
import type { Accounts } from "../users.ts";

type Purpose = (typeof oneTimeTokens.$inferSelect)["purpose"];

const hour = 60 * 60_000;
/** How long a link in a mail works, in ms. */
const lifeOf: Record<Purpose, number> = {
  "reset-password": hour,
  "undo-email-change": 7 * 24 * hour,
};

function tokenRow({ now }: Accounts, purpose: Purpose, userId: string | null, email: string) {
  const token = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + lifeOf[purpose]);
  const row = { tokenHash: hashToken(token), userId, purpose, email, createdAt, expiresAt };
  return { token, row };
}

/**
 * The token of a new reset link, in place of the address's last one. Without an account (null) the
 * same is written, so that the time it takes does not tell; such a token opens nothing.
 */
export async function issueResetToken(
  accounts: Accounts,
  userId: string | null,
  email: string,
): Promise<string> {
  const { token, row } = tokenRow(accounts, "reset-password", userId, email);
  await accounts.database
    .insert(oneTimeTokens)
    .values(row)
    .onConflictDoUpdate({
      target: oneTimeTokens.email,
      targetWhere: sql`purpose = 'reset-password'`,
      set: row,
    });
  return token;
}

/** The token of a link in a mail to the present address, which undoes changes of it. */
export async function issueUndoToken(
  accounts: Accounts,
  userId: string,
  email: string,
): Promise<string> {
  const { token, row } = tokenRow(accounts, "undo-email-change", userId, email);
  await accounts.database.insert(oneTimeTokens).values(row);
  return token;
}

const usable = ({ now }: Accounts, purpose: Purpose, token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    gt(oneTimeTokens.expiresAt, now()),
  );

type Link = { userId: string; email: string; createdAt: Date };

function requireLink(link: { userId: string | null; email: string; createdAt: Date } | undefined) {
  if (!link?.userId) throw new ApiError("token-invalid");
  return { ...link, userId: link.userId };
}

/** What a link that still works stands for; it goes on working. Throws `token-invalid`. */
export async function peekToken(
  accounts: Accounts,
  purpose: Purpose,
  token: string,
): Promise<Link> {
  const [link] = await accounts.database
    .select()
    .from(oneTimeTokens)
    .where(usable(accounts, purpose, token));
  return requireLink(link);
}

/**
 * Uses a link up and returns what it stood for. Throws `token-invalid` when it is unknown, over or
 * used: one statement, so that of two at a time one wins.
 */
export async function consumeToken(
  accounts: Accounts,
  purpose: Purpose,
  token: string,
): Promise<Link> {
  const [link] = await accounts.database
    .delete(oneTimeTokens)
    .where(usable(accounts, purpose, token))
    .returning();
  return requireLink(link);
}

const ofUser = (userId: string, purpose: Purpose) =>
  and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose));

/** Makes every link of a user worthless that would let its holder choose a new password. */
export async function dropResetTokens(database: Database, userId: string): Promise<void> {
  await database.delete(oneTimeTokens).where(ofUser(userId, "reset-password"));
}

/** Makes the undo links of a user worthless that were issued since then. */
export async function dropUndoTokens(database: Database, userId: string, since: Date) {
  await database
    .delete(oneTimeTokens)
    .where(and(ofUser(userId, "undo-email-change"), gte(oneTimeTokens.createdAt, since)));
}
