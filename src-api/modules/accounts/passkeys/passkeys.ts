import { randomUUID } from "node:crypto";
import {
  maxPasskeys,
  type AssertedCredential,
  type CreatedCredential,
} from "../../../../src-shared/api/passkeys.ts";
import type { Session } from "../../../http/session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { recordAct, type Actor } from "../../../infra/audit/record-act.ts";
import type { Database } from "../../../infra/database/connect.ts";
import type { Portal } from "../../../portal.ts";
import { enqueueSecurityMail } from "../mails/security-mails.ts";
import type { PasskeyRow } from "../schema.ts";
import { beginSession } from "../sessions/sessions.ts";
import { findUser, lockUser } from "../user-store.ts";
import { isProven, type ProvenUser } from "../users.ts";
import { issueChallenge, useChallenge } from "./passkey-challenges.ts";
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
 * Adds a passkey that a device created for a challenge of this session, and mails its owner. Throws
 * `passkey-invalid`, also for one that an account has already, and `limit-reached`.
 */
export async function storePasskey(
  portal: Portal,
  { id: sessionId, userId }: Pick<Session, "id" | "userId">,
  { name, credential }: Created,
  actor: Actor,
): Promise<PasskeyRow> {
  const challenge = await useChallenge(portal, credential.response.clientDataJSON, sessionId);
  const created = challenge && (await verifyCreated(portal, credential, challenge));
  if (!created) throw new ApiError("passkey-invalid");
  return portal.database.transaction(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user || !isProven(user)) throw new ApiError("unauthorized");
    refuseMore(await findPasskeysOf(transaction, userId));
    const at = portal.now();
    const row = { id: randomUUID(), userId, ...created, name, createdAt: at, lastUsedAt: null };
    if (!(await insertPasskey(transaction, row))) throw new ApiError("passkey-invalid");
    await recordAct(transaction, { act: "passkey-added", at, actor, subjectId: userId });
    await enqueueSecurityMail(portal, transaction, "passkey-added", { user, actor });
    return row;
  });
}

/**
 * Removes a passkey, and mails its owner. Throws `not-found`. Call it in the transaction for which the password
 * was entered.
 */
export async function dropPasskey(
  portal: Portal,
  transaction: Database,
  { user, id, actor }: { user: ProvenUser; id: string; actor: Actor },
): Promise<void> {
  if (!(await deletePasskey(transaction, { userId: user.id, id }))) throw new ApiError("not-found");
  const act = { act: "passkey-removed", at: portal.now(), actor, subjectId: user.id } as const;
  await recordAct(transaction, act);
  await enqueueSecurityMail(portal, transaction, "passkey-removed", { user, actor });
}

/**
 * Logs in with a passkey and returns the token of the session, which counts as begun by two factors. Throws
 * `passkey-refused` for whatever reason.
 */
export async function logInWithPasskey(
  portal: Portal,
  credential: AssertedCredential,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<string> {
  const challenge = await useChallenge(portal, credential.response.clientDataJSON, null);
  const passkey = await findByCredential(portal.database, credential.id);
  const user = passkey && (await findUser(portal.database, passkey.userId));
  if (!challenge || !user || !isProven(user)) throw new ApiError("passkey-refused");
  const counter = await verifyAsserted(portal, credential, { passkey, challenge });
  if (counter === null) throw new ApiError("passkey-refused");
  return portal.database.transaction(async (transaction) => {
    await lockUser(transaction, user.id);
    const at = portal.now();
    const isUsed = await countUse(transaction, { id: passkey.id, counter }, at);
    const services = { ...portal, database: transaction };
    const start = { userAgent, ip, factors: "passkey" } as const;
    const token = isUsed ? await beginSession(services, user, start) : null;
    if (!token) throw new ApiError("passkey-refused");
    const actor = { userId: user.id, via: "portal", ip, userAgent } as const;
    await recordAct(transaction, {
      act: "signed-in",
      at,
      actor,
      subjectId: user.id,
      details: { factors: "passkey" },
    });
    return token;
  });
}
