import { randomUUID } from "node:crypto";
import {
  maxPasskeys,
  type AssertedCredential,
  type CreatedCredential,
} from "#shared/api/passkeys.ts";
import type { Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import { enqueueSecurityMail } from "../mails/security-mails.ts";
import type { PasskeyRow } from "../schema.ts";
import { requireFreshProof } from "../second-factor/require-factor.ts";
import { requiresFactor } from "../sessions/session-factors.ts";
import { keepSession, renewToken } from "../sessions/session-store.ts";
import { beginSession } from "../sessions/sessions.ts";
import { findUser, lockUser } from "../user-store.ts";
import { isProven, type ProvenUser } from "../users.ts";
import { challengeLifeMs, issueChallenge, useChallenge } from "./passkey-challenges.ts";
import {
  countUse,
  deletePasskey,
  findByCredential,
  findPasskeysOf,
  insertPasskey,
} from "./passkey-store.ts";
import { creationOptions, verifyAsserted, verifyCreated } from "./webauthn.ts";

/** Throws `limit-reached` where a user has as many passkeys as there may be. */
function refuseMore(present: PasskeyRow[]): void {
  if (present.length >= maxPasskeys) throw new ApiError("limit-reached");
}

/** Returns what a device needs to create a passkey. Call it once the password was entered. */
export async function optionsFor(portal: Portal, user: ProvenUser, sessionId: string) {
  const present = await findPasskeysOf(portal.database, user.id);
  refuseMore(present);
  const challenge = await issueChallenge(portal, sessionId);
  return creationOptions(portal, user, { challenge, present });
}

type Created = { name: string; credential: CreatedCredential };

/**
 * Adds a passkey that a device created for a challenge of this session, and mails its owner; returns it with the
 * session's new token. Throws `passkey-invalid`, also for one that an account has already, `limit-reached`, and what
 * `requireFreshProof` does: a factor may be required of the user only since the challenge was asked for.
 */
export async function storePasskey(
  portal: Portal,
  session: Session,
  { name, credential }: Created,
  actor: Actor,
): Promise<{ row: PasskeyRow; token: string }> {
  const { id: sessionId, userId } = session;
  const challenge = await useChallenge(portal, credential.response.clientDataJSON, sessionId);
  const created = challenge && (await verifyCreated(portal, credential, challenge));
  if (!created) throw new ApiError("passkey-invalid");
  return portal.database.transaction(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user || !isProven(user)) throw new ApiError("unauthorized");
    const allowedAt = new Date(portal.now().getTime() - challengeLifeMs);
    const changing = { session, user, act: "change-factors" } as const;
    await requireFreshProof({ ...portal, database: transaction }, changing, allowedAt);
    refuseMore(await findPasskeysOf(transaction, userId));
    const at = portal.now();
    const row = {
      id: randomUUID(),
      userId,
      ...created,
      name,
      createdAt: at,
      lastUsedAt: null,
      byPasswordAlone: !requiresFactor(portal.config, user),
    };
    if (!(await insertPasskey(transaction, row))) throw new ApiError("passkey-invalid");
    await recordAct(transaction, { act: "passkey-added", at, actor, subjectId: userId });
    await enqueueSecurityMail(portal, transaction, "passkey-added", { user, actor, sessionId });
    return { row, token: await renewToken(transaction, session) };
  });
}

/**
 * Removes a passkey with the sessions that began with it, and mails its owner. Returns the new token of the session in
 * use, or null where that has ended as well. Throws `not-found`. Call it in the transaction for which the password was
 * entered.
 */
export async function dropPasskey(
  portal: Portal,
  transaction: Database,
  { user, id, actor, session }: { user: ProvenUser; id: string; actor: Actor; session: Session },
): Promise<string | null> {
  // Before its session may end: the mail's link reaches back to its beginning.
  const doing = { user, actor, sessionId: session.id };
  await enqueueSecurityMail(portal, transaction, "passkey-removed", doing);
  if (!(await deletePasskey(transaction, { userId: user.id, id }))) throw new ApiError("not-found");
  const act = { act: "passkey-removed", at: portal.now(), actor, subjectId: user.id } as const;
  await recordAct(transaction, act);
  return (await keepSession(transaction, session)) ? renewToken(transaction, session) : null;
}

/** Begins the session of a passkey that a device asserted, and returns its token. Throws `passkey-refused`. */
async function beginByPasskey(
  portal: Portal,
  credential: AssertedCredential,
  { passkey, actor }: { passkey: PasskeyRow | undefined; actor: Actor },
): Promise<string> {
  const refusal = new ApiError("passkey-refused");
  const challenge = await useChallenge(portal, credential.response.clientDataJSON, null);
  const user = passkey && (await findUser(portal.database, passkey.userId));
  if (!challenge || !user || !isProven(user)) throw refusal;
  const counter = await verifyAsserted(portal, credential, { passkey, challenge });
  if (counter === null) throw refusal;
  return portal.database.transaction(async (transaction) => {
    await lockUser(transaction, user.id);
    const at = portal.now();
    if (!(await countUse(transaction, { id: passkey.id, counter }, at))) throw refusal;
    const services = { ...portal, database: transaction };
    const device = { userAgent: actor.userAgent ?? "", ip: actor.ip ?? "" };
    const proven = { factors: "passkey", factorProvenAt: at, passkeyId: passkey.id } as const;
    const token = await beginSession(services, user, { ...device, ...proven });
    if (!token) throw refusal;
    const by = { ...actor, userId: user.id };
    const details = { factors: "passkey" };
    await recordAct(transaction, { act: "signed-in", at, actor: by, subjectId: user.id, details });
    return token;
  });
}

/**
 * Logs in with a passkey and returns the token of the session, which counts as begun by two factors. Throws
 * `passkey-refused` for whatever reason, after recording the failed attempt.
 *
 * @param actor from where; nobody is signed in
 */
export async function logInWithPasskey(
  portal: Portal,
  credential: AssertedCredential,
  actor: Actor,
): Promise<string> {
  const passkey = await findByCredential(portal.database, credential.id);
  try {
    return await beginByPasskey(portal, credential, { passkey, actor });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const subjectId = passkey?.userId ?? null;
    const details = { factors: "passkey" };
    const failed = { act: "sign-in-failed", at: portal.now(), actor, subjectId, details } as const;
    await recordAct(portal.database, failed);
    throw error;
  }
}
