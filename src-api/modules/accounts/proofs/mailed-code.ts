import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { MailedCode } from "#shared/api/sign-in.ts";
import { minuteMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { hashToken } from "#api/infra/tokens.ts";
import type { Portal } from "#api/portal.ts";
import type { SignUpRow } from "../schema.ts";

/** How long a code works after it was sent. */
const codeLifeMs = 30 * minuteMs;
/** Shortest time between two codes, in ms. */
const codePause = minuteMs / 2;
/** After this many wrong codes the sign-up or change of address is over. */
const maxWrongTries = 5;

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

/** What a sign-up and a change of address store about their code. */
type CodeRow = Pick<SignUpRow, "wrongTries" | "codeSentAt" | "expiresAt">;

/** Returns a new code, random unless the page shows it anyway, and the columns that store it. */
export function codeFor(portal: Pick<Portal, "config">, secret: string, at: Date) {
  const code = showsCodes(portal) ? shownCode(secret, at) : sixDigits(randomInt(1_000_000));
  const columns = {
    codeHash: hashCode(secret, code),
    wrongTries: 0,
    codeSentAt: at,
    expiresAt: new Date(at.getTime() + codeLifeMs),
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

/** Returns what the device that waits for a code is shown. */
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
