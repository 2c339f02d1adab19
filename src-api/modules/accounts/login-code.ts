import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import {
  getLoginCode,
  logInByCode,
  type LoginChallenge,
  type LoginCode,
  requestLoginCode,
  type requestLoginCodeSchema,
  resendLoginCode,
} from "#shared/api/sign-in.ts";
import { minuteMs } from "#shared/durations.ts";
import { languages, servedLanguage } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, lt, sql } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail } from "#api/infra/mail/compose.ts";
import { throttle, throttleRecipient, trustNetwork } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { refuseWhile } from "#api/modules/flags/module.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { isFactorOn } from "./factor-proof.ts";
import {
  codeFor,
  ifWaiting,
  isCode,
  maxWrongTries,
  mayResend,
  presentCode,
  refuseEarlyResend,
} from "./mailed-proofs.ts";
import { setPassword } from "./password.ts";
import { type LoginCodeRow, loginCodes, type User } from "./schema.ts";
import { beginChallenge, beginSession, presentSignIn } from "./sign-in.ts";
import {
  type Accounts,
  assignAddress,
  findByAddressInConstantTime,
  isProven,
  lockUser,
} from "./users.ts";

/** How long a code works after it was sent. */
const codeLifeMs = 10 * minuteMs;

const presentLogin = (portal: Portal, id: string, login: LoginCodeRow): LoginCode => ({
  ...presentCode(portal, login, id),
  id,
});

/** Serves logins by a mailed code (decision 0059). Answers do not depend on whether the address has an account. */
export async function loginCodeRoutes(
  app: FastifyInstance,
  { modules }: RouteSetup,
): Promise<void> {
  const { portal } = app;

  serve(app, requestLoginCode, async ({ body }, request) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "login-mail", request.ip, body.email);
    await throttleRecipient(portal, body.email, request.ip);
    const { id, login } = await beginLogin(portal, body);
    return presentLogin(portal, id, login);
  });

  serve(app, getLoginCode, async ({ params: { id } }) =>
    presentLogin(portal, id, await requireWaiting(portal, id)),
  );

  serve(app, resendLoginCode, async ({ params: { id } }, request) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "login-code", request.ip, id);
    const waiting = await requireWaiting(portal, id);
    refuseEarlyResend(waiting, portal.now());
    await throttleRecipient(portal, waiting.email, request.ip);
    const renewed = await renewCode(portal, id);
    if (!renewed) throw new ApiError("too-many-requests");
    return presentLogin(portal, id, renewed);
  });

  serve(app, logInByCode, async ({ params: { id }, body: { code } }, request) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "login-code", request.ip, id);
    const actor = { ...actorOf(request), userId: null };
    const begun = await enterCode({ portal, modules }, { id, code, actor, ip: request.ip });
    return typeof begun === "string"
      ? presentSignIn({ portal, modules }, begun, request.session, "login-over")
      : begun;
  });
}

const loginCodeMail = defineJob({
  name: "accounts.mail-login-code",
  payload: z.object({
    email: z.string(),
    language: z.enum(languages),
    code: z.string(),
    codeHash: z.string(),
  }),
  sealed: true,
  retry: patientRetries,
});

const withId = (id: string) => eq(loginCodes.idHash, hashToken(id));

const enqueueCode = (
  { jobs }: Pick<Portal, "jobs">,
  tx: Database,
  { email, language, codeHash }: LoginCodeRow,
  code: string,
): Promise<void> => jobs.enqueue(tx, loginCodeMail, { email, language, code, codeHash });

/** Stores a login and mails its code. Whether the address has an account is looked up after the answer. */
async function beginLogin(
  portal: Portal,
  { email, language }: z.infer<typeof requestLoginCodeSchema>,
): Promise<{ id: string; login: LoginCodeRow }> {
  const id = newToken();
  const createdAt = portal.now();
  const { code, columns } = codeFor(portal, id, createdAt, codeLifeMs);
  const login = { ...columns, idHash: hashToken(id), email, language, createdAt };
  await portal.database.transaction(async (tx) => {
    await tx.insert(loginCodes).values(login);
    await enqueueCode(portal, tx, login, code);
  });
  return { id, login };
}

/** Returns the login if its code can still be entered. Throws `login-over`. */
async function requireWaiting({ database, now }: Accounts, id: string): Promise<LoginCodeRow> {
  const [login] = await database.select().from(loginCodes).where(withId(id));
  const waiting = ifWaiting(login, now());
  if (!waiting) throw new ApiError("login-over");
  return waiting;
}

/** Replaces the code and mails it. Returns null when it is too early, or the login is over. */
const renewCode = (portal: Portal, id: string): Promise<LoginCodeRow | null> =>
  portal.database.transaction(async (tx) => {
    const at = portal.now();
    const [current] = await tx.select().from(loginCodes).where(withId(id)).for("update");
    if (!current || !mayResend(current, at)) return null;
    const { code, columns } = codeFor(portal, id, at, codeLifeMs);
    const login = { ...current, ...columns };
    await tx.update(loginCodes).set(columns).where(withId(id));
    await enqueueCode(portal, tx, login, code);
    return login;
  });

type Entered = { id: string; code: string; actor: Actor; ip: string };

/**
 * Verifies a code and returns the token of a new session, or a challenge where the account has a second factor. Throws
 * `code-wrong`, `login-over`, and, only after a right code, `no-account`: nobody else learns that.
 */
async function enterCode(
  { portal, modules }: { portal: Portal } & RouteSetup,
  { id, code, actor, ip }: Entered,
): Promise<string | LoginChallenge> {
  const { database, now } = portal;
  const { wrongTries, expiresAt } = loginCodes;
  // Counted before the code is verified, so that parallel attempts count.
  const [login] = await database
    .update(loginCodes)
    .set({ wrongTries: sql`${wrongTries} + 1` })
    .where(and(withId(id), lt(wrongTries, maxWrongTries), gt(expiresAt, now())))
    .returning();
  if (!login) throw new ApiError("login-over");
  const owner = await findByAddressInConstantTime(database, login.email);
  const isRight = isCode(login.codeHash, id, code);
  if (!owner || !isRight) {
    const failed = { act: "sign-in-failed", details: { factors: "mail" } } as const;
    const subjectId = owner?.id ?? null;
    await recordAct(database, { ...failed, at: now(), actor, subjectId });
    throw new ApiError(isRight ? "no-account" : "code-wrong");
  }
  const begun = await database.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    if (!user || !(await useUp(tx, login))) throw new ApiError("login-over");
    const proven = await proveAddress({ modules }, tx, user, login.email);
    if (await isFactorOn(tx, user.id)) return beginChallenge({ database: tx, now }, proven, "mail");
    const device = { userAgent: actor.userAgent ?? "", ip };
    const factors = "mail";
    const token = await beginSession(portal, tx, proven, { ...device, factors });
    if (!token) throw new ApiError("login-over");
    const by = { ...actor, userId: user.id };
    const signedIn = { act: "signed-in", at: now(), actor: by, subjectId: user.id } as const;
    await recordAct(tx, { ...signedIn, details: { factors } });
    return token;
  });
  await trustNetwork(portal, ip, login.email);
  return begun;
}

/** Uses up a code, with all others of its address. Of two simultaneous calls only one returns true. */
async function useUp(tx: Database, { idHash, codeHash, email }: LoginCodeRow): Promise<boolean> {
  const used = await tx
    .delete(loginCodes)
    .where(and(eq(loginCodes.idHash, idHash), eq(loginCodes.codeHash, codeHash)))
    .returning({ idHash: loginCodes.idHash });
  if (used.length > 0) await tx.delete(loginCodes).where(eq(loginCodes.email, email));
  return used.length > 0;
}

/**
 * Returns the user, whose address is proven by the code that was mailed to it. An account that had not proven its address loses
 * its password, since somebody else may have chosen it. Throws `login-over` if the account has another
 * address by now, and `address-taken`. Call it with the user locked.
 */
async function proveAddress(
  setup: RouteSetup,
  tx: Database,
  user: User,
  email: string,
): Promise<User> {
  if ((user.email ?? user.unprovenEmail) !== email) throw new ApiError("login-over");
  if (isProven(user)) return user;
  if (!(await assignAddress(tx, user.id, email))) throw new ApiError("address-taken");
  await setPassword(setup, tx, user.id, null);
  return { ...user, email, unprovenEmail: null, passwordHash: null };
}

/**
 * Mails the code of a login, unless it has stopped working. For an address without an account it does the same work but
 * sends nothing; otherwise the response times of later requests would reveal which addresses have an account.
 */
async function mailLoginCode(
  portal: Portal,
  { email: to, code, codeHash, ...payload }: z.infer<typeof loginCodeMail.payload>,
): Promise<void> {
  const [login] = await portal.database
    .select()
    .from(loginCodes)
    .where(eq(loginCodes.codeHash, codeHash));
  if (!ifWaiting(login, portal.now())) return;
  const user = await findByAddressInConstantTime(portal.database, to);
  const language = servedLanguage(portal.brand.languages, payload.language);
  const values = { brand: portal.brand.name };
  const mail = composeMail("login-code", { to, language, code, values });
  await (user ? portal.mailer.send(mail) : portal.mailer.sendDummy(mail));
}

export function handleLoginCodeMail(portal: Portal): void {
  portal.jobs.handle(loginCodeMail, (payload) => mailLoginCode(portal, payload));
}
