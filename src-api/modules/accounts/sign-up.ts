import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Period } from "#shared/api/cart.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import {
  completeSignUp as completion,
  getSignUp,
  register,
  type registerSchema,
  resendSignUpCode,
  type SignUp,
} from "#shared/api/sign-in.ts";
import { languages, servedLanguage } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { asc, eq, inArray } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import { throttle, throttleRecipient } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { refuseWhile } from "#api/modules/flags/module.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import {
  codeFor,
  ifWaiting,
  isCode,
  mayResend,
  presentCode,
  refuseEarlyResend,
} from "./mailed-proofs.ts";
import { makeResetLink, refuseCommonPassword } from "./password.ts";
import { type SignUpRow, signUps } from "./schema.ts";
import { createSession, presentSignIn, recordLoginDevice } from "./sign-in.ts";
import { type Accounts, addUser, findByAddress, findUser } from "./users.ts";

const presentSignUp = (portal: Portal, id: string, signUp: SignUpRow): SignUp => ({
  ...presentCode(portal, signUp, id),
  id,
  plan: signUp.plan,
});

/** Serves registration (decision 0001). Answers do not depend on whether the address has an account. */
export async function signUpRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, register, async ({ body }, request) => {
    await refuseWhile(portal, "registrationDisabled");
    await throttle(portal, "register", request.ip, body.email);
    await refuseCommonPassword(body.password, "password");
    if (body.termsVersion !== portal.brand.legalVersions.terms)
      throw new ApiError("terms-outdated");
    await throttleRecipient(portal, body.email, request.ip);
    const { id, signUp } = await beginSignUp(portal, body);
    return presentSignUp(portal, id, signUp);
  });

  serve(app, getSignUp, async ({ params: { id } }) => {
    const signUp = await findSignUp(portal, id);
    if (!signUp) throw new ApiError("sign-up-over");
    return presentSignUp(portal, id, signUp);
  });

  serve(app, resendSignUpCode, async ({ params: { id } }, request) => {
    await refuseWhile(portal, "registrationDisabled");
    await throttle(portal, "sign-up-code", request.ip, id);
    const waiting = await findSignUp(portal, id);
    if (!waiting) throw new ApiError("sign-up-over");
    refuseEarlyResend(waiting, portal.now());
    await throttleRecipient(portal, waiting.email, request.ip);
    const renewed = await renewSignUpCode(portal, id);
    if (!renewed) throw new ApiError("too-many-requests");
    return presentSignUp(portal, id, renewed);
  });

  serve(app, completion, async ({ params: { id }, body: { code } }, request) => {
    await refuseWhile(portal, "registrationDisabled");
    await throttle(portal, "sign-up-code", request.ip, id);
    const userAgent = request.headers["user-agent"] ?? "";
    const completed = await completeSignUp({ ...portal, modules }, id, {
      code,
      userAgent,
      ip: request.ip,
      actor: actorOf(request),
    });
    if ("failure" in completed) throw new ApiError(completed.failure);
    const begun = await presentSignIn(
      { portal, modules },
      completed.token,
      request.session,
      "sign-up-over",
    );
    return { ...begun, plan: completed.plan };
  });
}

const signUpCodeMail = defineJob({
  name: "accounts.mail-sign-up-code",
  payload: z.object({
    email: z.string(),
    language: z.enum(languages),
    code: z.string(),
    codeHash: z.string(),
  }),
  sealed: true,
  retry: patientRetries,
});

const withId = (idHash: string) => eq(signUps.idHash, idHash);

/** Locks a sign-up and all others of its address, always in the same order, and returns it. */
async function lockWithSameAddress(tx: Database, idHash: string): Promise<SignUpRow | undefined> {
  const address = tx.select({ email: signUps.email }).from(signUps).where(withId(idHash));
  const rows = await tx
    .select()
    .from(signUps)
    .where(inArray(signUps.email, address))
    .orderBy(asc(signUps.idHash))
    .for("update");
  return rows.find((row) => row.idHash === idHash);
}

/** What storing sign-ups and mailing their codes needs. */
type SignUpServices = Pick<Portal, "database" | "now" | "jobs" | "config">;

const enqueueCode = (
  { jobs }: SignUpServices,
  transaction: Database,
  { email, language, codeHash }: SignUpRow,
  code: string,
): Promise<void> => jobs.enqueue(transaction, signUpCodeMail, { email, language, code, codeHash });

/** Stores a registration and mails its code. Does the same work whether or not the address has an account. */
export async function beginSignUp(
  services: SignUpServices,
  {
    name,
    email,
    password,
    termsVersion,
    language,
    plan,
    wantsNews,
  }: z.infer<typeof registerSchema>,
): Promise<{ id: string; code: string; signUp: SignUpRow }> {
  const id = newToken();
  const createdAt = services.now();
  const { code, columns } = codeFor(services, id, createdAt);
  const signUp = {
    ...columns,
    idHash: hashToken(id),
    email,
    name,
    passwordHash: await hashPassword(password),
    language,
    plan: plan ?? null,
    termsVersion,
    wantsNews: wantsNews ?? false,
    createdAt,
  };
  await services.database.transaction(async (transaction) => {
    await transaction.insert(signUps).values(signUp);
    await enqueueCode(services, transaction, signUp, code);
  });
  return { id, code, signUp };
}

/** Returns the sign-up whose code can still be entered, or null. */
async function findSignUp({ database, now }: Accounts, id: string) {
  const [signUp] = await database
    .select()
    .from(signUps)
    .where(withId(hashToken(id)));
  return ifWaiting(signUp, now());
}

/** Replaces the code and mails it. Returns null when it is too early, or the sign-up is over. */
const renewSignUpCode = (services: SignUpServices, id: string): Promise<SignUpRow | null> =>
  services.database.transaction(async (transaction) => {
    const at = services.now();
    const [current] = await transaction
      .select()
      .from(signUps)
      .where(withId(hashToken(id)))
      .for("update");
    if (!current || !mayResend(current, at)) return null;
    const { code, columns } = codeFor(services, id, at);
    const signUp = { ...current, ...columns };
    await transaction.update(signUps).set(columns).where(withId(signUp.idHash));
    await enqueueCode(services, transaction, signUp, code);
    return signUp;
  });

type Completion = { failure: ErrorCode } | { token: string; plan: Period | null };

/**
 * Creates the account once the code was entered, and its first session, whose token it returns. Refuses
 * when an account that never proved the address exists: its invoices would be out of reach. Returns
 * failures instead of throwing them, so that the transaction commits the number of wrong tries.
 */
const completeSignUp = (
  { database, now, jobs, config, modules }: SignUpServices & RouteSetup,
  id: string,
  entered: { code: string; userAgent: string; ip: string; actor: Actor },
): Promise<Completion> =>
  database.transaction(async (transaction): Promise<Completion> => {
    const accounts = { database: transaction, now };
    const signUp = ifWaiting(await lockWithSameAddress(transaction, hashToken(id)), now());
    if (!signUp) return { failure: "sign-up-over" };
    const { idHash, codeHash, wrongTries, email, plan } = signUp;
    if (!isCode(codeHash, id, entered.code)) {
      await transaction
        .update(signUps)
        .set({ wrongTries: wrongTries + 1 })
        .where(withId(idHash));
      return { failure: "code-wrong" };
    }
    const known = await findByAddress(transaction, email);
    const isDemo = config.seedDemo;
    const userId = known ? null : await addUser(accounts, { ...signUp, isDemo });
    if (!userId) {
      await transaction.delete(signUps).where(withId(idHash));
      return { failure: "already-registered" };
    }
    await transaction.delete(signUps).where(eq(signUps.email, email));
    const actor = { ...entered.actor, userId };
    await recordAct(transaction, { act: "account-created", at: now(), actor, subjectId: userId });
    for (const { accountCreated } of modules) await accountCreated?.(transaction, signUp, now());
    const user = await findUser(transaction, userId);
    if (user) await recordLoginDevice({ now, jobs }, transaction, user, entered);
    return { token: await createSession(accounts, userId, entered.userAgent), plan };
  });

/**
 * Mails the code of a sign-up, unless it has stopped working. An address that has an account, proven or
 * not, gets a reset link instead: mails to one address are limited, so each of them must let its owner log
 * in. The mail contains nothing else from the form, because anybody can enter the address of a stranger.
 */
async function mailSignUpCode(
  portal: Portal,
  { email: to, code, codeHash, ...payload }: z.infer<typeof signUpCodeMail.payload>,
): Promise<void> {
  const language = servedLanguage(portal.brand.languages, payload.language);
  const [signUp] = await portal.database
    .select()
    .from(signUps)
    .where(eq(signUps.codeHash, codeHash));
  if (!ifWaiting(signUp, portal.now())) return;
  const { user, url } = await makeResetLink(portal, to);
  const login = publicOrigin(portal.config) + routePath("login");
  const mail = user
    ? composeMail("already-registered", { to, language, url, values: { login } })
    : composeMail("sign-up-code", { to, language, code, values: { brand: portal.brand.name } });
  await portal.mailer.send(mail);
}

export function handleSignUpCodeMail(portal: Portal): void {
  portal.jobs.handle(signUpCodeMail, (payload) => mailSignUpCode(portal, payload));
}
