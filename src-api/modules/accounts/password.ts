import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { changePassword, setFirstPassword } from "#shared/api/account.ts";
import { passwordLength } from "#shared/api/fields.ts";
import { checkResetToken, forgotPassword, resetPassword } from "#shared/api/sign-in.ts";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { servedLanguage } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser, type Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, memberActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, exists, lt, or } from "#api/infra/database/drizzle.ts";
import type { MessageKey } from "#api/infra/i18n/messages.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail, resetUrl } from "#api/infra/mail/compose.ts";
import { hashPassword, verifyPassword } from "#api/infra/passwords/passwords.ts";
import { readableAddress } from "#api/infra/throttle/networks.ts";
import {
  refundAttempt,
  throttle,
  throttleRecipient,
  trustNetwork,
  verifyPasswordAttempt,
} from "#api/infra/throttle/throttle.ts";
import { hashToken } from "#api/infra/tokens.ts";
import type { Portal, RouteSetup, TransactionPortal } from "#api/portal.ts";
import { type DangerousAct, requireFreshProof } from "./factor-proof.ts";
import { consumeToken, deleteResetTokens, issueResetToken, peekToken } from "./mailed-proofs.ts";
import { enqueueNotice } from "./mails.ts";
import { emailChanges, invitations, loginCodes, oneTimeTokens, users } from "./schema.ts";
import { endSecretAddresses } from "./secret-addresses.ts";
import {
  deleteChallengesOf,
  endSessionsOf,
  findBeginning,
  lockSession,
  renewToken,
} from "./sessions.ts";
import {
  assignAddress,
  findByAddressInConstantTime,
  findUser,
  isProven,
  lockUser,
  lockUsers,
  type ProvenUser,
  updateUser,
} from "./users.ts";

/** Serves changing the password, and choosing a new one through a mailed link. */
export async function passwordRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, changePassword, async ({ body }, request) => {
    const session = requireUser(request);
    await refuseCommonPassword(body.newPassword, "newPassword");
    const { user, act } = await requirePassword(portal, {
      session,
      ip: request.ip,
      password: body.currentPassword,
      field: "currentPassword",
    });
    const passwordHash = await hashPassword(body.newPassword);
    return act(async (database) => {
      await replacePassword({ ...portal, modules }, database, user, {
        passwordHash,
        session,
        actor: actorOf(request),
      });
      return { token: await renewToken(database, session) };
    });
  });

  serve(app, setFirstPassword, async ({ body: { newPassword } }, request) => {
    const session = requireUser(request);
    await throttle(portal, "reset-password", request.ip, session.userId);
    await refuseCommonPassword(newPassword, "newPassword");
    await requireFreshLogin(portal, portal.database, session);
    const passwordHash = await hashPassword(newPassword);
    return portal.database.transaction(async (tx) => {
      const user = await lockUser(tx, session.userId);
      if (!user || !isProven(user) || !(await lockSession(tx, session))) {
        throw new ApiError("unauthorized");
      }
      if (user.passwordHash !== null) throw new ApiError("conflict");
      await requireFreshProof(portal, tx, { session, user, act: "other" });
      await replacePassword({ ...portal, modules }, tx, user, {
        passwordHash,
        session,
        actor: actorOf(request),
      });
      return { token: await renewToken(tx, session) };
    });
  });

  /** The job looks up the address after the answer, so its time reveals nothing about the address. */
  serve(app, forgotPassword, async ({ body: { email } }, request) => {
    await throttle(portal, "forgot-password", request.ip, email);
    await throttleRecipient(portal, email, request.ip);
    await enqueueResetLink(portal, portal.database, email);
  });

  serve(app, checkResetToken, async ({ params: { token } }) => {
    const { email } = await peekToken(portal, "reset-password", token);
    return { email };
  });

  serve(app, resetPassword, async ({ params: { token }, body: { password } }, request) => {
    await throttle(portal, "reset-password", request.ip, hashToken(token));
    await peekToken(portal, "reset-password", token);
    await refuseCommonPassword(password, "password");
    const passwordHash = await hashPassword(password);
    const user = await resetByLink({ ...portal, modules }, token, passwordHash, actorOf(request));
    await trustNetwork(portal, request.ip, user.email);
  });
}

/** Replaces the password of a user, keeps this session, records the change, and notifies the user. */
async function replacePassword(
  portal: Pick<Portal, "jobs" | "now"> & RouteSetup,
  tx: Database,
  user: ProvenUser,
  { passwordHash, session, actor }: { passwordHash: string; session: Session; actor: Actor },
): Promise<void> {
  await setPassword(portal, tx, user.id, passwordHash, session.id);
  await enqueueNotice(portal, tx, "password-changed", user);
  const act = "password-changed";
  await recordAct(tx, { act, at: portal.now(), actor, subjectId: user.id });
}

/** How long after login a session may set a first password: somebody at an unattended device must not. */
const firstPasswordWithinMs = 15 * minuteMs;

/**
 * Throws `fresh-login-needed` if the session began longer ago, or by the link of an invitation, which may have been forwarded.
 */
async function requireFreshLogin(
  { now }: Pick<Portal, "now">,
  database: Database,
  { id, userId }: Session,
): Promise<void> {
  const begun = (await findBeginning(database, id)) ?? new Date(0);
  const byLink = and(eq(invitations.userId, userId), eq(invitations.acceptedAt, begun));
  if (
    now().getTime() - begun.getTime() >= firstPasswordWithinMs ||
    (await database.$count(invitations, byLink)) > 0
  ) {
    throw new ApiError("fresh-login-needed");
  }
}

/** Number of common passwords that are refused, counting only those of allowed length (ASVS 5.0, V6.2.4). */
const refused = 3_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Loads the list, which is large, when the first password is chosen. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const inOrder = dictionary["passwords-common"].filter(
    ({ length }) => length >= passwordLength.min,
  );
  return new Set(inOrder.slice(0, refused).map((password) => password.toLowerCase()));
}

/** Returns whether a password, in upper or lower case, is one of the most common ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).has(password.normalize("NFC").toLowerCase());
}

/** Throws a `validation` error for the form field when the password is one of the most common ones. */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  if (await isCommonPassword(password)) {
    throw new ApiError("validation", { fields: { [field]: "forms:passwordCommon" } });
  }
}

type Confirmed = {
  user: ProvenUser;
  /**
   * Runs the work that the password was asked for, in a transaction with the user locked. Throws
   * `wrong-password` when the password has been changed since it was verified, and 401 when the session
   * has ended since.
   */
  act: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
};

/** A password that the user of a session entered again, and the form field that it was entered in. */
type EnteredPassword = {
  session: Pick<Session, "id" | "tokenHash" | "userId">;
  ip: string;
  password: string;
  field: string;
  /** What it was asked for; decides what else has to be proven. */
  act?: DangerousAct;
  /** Other users whom the work will lock, too. */
  alsoLocked?: readonly string[];
};

const wrongPassword = (field: string) =>
  new ApiError("wrong-password", { fields: { [field]: "wrong-password" satisfies MessageKey } });

/**
 * Verifies the password of a signed-in user, as sensitive changes require, and returns the user. Throws
 * `wrong-password` for the form field (the session goes on), `password-missing` for a user without a password, `too-many-requests` after repeated failures,
 * `factor-needed` or `enrolment-code-needed` where this session has to prove a factor first (`requireFreshProof`),
 * and 401 when the account was deleted.
 */
export async function requirePassword(
  portal: Portal,
  { session, ip, password, field, act = "other", alsoLocked = [] }: EnteredPassword,
): Promise<Confirmed> {
  const { userId } = session;
  const user = await findUser(portal.database, userId);
  if (!user || !isProven(user)) throw new ApiError("unauthorized");
  const { passwordHash } = user;
  if (passwordHash === null) throw new ApiError("password-missing"); // no guess, so not counted
  await throttle(portal, "password", ip, userId);
  const matches = await verifyPasswordAttempt(portal, { ip, subject: userId }, () =>
    verifyPassword(passwordHash, password),
  );
  if (!matches) {
    const actor = { ...memberActor(userId), ip: readableAddress(ip) };
    const at = portal.now();
    await recordAct(portal.database, { act: "password-refused", at, actor, subjectId: userId });
    throw wrongPassword(field);
  }
  await refundAttempt(portal, "password", ip, userId);
  await requireFreshProof(portal, portal.database, { session, user, act });
  return {
    user,
    act: (work) =>
      portal.database.transaction(async (database) => {
        const locked = (await lockUsers(database, [userId, ...alsoLocked])).get(userId);
        if (locked?.passwordHash !== passwordHash) throw wrongPassword(field);
        if (!(await lockSession(database, session))) throw new ApiError("unauthorized");
        return work(database);
      }),
  };
}

/**
 * Replaces a password and ends what somebody who knew the former one may have started: the user's sessions
 * (all but `remainingSession`), logins under way, mailed codes that log in, reset links, a pending change of address, and secret addresses that admins make. Links that undo a change of address
 * keep working; otherwise a thief could disable them by changing the password. Call it in a transaction
 * that has locked the user.
 */
export async function setPassword(
  { modules }: RouteSetup,
  tx: Database,
  userId: string,
  passwordHash: string | null,
  remainingSession?: string,
): Promise<void> {
  await updateUser(tx, userId, { passwordHash });
  await endSessionsOf(tx, userId, remainingSession);
  await deleteResetTokens(tx, userId);
  await deleteChallengesOf(tx, userId);
  const isOfUser = or(eq(users.email, loginCodes.email), eq(users.unprovenEmail, loginCodes.email));
  await tx.delete(loginCodes).where(
    exists(
      tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), isOfUser)),
    ),
  );
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await endSecretAddresses(tx, modules, userId, "of-admin");
}

/**
 * Sets the password through a reset link, in one transaction, and returns the user. The link proves the
 * address: an account that never proved it gets it. Throws `token-invalid`, and `address-taken` when
 * another account has the address.
 */
const resetByLink = (
  portal: Pick<Portal, "database" | "now" | "jobs"> & RouteSetup,
  token: string,
  passwordHash: string,
  actor: Actor,
): Promise<ProvenUser> =>
  portal.database.transaction(async (transaction) => {
    const accounts = { database: transaction, now: portal.now };
    const { userId, email } = await peekToken(accounts, "reset-password", token);
    const user = await lockUser(transaction, userId);
    await consumeToken(accounts, "reset-password", token);
    if (!user || email !== (user.email ?? user.unprovenEmail)) throw new ApiError("token-invalid");
    if (!user.email && !(await assignAddress(transaction, userId, email))) {
      throw new ApiError("address-taken");
    }
    await setPassword(portal, transaction, userId, passwordHash);
    await enqueueNotice(portal, transaction, "password-changed", { ...user, email });
    const by = { ...actor, userId };
    const act = { act: "password-reset", at: portal.now(), actor: by, subjectId: userId } as const;
    await recordAct(transaction, act);
    return { ...user, email };
  });

export const resetLinkMail = defineJob({
  name: "accounts.mail-reset-link",
  payload: z.object({
    email: z.string(),
    requestedAt: z.iso.datetime(),
  }),
  sealed: true,
  retry: patientRetries,
});

export const enqueueResetLink = (
  { jobs, now }: Pick<TransactionPortal, "jobs" | "now">,
  tx: Database,
  email: string,
): Promise<void> => jobs.enqueue(tx, resetLinkMail, { email, requestedAt: now().toISOString() });

/**
 * Issues a reset link for an address and returns its URL with the account, or null when there is none: the
 * link does not work then and must not be mailed. Stores the same in both cases, for equal work.
 */
export async function makeResetLink(portal: Portal, email: string) {
  const user = await findByAddressInConstantTime(portal.database, email);
  const url = resetUrl(portal.config, await issueResetToken(portal, user?.id ?? null, email));
  return { user, url };
}

/** Time after which a request for a reset link is not answered any more: a link lives for an hour, and a mail is tried for three days. */
const requestLifeMs = 73 * hourMs;

/**
 * Mails a reset link, unless it was requested long ago. Links of earlier requests stop working when the mail server has accepted the mail,
 * but not those of earlier attempts, which may have been delivered. For an address without an account it
 * does the same work but sends nothing; otherwise the response times of later requests would reveal which
 * addresses have an account.
 */
async function mailResetLink(
  portal: Portal,
  { email, requestedAt }: z.infer<typeof resetLinkMail.payload>,
): Promise<void> {
  const { mailer, database } = portal;
  const requested = new Date(requestedAt);
  if (portal.now().getTime() - requested.getTime() > requestLifeMs) return;
  // The clock of the process that took the request may be ahead.
  const now = () => (portal.now() > requested ? portal.now() : requested);
  const { user, url } = await makeResetLink({ ...portal, now }, email);
  const language = servedLanguage(portal.brand.languages, user?.language);
  const mail = composeMail("reset-password", { to: email, language, url });
  await (user ? mailer.send(mail) : mailer.sendDummy(mail));
  const { purpose, createdAt } = oneTimeTokens;
  await database
    .delete(oneTimeTokens)
    .where(
      and(eq(oneTimeTokens.email, email), eq(purpose, "reset-password"), lt(createdAt, requested)),
    );
}

export function handleResetLinkMail(portal: Portal): void {
  portal.jobs.handle(resetLinkMail, (payload) => mailResetLink(portal, payload));
}
