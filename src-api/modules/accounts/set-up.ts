import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { MailedCode } from "#shared/api/sign-in.ts";
import {
  beginSetUp,
  checkSetUp,
  completeSetUp,
  type FirstAdmin,
  type setUpSchema,
} from "#shared/api/set-up.ts";
import { dayMs } from "#shared/durations.ts";
import { routePath } from "#shared/routes.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, arrayContains, eq, gt, isNotNull } from "#api/infra/database/drizzle.ts";
import { PermanentFailure } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import { isUndelivered } from "#api/infra/mail/mail-failure.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { codeFor, isCode, isWaiting, presentCode, refuseEarlyResend } from "./mailed-proofs.ts";
import { refuseCommonPassword } from "./password.ts";
import { setUps, users } from "./schema.ts";
import { createSession, presentSignIn, recordLoginDevice } from "./sign-in.ts";
import { addUser, findProven, findUser } from "./users.ts";

/** How long the printed address works, in ms. */
const lifeMs = dayMs;

const hasAdmin = async (database: Database): Promise<boolean> =>
  (await database.$count(
    users,
    and(isNotNull(users.email), arrayContains(users.roles, ["ROLE_ADMIN"])),
  )) > 0;

/**
 * Returns the address at which the first admin is made, in place of an earlier one; what was entered there is kept, but for
 * the password. Returns null, and ends the earlier one, where there is an admin, and in demo mode.
 */
export const renewSetUpAddress = ({
  database,
  now,
  config,
}: Pick<Portal, "database" | "now" | "config">): Promise<string | null> =>
  database.transaction(async (tx) => {
    // An admin who is being made counts.
    await tx.select().from(setUps).for("update");
    if (config.seedDemo || (await hasAdmin(tx))) {
      await endSetUp(tx);
      return null;
    }
    const token = newToken();
    const address = { tokenHash: hashToken(token), endsAt: new Date(now().getTime() + lifeMs) };
    const withoutCode = { passwordHash: null, codeHash: null, codeSentAt: null, expiresAt: null };
    await tx
      .insert(setUps)
      .values({ id: "first-admin", ...address })
      .onConflictDoUpdate({ target: setUps.id, set: { ...address, ...withoutCode } });
    return publicOrigin(config) + routePath("setUp", { token });
  });

/** Has a printed address make no admin any more: there is one. */
export const endSetUp = async (tx: Database): Promise<void> => void (await tx.delete(setUps));

/** Returns what was entered at an address. Throws `token-invalid` where it does not work, or does not any more. */
async function requireSetUp({ database, now }: Pick<Portal, "database" | "now">, token: string) {
  const [found] = await database
    .select()
    .from(setUps)
    .where(and(eq(setUps.tokenHash, hashToken(token)), gt(setUps.endsAt, now())))
    .for("update");
  if (!found || (await hasAdmin(database))) throw new ApiError("token-invalid");
  return found;
}

type Draft = z.infer<typeof setUpSchema>;

const addressTaken = () => new ApiError("address-taken", { fields: { email: "address-taken" } });

/** Stores what was entered with the hash of a new code, which is returned. Throws `too-many-requests` right after another one. */
const storeDraft = (
  portal: Portal,
  token: string,
  { name, email, language }: Draft,
  passwordHash: string,
) =>
  portal.database.transaction(async (tx) => {
    const before = await requireSetUp({ ...portal, database: tx }, token);
    const at = portal.now();
    const { codeSentAt } = before;
    if (codeSentAt && before.email === email) refuseEarlyResend({ codeSentAt }, at);
    if (await findProven(tx, email)) throw addressTaken();
    const { code, columns } = codeFor(portal, token, at);
    await tx.update(setUps).set({ name, email, language, passwordHash, ...columns });
    return { code, mailed: presentCode(portal, { email, ...columns }, token) };
  });

/** Proof of the address: the code that was mailed, or none, because no mail can be sent. */
type Proof = { code: string } | { mail: "none" | "failed" };

type Made = { failure: "code-wrong" | "sign-up-over" } | { token: string };

/**
 * Makes the first admin and a session, in which a factor can be added without another proof for five minutes. Returns
 * failures of the code instead of throwing them, so that the transaction commits the number of wrong tries. Of two calls at
 * once, one finds the address used.
 */
const makeFirstAdmin = (portal: Portal, token: string, proof: Proof, request: FastifyRequest) =>
  portal.database.transaction(async (tx): Promise<Made> => {
    const { now } = portal;
    const at = now();
    const draft = await requireSetUp({ database: tx, now }, token);
    const { name, email, language, passwordHash, codeHash, codeSentAt, expiresAt, wrongTries } =
      draft;
    if (!name || !email || !language || !passwordHash || !codeHash || !codeSentAt || !expiresAt)
      return { failure: "sign-up-over" };
    if ("code" in proof) {
      if (!isWaiting({ codeSentAt, expiresAt, wrongTries }, at)) return { failure: "sign-up-over" };
      if (!isCode(codeHash, token, proof.code)) {
        await tx.update(setUps).set({ wrongTries: wrongTries + 1 });
        return { failure: "code-wrong" };
      }
    }
    const roles = ["ROLE_ADMIN" as const];
    const account = { name, email, language, passwordHash, roles };
    const userId = await addUser({ database: tx, now }, account);
    const user = userId && (await findUser(tx, userId));
    if (!user) throw addressTaken();
    await endSetUp(tx);
    const actor = { ...actorOf(request), userId: user.id };
    const act = "account-created";
    await recordAct(tx, {
      act,
      at,
      actor,
      subjectId: user.id,
      details: { roles: roles.join(" ") },
    });
    const userAgent = request.headers["user-agent"] ?? "";
    await recordLoginDevice(portal, tx, user, { userAgent, ip: request.ip });
    const proven = { factorProvenAt: at };
    return { token: await createSession({ database: tx, now }, user.id, userAgent, proven) };
  });

/** Serves the set-up of a portal that has no admin yet. */
export async function setUpRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  const signInFirstAdmin = async (
    token: string,
    proof: Proof,
    request: FastifyRequest,
  ): Promise<FirstAdmin> => {
    const made = await makeFirstAdmin(portal, token, proof, request);
    if ("failure" in made) throw new ApiError(made.failure);
    const signedIn = await presentSignIn(
      { portal, modules },
      made.token,
      request.session,
      "token-invalid",
    );
    return { ...signedIn, mail: "mail" in proof ? proof.mail : "works" };
  };

  serve(app, checkSetUp, async ({ params: { token } }, request) => {
    await throttle(portal, "sign-up-code", request.ip, "set-up");
    const { name, email } = await requireSetUp(portal, token);
    return { name, email };
  });

  serve(
    app,
    beginSetUp,
    async ({ params: { token }, body }, request): Promise<FirstAdmin | MailedCode> => {
      await throttle(portal, "reset-password", request.ip, "set-up");
      await requireSetUp(portal, token);
      await refuseCommonPassword(body.password, "password");
      const { code, mailed } = await storeDraft(
        portal,
        token,
        body,
        await hashPassword(body.password),
      );
      if (!portal.config.smtpUrl) return signInFirstAdmin(token, { mail: "none" }, request);
      const { email: to, language } = body;
      const values = { brand: portal.brand.name };
      try {
        // At once, and not by a job: whether mails can be sent decides what comes next.
        await portal.mailer.send(composeMail("sign-up-code", { to, language, code, values }));
      } catch (error) {
        if (error instanceof PermanentFailure)
          throw new ApiError("validation", { fields: { email: "forms:refusedAddress" } });
        if (!isUndelivered(error)) return mailed;
        request.log.warn({ err: error }, "the code for the first admin could not be mailed");
        return signInFirstAdmin(token, { mail: "failed" }, request);
      }
      return mailed;
    },
  );

  serve(app, completeSetUp, async ({ params: { token }, body: { code } }, request) => {
    await throttle(portal, "sign-up-code", request.ip, "set-up");
    return signInFirstAdmin(token, { code }, request);
  });
}
