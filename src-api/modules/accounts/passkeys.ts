import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import {
  addPasskey,
  type AssertedCredential,
  beginPasskey,
  beginPasskeyLogin,
  type CreatedCredential,
  type CreationOptions,
  listPasskeys,
  logInByPasskey,
  maxPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  type RequestOptions,
} from "#shared/api/passkeys.ts";
import { minuteMs } from "#shared/durations.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser, type Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, gt, isNull, lt, or, sql } from "#api/infra/database/drizzle.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { refuseWhile } from "#api/modules/flags/module.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { requireFreshProof } from "./factor-proof.ts";
import { enqueueSecurityMail } from "./mails.ts";
import { requirePassword } from "./password.ts";
import { passkeyChallenges, type PasskeyRow, passkeys } from "./schema.ts";
import { lockSession, renewToken, requiresFactor } from "./sessions.ts";
import { beginSession, presentSignIn } from "./sign-in.ts";
import { type Accounts, findUser, isProven, lockUser, type ProvenUser } from "./users.ts";

/** Returns a passkey as its owner sees it, without keys. */
const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** What the password is asked for again here. */
const changing = { field: "password", act: "change-factors" } as const;

/** Serves the passkeys of the user's account. */
async function ownRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listPasskeys, async (_, request) => {
    const rows = await findPasskeysOf(portal.database, requireUser(request).userId);
    return { items: rows.map(presentPasskey) };
  });

  serve(app, beginPasskey, async ({ body: { password } }, request) => {
    const session = requireUser(request);
    const entered = { ...changing, session, ip: request.ip, password };
    const { user } = await requirePassword(portal, entered);
    return optionsFor(portal, user, session.id);
  });

  serve(app, addPasskey, async ({ body }, request) => {
    const session = requireUser(request);
    await throttle(portal, "passkey", request.ip, session.userId);
    const { row, token } = await storePasskey(portal, session, body, actorOf(request));
    return { ...presentPasskey(row), token };
  });

  serve(app, renamePasskey, async ({ params: { id }, body: { name } }, request) => {
    const { userId } = requireUser(request);
    const row = await portal.database.transaction(async (transaction) => {
      const [renamed] = await transaction
        .update(passkeys)
        .set({ name })
        .where(ofUser(userId, id))
        .returning();
      if (!renamed) throw new ApiError("not-found");
      const actor = actorOf(request);
      const act = { act: "passkey-renamed", at: portal.now(), actor, subjectId: userId } as const;
      await recordAct(transaction, act);
      return renamed;
    });
    return presentPasskey(row);
  });

  serve(app, removePasskey, async ({ params: { id }, body: { password } }, request) => {
    const session = requireUser(request);
    const entered = { ...changing, session, ip: request.ip, password };
    const { user, act } = await requirePassword(portal, entered);
    const actor = actorOf(request);
    const token = await act(async (database) =>
      dropPasskey(portal, database, { user, id, actor, session }),
    );
    return { token };
  });
}

async function loginRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, beginPasskeyLogin, async (_, { ip }) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "passkey-options", ip, "");
    return requestOptions(portal, await issueChallenge(portal, null));
  });

  serve(app, logInByPasskey, async ({ body: { credential } }, request) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "passkey", request.ip, "");
    const actor = { ...actorOf(request), userId: null };
    const token = await logInWithPasskey(portal, credential, actor);
    return presentSignIn({ portal, modules }, token, request.session, "passkey-refused");
  });
}

export async function passkeyRoutes(app: FastifyInstance, setup: RouteSetup): Promise<void> {
  await app.register(ownRoutes);
  await app.register(loginRoutes, setup);
}

/** Throws `limit-reached` where a user has as many passkeys as there may be. */
function refuseMore(present: PasskeyRow[]): void {
  if (present.length >= maxPasskeys) throw new ApiError("limit-reached");
}

/** Returns the options with which a device creates a passkey. Call it once the password was entered. */
async function optionsFor(portal: Portal, user: ProvenUser, sessionId: string) {
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
async function storePasskey(
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
    const confirmed = { session, user, act: "change-factors" } as const;
    await requireFreshProof(portal, transaction, confirmed, allowedAt);
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
    const inserted = await transaction
      .insert(passkeys)
      .values(row)
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id });
    if (inserted.length === 0) throw new ApiError("passkey-invalid");
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
async function dropPasskey(
  portal: Portal,
  transaction: Database,
  { user, id, actor, session }: { user: ProvenUser; id: string; actor: Actor; session: Session },
): Promise<string | null> {
  // Before its session may end: the mail's link reaches back to its beginning.
  const doing = { user, actor, sessionId: session.id };
  await enqueueSecurityMail(portal, transaction, "passkey-removed", doing);
  const removed = await transaction
    .delete(passkeys)
    .where(ofUser(user.id, id))
    .returning({ id: passkeys.id });
  if (removed.length === 0) throw new ApiError("not-found");
  const act = { act: "passkey-removed", at: portal.now(), actor, subjectId: user.id } as const;
  await recordAct(transaction, act);
  return (await lockSession(transaction, session)) ? renewToken(transaction, session) : null;
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
    // The counter of a copy does not go on from the stored one. Devices that do not count always say 0.
    const goesOn = or(
      lt(passkeys.counter, counter),
      and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`),
    );
    const counted = await transaction
      .update(passkeys)
      .set({ counter, lastUsedAt: at })
      .where(and(eq(passkeys.id, passkey.id), goesOn))
      .returning({ id: passkeys.id });
    if (counted.length === 0) throw refusal;
    const device = { userAgent: actor.userAgent ?? "", ip: actor.ip ?? "" };
    const proven = { factors: "passkey", factorProvenAt: at, passkeyId: passkey.id } as const;
    const token = await beginSession(portal, transaction, user, { ...device, ...proven });
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
async function logInWithPasskey(
  portal: Portal,
  credential: AssertedCredential,
  actor: Actor,
): Promise<string> {
  const [passkey] = await portal.database
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, credential.id));
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

/** How long a device has to sign a challenge. */
const challengeLifeMs = 5 * minuteMs;

/** Stores a new challenge for a session, or for a login (null), and returns it. */
async function issueChallenge(
  { database, now }: Accounts,
  sessionId: string | null,
): Promise<string> {
  const challenge = newToken();
  const expiresAt = new Date(now().getTime() + challengeLifeMs);
  await database
    .insert(passkeyChallenges)
    .values({ challengeHash: hashToken(challenge), sessionId, expiresAt });
  return challenge;
}

/** Returns the challenge that a device says it signed, or null for unreadable data and for one from a frame. */
async function signedChallenge(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  try {
    const { challenge, crossOrigin }: Partial<ReturnType<typeof decodeClientDataJSON>> =
      decodeClientDataJSON(clientDataJSON);
    return typeof challenge === "string" && !crossOrigin ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Uses up the challenge that a device signed, and returns it; null when it is unknown, expired, used or another's. Of
 * concurrent calls only one gets it.
 */
async function useChallenge(
  { database, now }: Accounts,
  clientDataJSON: string,
  sessionId: string | null,
): Promise<string | null> {
  const challenge = await signedChallenge(clientDataJSON);
  if (!challenge) return null;
  const { challengeHash, expiresAt } = passkeyChallenges;
  const ofSession = sessionId
    ? eq(passkeyChallenges.sessionId, sessionId)
    : isNull(passkeyChallenges.sessionId);
  const used = await database
    .delete(passkeyChallenges)
    .where(and(eq(challengeHash, hashToken(challenge)), ofSession, gt(expiresAt, now())))
    .returning({ challengeHash });
  return used.length > 0 ? challenge : null;
}

/** Whether a host is this machine: browsers know it as `localhost`, and passkeys cannot belong to an IP address. */
function isThisMachine(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(address)) return host === "localhost";
  return ["loopback", "unspecified"].includes(ipaddr.process(address).range());
}

/** Returns host name and origin of passkeys. Changing the host name makes all of them useless. */
export function relyingParty({ config, brand }: Pick<Portal, "config" | "brand">) {
  const url = new URL(publicOrigin(config));
  if (isThisMachine(url.hostname)) url.hostname = "localhost";
  return { id: url.hostname, origin: url.origin, name: brand.name };
}

type RelyingPartySettings = Pick<Portal, "config" | "brand">;

/** COSE's numbers of EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** Loads the library, of two hundred files, with the first passkey. */
const library = () => import("@simplewebauthn/server");

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** Returns the 16 bytes by which a device knows the user: the id, which says nothing about the person. */
const userHandle = (userId: string) =>
  new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"));

/** Returns the options with which a device creates a passkey for a user, unless it has one of these already. */
function creationOptions(
  portal: RelyingPartySettings,
  { id, email, name }: ProvenUser,
  { challenge, present }: { challenge: string; present: PasskeyRow[] },
): CreationOptions {
  const { origin: _, ...rp } = relyingParty(portal);
  return {
    rp,
    user: { id: textOf(userHandle(id)), name: email, displayName: name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: challengeLifeMs,
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: "public-key",
      transports,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** Returns the options with which a device logs in by any of its passkeys for this portal. */
const requestOptions = (portal: RelyingPartySettings, challenge: string): RequestOptions => ({
  rpId: relyingParty(portal).id,
  challenge,
  timeout: challengeLifeMs,
  userVerification: "required",
});

/** Runs a verification, whose library throws for everything that is wrong. */
const orNull = <T>(verification: Promise<T>): Promise<T | null> => verification.catch(() => null);

type NewCredential = Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">;

/** Verifies what a device created for a challenge; null if anything is not as it was asked for. */
async function verifyCreated(
  portal: RelyingPartySettings,
  { response, ...credential }: CreatedCredential,
  expectedChallenge: string,
): Promise<NewCredential | null> {
  const { id, origin } = relyingParty(portal);
  const { transports = [], ...data } = response;
  const { verifyRegistrationResponse } = await library();
  const verified = await orNull(
    verifyRegistrationResponse({
      response: { ...credential, response: data, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return null;
  const { publicKey, counter, id: credentialId } = verified.registrationInfo.credential;
  return { credentialId, publicKey: textOf(publicKey), counter, transports };
}

/** Verifies a login for a challenge; returns the device's counter, or null if anything is wrong. */
async function verifyAsserted(
  portal: RelyingPartySettings,
  { response, ...credential }: AssertedCredential,
  { passkey, challenge }: { passkey: PasskeyRow; challenge: string },
): Promise<number | null> {
  const { id, origin } = relyingParty(portal);
  const { userHandle: handle, ...data } = response;
  // A discoverable passkey identifies its user.
  if (handle !== textOf(userHandle(passkey.userId))) return null;
  const { credentialId, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: { ...credential, response: data, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credentialId, publicKey: bytesOf(publicKey), counter },
      requireUserVerification: true,
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** Returns the user's passkeys, oldest first. */
const findPasskeysOf = (database: Database, userId: string): Promise<PasskeyRow[]> =>
  database
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

const ofUser = (userId: string, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.userId, userId));

/** Removes all passkeys of a user, with the sessions that began with them; returns their number. */
export async function deletePasskeysOf(database: Database, userId: string): Promise<number> {
  const deleted = await database
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id });
  return deleted.length;
}
