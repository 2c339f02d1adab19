import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { invitationDays } from "#shared/api/invitations.ts";
import type { MailedCode } from "#shared/api/sign-in.ts";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import type { Portal } from "#api/portal.ts";
import { type OneTimeToken, oneTimeTokens, type SignUpRow } from "./schema.ts";
import type { Accounts } from "./users.ts";

/** How long a code works after it was sent. */
const codeLifeMs = 30 * minuteMs;
/** Shortest time between two codes, in ms. */
const codePause = minuteMs / 2;
/** After this many wrong codes the sign-up, login or change of address is over. */
export const maxWrongTries = 5;

const sixDigits = (value: number): string => String(value % 1_000_000).padStart(6, "0");

/** Returns whether the page shows the code: in the demo without a mail server nobody receives mails. */
const showsCodes = ({ config }: Pick<Portal, "config">): boolean =>
  config.seedDemo && !config.smtpUrl;

/** Returns a code that can be computed again, so that the page of the demo shows it after a reload, too. */
const shownCode = (secret: string, sentAt: Date): string =>
  sixDigits(createHash("sha256").update(`${secret} ${sentAt.getTime()}`).digest().readUInt32BE());

/**
 * Returns the hash that is stored of a code. `secret` is a 256-bit text that is not in the database (the id of
 * a sign-up, which only its device has, or what the sealer derives for a session): without it, a copy of the database does not
 * help to find the code by trying all of them.
 */
export const hashCode = (secret: string, code: string): string => hashToken(`${secret}:${code}`);

/** Returns whether a code matches its hash; compares in constant time. */
export const isCode = (hash: string, secret: string, code: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashCode(secret, code)));

/** What a sign-up, a login and a change of address store about their code. */
type CodeRow = Pick<SignUpRow, "wrongTries" | "codeSentAt" | "expiresAt">;

/** Returns a new code, random unless the page shows it anyway, and the columns that store it. */
export function codeFor(
  portal: Pick<Portal, "config">,
  secret: string,
  at: Date,
  lifeMs = codeLifeMs,
) {
  const code = showsCodes(portal) ? shownCode(secret, at) : sixDigits(randomInt(1_000_000));
  const columns = {
    codeHash: hashCode(secret, code),
    wrongTries: 0,
    codeSentAt: at,
    expiresAt: new Date(at.getTime() + lifeMs),
  };
  return { code, columns };
}

/** Returns whether the code can still be entered. */
export const isWaiting = ({ expiresAt, wrongTries }: CodeRow, at: Date): boolean =>
  expiresAt > at && wrongTries < maxWrongTries;

/** Returns the row if its code can still be entered, otherwise null. */
export const ifWaiting = <Row extends CodeRow>(row: Row | undefined, at: Date): Row | null =>
  row && isWaiting(row, at) ? row : null;

const resendTime = ({ codeSentAt }: Pick<CodeRow, "codeSentAt">): Date =>
  new Date(codeSentAt.getTime() + codePause);

/** Returns whether the code may be replaced by a new one. */
export const mayResend = (row: CodeRow, at: Date): boolean =>
  isWaiting(row, at) && resendTime(row) <= at;

/** Throws `too-many-requests` while it is too early for another code. */
export function refuseEarlyResend(sent: Pick<CodeRow, "codeSentAt">, at: Date): void {
  const wait = resendTime(sent).getTime() - at.getTime();
  if (wait > 0) throw new ApiError("too-many-requests", { retryAfter: Math.ceil(wait / 1000) });
}

/** Returns the state shown on the device that waits for a code. */
export const presentCode = (
  portal: Pick<Portal, "config">,
  sent: Pick<SignUpRow, "email" | "codeSentAt" | "expiresAt">,
  secret: string,
): MailedCode => ({
  email: sent.email,
  expiresAt: sent.expiresAt.toISOString(),
  resendAt: resendTime(sent).toISOString(),
  ...(showsCodes(portal) && { testCode: shownCode(secret, sent.codeSentAt) }),
});

type Purpose = OneTimeToken["purpose"];

/** How long a link in a mail works, in ms. */
const lifeOf: Record<Purpose, number> = {
  "enrol-factor": hourMs,
  invitation: invitationDays * dayMs,
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

/** Returns what a link proves; `since` is at most seven days before its mail. Throws `token-invalid`. */
export function requireLink(token: OneTimeToken | undefined, at: Date): Link {
  if (!token?.userId || token.expiresAt <= at) throw new ApiError("token-invalid");
  const { userId, email, createdAt } = token;
  const earliest = new Date(createdAt.getTime() - reachMs);
  const begun = token.since ?? createdAt;
  return { userId, email, since: begun > earliest ? begun : earliest, createdAt };
}

/** Returns what a link proves without using it up. Throws `token-invalid`. */
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

type Key = Pick<OneTimeToken, "tokenHash" | "purpose">;

export async function insertToken(database: Database, row: OneTimeToken): Promise<void> {
  await database.insert(oneTimeTokens).values(row);
}

const hasKey = ({ tokenHash, purpose }: Key) =>
  and(eq(oneTimeTokens.tokenHash, tokenHash), eq(oneTimeTokens.purpose, purpose));

/** Returns a token, expired or not. */
async function findToken(database: Database, key: Key): Promise<OneTimeToken | undefined> {
  const [token] = await database.select().from(oneTimeTokens).where(hasKey(key));
  return token;
}

/** Deletes a token and returns it. Of two concurrent calls only one gets it. */
export async function deleteToken(database: Database, key: Key): Promise<OneTimeToken | undefined> {
  const [token] = await database.delete(oneTimeTokens).where(hasKey(key)).returning();
  return token;
}

export const tokensOf = (userId: string, purpose: OneTimeToken["purpose"]) =>
  and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose));

export async function deleteEnrolmentCodes(database: Database, userId: string): Promise<void> {
  await database.delete(oneTimeTokens).where(tokensOf(userId, "enrol-factor"));
}

export async function deleteResetTokens(database: Database, userId: string): Promise<void> {
  await database.delete(oneTimeTokens).where(tokensOf(userId, "reset-password"));
}
