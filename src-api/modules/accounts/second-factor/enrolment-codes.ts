import { commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import { enqueueSecurityMail } from "../mails/security-mails.ts";
import { deleteEnrolmentCodes, deleteToken, insertToken } from "../proofs/one-time-token-store.ts";
import { tokenFor } from "../proofs/one-time-tokens.ts";
import { lockUser } from "../user-store.ts";
import type { ProvenUser } from "../users.ts";
import { hashSpelledCode, newSpelledCode } from "./recovery-codes.ts";

const purpose = "enrol-factor";

/**
 * Returns a new enrolment code of a user, which works once, for an hour, in place of a factor where one has to be
 * proven (docs/decisions/0036-second-factor.md). Earlier ones end. Records it, and mails the user where the portal runs:
 * without its jobs nothing is mailed.
 */
export async function issueEnrolmentCode(
  { database, now, jobs }: Pick<Portal, "database" | "now"> & Partial<Pick<Portal, "jobs">>,
  user: ProvenUser,
): Promise<string> {
  await lockUser(database, user.id);
  await deleteEnrolmentCodes(database, user.id);
  const { code, hash } = newSpelledCode(user.id);
  const { row } = tokenFor(purpose, { userId: user.id, email: user.email }, now());
  await insertToken(database, { ...row, tokenHash: hash });
  const act = "enrolment-code-issued";
  await recordAct(database, { act, at: now(), actor: commandActor, subjectId: user.id });
  if (jobs) {
    const by = { user, actor: commandActor, sessionId: null };
    await enqueueSecurityMail({ jobs, now }, database, act, by);
  }
  return code;
}

/** Uses up an enrolment code of a user. Returns false for a text that is none, and for one that is over. */
export async function consumeEnrolmentCode(
  database: Database,
  { userId, code }: { userId: string; code: string },
  at: Date,
): Promise<boolean> {
  const tokenHash = hashSpelledCode(userId, code);
  const found = tokenHash && (await deleteToken(database, { tokenHash, purpose }));
  return Boolean(found && found.expiresAt > at);
}
