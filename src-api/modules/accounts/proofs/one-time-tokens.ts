import { dayMs, hourMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import type { OneTimeToken } from "../schema.ts";
import type { Accounts } from "../users.ts";
import { deleteToken, findLinksTo, findToken, insertToken } from "./one-time-token-store.ts";

type Purpose = OneTimeToken["purpose"];

/** How long a link in a mail works, in ms. */
const lifeOf: Record<Purpose, number> = {
  "enrol-factor": hourMs,
  "reset-password": hourMs,
  "secure-account": 7 * dayMs,
  "undo-email-change": 7 * dayMs,
};

/**
 * Returns a new token and the row that stores its hash.
 *
 * @param owner whose link it is, and since when somebody else may have been in the account
 */
export function tokenFor(
  purpose: Purpose,
  { userId, email, since = null }: { userId: string | null; email: string; since?: Date | null },
  createdAt: Date,
): { token: string; row: OneTimeToken } {
  const token = newToken();
  const expiresAt = new Date(createdAt.getTime() + lifeOf[purpose]);
  const row = { tokenHash: hashToken(token), userId, purpose, email, since, createdAt, expiresAt };
  return { token, row };
}

/** Returns the token of a new reset link. Without an account it stores a useless one, for equal time. */
export async function issueResetToken(
  { database, now }: Accounts,
  userId: string | null,
  email: string,
): Promise<string> {
  const { token, row } = tokenFor("reset-password", { userId, email }, now());
  await insertToken(database, row);
  return token;
}

/** How long before its mail a link ends what somebody did in the account. */
const reachMs = 7 * dayMs;

/** A link that works: the user it belongs to, the address it was mailed to, and the beginning of what it ends. */
export type Link = { userId: string; email: string; since: Date; createdAt: Date };

/** Returns what a token stands for, at most seven days before its mail. Throws `token-invalid`. */
export function requireLink(token: OneTimeToken | undefined, at: Date): Link {
  if (!token?.userId || token.expiresAt <= at) throw new ApiError("token-invalid");
  const { userId, email, createdAt } = token;
  const earliest = new Date(createdAt.getTime() - reachMs);
  const begun = token.since ?? createdAt;
  return { userId, email, since: begun > earliest ? begun : earliest, createdAt };
}

/**
 * Returns since when somebody else may have been in the account, by all links that work and were mailed to the
 * address of this one: a thief may have several sessions, and using one link ends the others. Whoever has one
 * of the mails has them all.
 */
export async function sinceByLinks({ database, now }: Accounts, used: Link): Promise<Date> {
  const others = await findLinksTo(database, used, now());
  const times = others.map((token) => requireLink(token, now()).since.getTime());
  return new Date(Math.min(used.since.getTime(), ...times));
}

/** Returns what a link stands for without using it up. Throws `token-invalid`. */
export async function peekToken(
  { database, now }: Accounts,
  purpose: Purpose,
  token: string,
): Promise<Link> {
  return requireLink(await findToken(database, { tokenHash: hashToken(token), purpose }), now());
}

/** Uses a link up and returns what it stands for. Throws `token-invalid`, also when it was used before. */
export async function consumeToken(
  { database, now }: Accounts,
  purpose: Purpose,
  token: string,
): Promise<Link> {
  return requireLink(await deleteToken(database, { tokenHash: hashToken(token), purpose }), now());
}
