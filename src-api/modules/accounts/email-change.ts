import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  changeEmail,
  confirmEmailChange,
  getEmailChange,
  resendEmailCode,
  withdrawEmailChange,
} from "#shared/api/account.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import { hourMs } from "#shared/durations.ts";
import { languages, servedLanguage, type Language } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries, PermanentFailure } from "#api/infra/jobs/job.ts";
import { composeMail, undoUrl } from "#api/infra/mail/compose.ts";
import type { Services } from "#api/infra/services.ts";
import { throttle, throttleRecipient, trustNetwork } from "#api/infra/throttle/throttle.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { requireFreshProof } from "./factor-proof.ts";
import {
  codeFor,
  deleteResetTokens,
  ifWaiting,
  insertToken,
  isCode,
  mayResend,
  presentCode,
  refuseEarlyResend,
  tokenFor,
} from "./mailed-proofs.ts";
import { enqueueNotice, maskAddress } from "./mails.ts";
import { makeResetLink, requirePassword } from "./password.ts";
import { type EmailChange, emailChanges, type User } from "./schema.ts";
import { findBeginning, presentAfresh } from "./sessions.ts";
import {
  type Accounts,
  assignAddress,
  findByAddress,
  isProven,
  lockUser,
  type ProvenUser,
} from "./users.ts";

/** The session that requests a change, with a secret of its own that is not in the database: its code is hashed with it. */
type Requester = { userId: string; sessionId: string; secret: string };

function requestingSession(request: FastifyRequest): Requester {
  const { id: sessionId, userId } = requireUser(request);
  const { sealer } = request.server.portal;
  return { sessionId, userId, secret: sealer.derive(`email-change:${sessionId}`) };
}

/** Serves changing the address, which the same session requests and confirms (decision 0002). */
export async function emailChangeRoutes(
  app: FastifyInstance,
  { modules }: RouteSetup,
): Promise<void> {
  const { portal } = app;
  const { now, config } = portal;

  serve(app, changeEmail, async ({ body: { email, password } }, request) => {
    const requester = requestingSession(request);
    await throttle(portal, "change-email", request.ip, requester.userId);
    const { user, act } = await requirePassword(portal, {
      session: requireUser(request),
      ip: request.ip,
      password,
      field: "password",
    });
    if (email === user.email) {
      throw new ApiError("validation", { fields: { email: "forms:ownEmail" } });
    }
    await throttleRecipient(portal, email, request.ip);
    await throttleRecipient(portal, user.email, request.ip);
    const change = await act(async (database) => {
      const begun = await beginEmailChange({ database, now, config }, requester, email);
      await enqueueChangeRequest(portal, database, user, begun);
      return begun.change;
    });
    return presentCode(portal, change, requester.secret);
  });

  serve(app, getEmailChange, async (_, request) => {
    const { sessionId, secret } = requestingSession(request);
    const change = await findEmailChange(portal, sessionId);
    return { change: change && presentCode(portal, change, secret) };
  });

  serve(app, resendEmailCode, async (_, request) => {
    const requester = requestingSession(request);
    await throttle(portal, "email-code", request.ip, requester.userId);
    const waiting = await findEmailChange(portal, requester.sessionId);
    if (!waiting) throw new ApiError("change-over");
    refuseEarlyResend(waiting, now());
    await throttleRecipient(portal, waiting.email, request.ip);
    const { language } = requireUser(request);
    const renewed = await renewEmailCode(portal, requester, language);
    if (!renewed) throw new ApiError("too-many-requests");
    return presentCode(portal, renewed, requester.secret);
  });

  serve(app, confirmEmailChange, async ({ body: { code } }, request) => {
    const requester = requestingSession(request);
    await throttle(portal, "email-code", request.ip, requester.userId);
    const { language } = requireUser(request);
    const completed = await completeEmailChange(portal, requester, {
      code,
      language,
      actor: actorOf(request),
    });
    if ("failure" in completed) throw new ApiError(completed.failure);
    await trustNetwork(portal, request.ip, completed.email);
    return presentAfresh({ portal, modules }, requester.sessionId);
  });

  serve(app, withdrawEmailChange, async (_, request) => {
    await deleteChange(portal.database, requireUser(request).id);
  });
}

/** What storing changes and mailing about them needs. */
type ChangeServices = Pick<Portal, "database" | "now" | "jobs" | "config">;

const ofSession = (sessionId: string) => eq(emailChanges.sessionId, sessionId);

/** From the request: the link that undoes the change must work for days longer. */
const changeLifeMs = 2 * hourMs;

/** Returns a new code for a change that was requested at `createdAt`, and the columns that store it. */
export function renewedCode(
  portal: Pick<Portal, "config">,
  secret: string,
  createdAt: Date,
  at: Date,
) {
  const { code, columns } = codeFor(portal, secret, at);
  const end = Math.min(columns.expiresAt.getTime(), createdAt.getTime() + changeLifeMs);
  return { code, columns: { ...columns, expiresAt: new Date(end) } };
}

/** Stores a change of address instead of the one before. Call it with the user locked. */
async function beginEmailChange(
  { database, now, config }: Accounts & Pick<Portal, "config">,
  { userId, sessionId, secret }: Requester,
  email: string,
): Promise<{ change: EmailChange; code: string }> {
  const createdAt = now();
  const { code, columns } = codeFor({ config }, secret, createdAt);
  const change = { userId, sessionId, email, ...columns, createdAt, notified: false };
  await database
    .insert(emailChanges)
    .values(change)
    .onConflictDoUpdate({ target: emailChanges.userId, set: change });
  return { change, code };
}

/** Returns the change that this session requested and whose code can still be entered, or null. */
async function findEmailChange({ database, now }: Accounts, sessionId: string) {
  const [change] = await database.select().from(emailChanges).where(ofSession(sessionId));
  return ifWaiting(change, now());
}

/** Identifies one of the changes that a session requested one after the other. */
type ChangeKey = Pick<EmailChange, "sessionId" | "createdAt">;

/** Returns this change if its code, or a later one, can still be entered; otherwise null. */
async function findChangeOf(accounts: Accounts, { sessionId, createdAt }: ChangeKey) {
  const change = await findEmailChange(accounts, sessionId);
  return change?.createdAt.getTime() === createdAt.getTime() ? change : null;
}

/** Replaces the code and mails it. Returns null when it is too early, or the change is over. */
const renewEmailCode = (
  services: ChangeServices,
  { sessionId, secret }: Requester,
  language: Language,
): Promise<EmailChange | null> =>
  services.database.transaction(async (transaction) => {
    const at = services.now();
    const [current] = await transaction
      .select()
      .from(emailChanges)
      .where(ofSession(sessionId))
      .for("update");
    if (!current || !mayResend(current, at)) return null;
    const { code, columns } = renewedCode(services, secret, current.createdAt, at);
    const change = { ...current, ...columns };
    await transaction.update(emailChanges).set(columns).where(ofSession(sessionId));
    await enqueueEmailCode(services, transaction, language, { change, code });
    return change;
  });

/** Returns whether a session had proven what is asked of its user now, when it requested a change. */
async function wasProven(
  services: Pick<Portal, "now" | "config">,
  tx: Database,
  user: User,
  { sessionId, createdAt }: ChangeKey,
): Promise<boolean> {
  const doing = { session: { id: sessionId }, user, act: "other" } as const;
  try {
    await requireFreshProof(services, tx, doing, createdAt);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

type Completion = { failure: ErrorCode } | { email: string };

/**
 * Gives the user the new address once the code was entered by the session that requested the change.
 * Deletes reset links and enqueues a notice to the former address. Returns failures instead of throwing
 * them, so that the transaction commits the number of wrong tries. A change is over when a factor has become required of
 * the user that the session had not proven when it requested the change.
 */
const completeEmailChange = (
  services: ChangeServices,
  { userId, sessionId, secret }: Requester,
  { code, language, actor }: { code: string; language: Language; actor: Actor },
): Promise<Completion> =>
  services.database.transaction(async (transaction): Promise<Completion> => {
    const user = await lockUser(transaction, userId);
    const change = await findEmailChange({ database: transaction, now: services.now }, sessionId);
    if (!user || !isProven(user) || !change) return { failure: "change-over" };
    if (!isCode(change.codeHash, secret, code)) {
      await transaction
        .update(emailChanges)
        .set({ wrongTries: change.wrongTries + 1 })
        .where(ofSession(sessionId));
      return { failure: "code-wrong" };
    }
    await deleteChange(transaction, sessionId);
    if (!(await wasProven(services, transaction, user, change))) {
      return { failure: "change-over" };
    }
    const { email } = change;
    const known = await findByAddress(transaction, email);
    if (known || !(await assignAddress(transaction, userId, email))) {
      return { failure: "address-taken" };
    }
    await deleteResetTokens(transaction, userId);
    const former = { email: user.email, language };
    await enqueueNotice(services, transaction, "email-changed", former, email);
    const act = { act: "address-changed", at: services.now(), actor, subjectId: userId } as const;
    await recordAct(transaction, act);
    return { email };
  });

/** Deletes the change that a session requested; with `createdAt` only if it was requested at that time. */
async function deleteChange(
  database: Database,
  sessionId: string,
  createdAt?: Date,
): Promise<void> {
  const sameTime = createdAt && eq(emailChanges.createdAt, createdAt);
  await database.delete(emailChanges).where(and(ofSession(sessionId), sameTime));
}

/** Notifies the present address of a requested change; then the code is mailed to the new address. */
const changeRequestMail = defineJob({
  name: "accounts.mail-email-change-request",
  payload: z.object({
    to: z.string(),
    language: z.enum(languages),
    userId: z.string(),
    sessionId: z.string(),
    createdAt: z.iso.datetime(),
    code: z.string(),
    codeHash: z.string(),
  }),
  sealed: true,
  retry: patientRetries,
});

/** Mails the code of a change to the new address, once the present address was notified. */
const emailCodeMail = defineJob({
  name: "accounts.mail-email-code",
  payload: z.object({ language: z.enum(languages), code: z.string(), codeHash: z.string() }),
  sealed: true,
  retry: patientRetries,
});

const enqueueChangeRequest = (
  { jobs }: Pick<Services, "jobs">,
  transaction: Database,
  { email: to, language }: ProvenUser,
  { change, code }: { change: EmailChange; code: string },
): Promise<void> => {
  const { userId, sessionId, createdAt, codeHash } = change;
  const key = { userId, sessionId, createdAt: createdAt.toISOString() };
  return jobs.enqueue(transaction, changeRequestMail, { to, language, ...key, code, codeHash });
};

const enqueueEmailCode = (
  { jobs }: Pick<Services, "jobs">,
  transaction: Database,
  language: Language,
  { change: { codeHash }, code }: { change: EmailChange; code: string },
): Promise<void> => jobs.enqueue(transaction, emailCodeMail, { language, code, codeHash });

/**
 * Stores a new link that undoes a change, and returns its URL; null if the change has ended. An undo, which
 * locks the user too, deletes the other links to this address, and ends the change, so that none follow.
 */
const makeUndoLink = (
  { database, config, now }: Portal,
  changeKey: ChangeKey,
  owner: { userId: string; email: string },
): Promise<{ url: string; change: EmailChange } | null> =>
  database.transaction(async (transaction) => {
    await lockUser(transaction, owner.userId);
    const change = await findChangeOf({ database: transaction, now }, changeKey);
    if (!change) return null;
    const since = await findBeginning(transaction, change.sessionId);
    const { token, row } = tokenFor("undo-email-change", { ...owner, since }, now());
    await insertToken(transaction, row);
    return { url: undoUrl(config, token), change };
  });

/**
 * Notifies the present address, with a link that undoes the change. The link works before it is sent, and
 * also if the change is withdrawn meanwhile; a repeated mail brings another one. When the mail server has
 * accepted the mail, it enqueues the mail with the code. When the server refuses the mail, it deletes the
 * change. A change that ended in the meantime is not mailed about.
 */
async function mailRequest(
  portal: Portal,
  { to, language, userId, code, codeHash, ...key }: z.infer<typeof changeRequestMail.payload>,
): Promise<void> {
  const { database, mailer, jobs } = portal;
  const changeKey = { sessionId: key.sessionId, createdAt: new Date(key.createdAt) };
  const undo = await makeUndoLink(portal, changeKey, { userId, email: to });
  if (!undo) return;
  const { url } = undo;
  const values = { address: maskAddress(undo.change.email) };
  const shown = servedLanguage(portal.brand.languages, language);
  await mailer
    .send(composeMail("email-change-requested", { to, language: shown, url, values }))
    .catch(async (error: unknown) => {
      if (error instanceof PermanentFailure) {
        await deleteChange(database, changeKey.sessionId, changeKey.createdAt);
      }
      throw error;
    });
  await database.transaction(async (transaction) => {
    const notified = await transaction
      .update(emailChanges)
      .set({ notified: true })
      .where(and(ofSession(changeKey.sessionId), eq(emailChanges.createdAt, changeKey.createdAt)))
      .returning({ userId: emailChanges.userId });
    if (notified.length === 0) return; // withdrawn meanwhile
    await jobs.enqueue(transaction, emailCodeMail, { language, code, codeHash });
  });
}

/** Mails the code, unless it is over. An address with an account gets a reset link, as at sign-up. */
async function mailCode(
  portal: Portal,
  { code, codeHash, ...payload }: z.infer<typeof emailCodeMail.payload>,
): Promise<void> {
  const language = servedLanguage(portal.brand.languages, payload.language);
  const [found] = await portal.database
    .select()
    .from(emailChanges)
    .where(eq(emailChanges.codeHash, codeHash));
  const change = ifWaiting(found, portal.now());
  if (!change) return;
  if (!change.notified) throw new Error("The present address has not been notified yet.");
  const { user, url } = await makeResetLink(portal, change.email);
  const mail = user
    ? composeMail("address-taken", { to: change.email, language, url })
    : composeMail("email-code", {
        to: change.email,
        language,
        code,
        values: { brand: portal.brand.name },
      });
  await portal.mailer.send(mail);
}

export function handleEmailChangeMails(portal: Portal): void {
  portal.jobs.handle(changeRequestMail, (payload) => mailRequest(portal, payload));
  portal.jobs.handle(emailCodeMail, (payload) => mailCode(portal, payload));
}
