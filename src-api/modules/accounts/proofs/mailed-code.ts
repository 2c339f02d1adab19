import { randomInt, timingSafeEqual } from "node:crypto";
import { and, gt, lt, lte, type SQL } from "drizzle-orm";
import type { MailedCode } from "../../../../src-shared/api/sign-in.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { emailChanges, signUps } from "../schema.ts";
import { hashToken } from "../../../infra/tokens.ts";
import type { Portal } from "../../../portal.ts";

const minute = 60_000;
/** How long a code works, in ms, since it was sent. */
export const codeLife = 30 * minute;
/** Time between two codes, in ms. */
const codePause = minute / 2;
/** With this many wrong tries a code is worthless, and what waits for it is over. */
const maxWrongTries = 5;

/** Six random digits; leading zeros count. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/**
 * What is kept of a code. `secret` is the 256-bit text that only the device which waits for the code
 * holds (the id of a sign-up, the token of a session), so that the million codes cannot be tried
 * against a copy of the database.
 */
export const hashCode = (secret: string, code: string): string => hashToken(`${secret}:${code}`);

/** Compares in constant time. */
export const isCode = (hash: string, secret: string, code: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashCode(secret, code)));

type Waiting = typeof signUps | typeof emailChanges;

/** Whether a row still waits for its code. */
export const isWaiting = (table: Waiting, at: Date): SQL | undefined =>
  and(gt(table.expiresAt, at), lt(table.wrongTries, maxWrongTries));

/** Whether a row may get another code. */
export const mayResend = (table: Waiting, at: Date): SQL | undefined =>
  and(isWaiting(table, at), lte(table.codeSentAt, new Date(at.getTime() - codePause)));

type Sent = Pick<typeof signUps.$inferSelect, "email" | "codeSentAt" | "expiresAt">;

const resendTime = ({ codeSentAt }: Pick<Sent, "codeSentAt">): Date =>
  new Date(codeSentAt.getTime() + codePause);

/** Throws `too-many-requests` while it is too early for another code. */
export function refuseEarlyResend({ now }: Portal, sent: Pick<Sent, "codeSentAt">): void {
  const wait = resendTime(sent).getTime() - now().getTime();
  if (wait > 0) throw new ApiError("too-many-requests", { retryAfter: Math.ceil(wait / 1000) });
}

/** Whether the page shows the code itself: no mail arrives anywhere in the demo without a mail server. */
const showsCodes = ({ config }: Portal): boolean => config.seedDemo && !config.smtpUrl;

/** A code on its way as the device sees it that waits for it. `code` is left out where it is not known. */
export const presentCode = (portal: Portal, sent: Sent, code?: string): MailedCode => ({
  email: sent.email,
  expiresAt: sent.expiresAt.toISOString(),
  resendAt: resendTime(sent).toISOString(),
  ...(code && showsCodes(portal) && { testCode: code }),
});
