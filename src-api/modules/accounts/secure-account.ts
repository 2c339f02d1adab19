import type { FastifyInstance } from "fastify";
import { isAdmin } from "#shared/active-member.ts";
import { checkUndoToken, undoEmailChange as undo } from "#shared/api/account.ts";
import { checkSecureToken, secureAccount as secure } from "#shared/api/passkeys.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, gte, inArray, isNull, or } from "#api/infra/database/drizzle.ts";
import { unmatchableHash } from "#api/infra/passwords/passwords.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { ofUser } from "./factor-proof.ts";
import {
  consumeToken,
  deleteEnrolmentCodes,
  issueResetToken,
  type Link,
  peekToken,
  requireLink,
  tokensOf,
} from "./mailed-proofs.ts";
import { enqueueNotice } from "./mails.ts";
import { deletePasskeysOf } from "./passkeys.ts";
import { setPassword } from "./password.ts";
import {
  knownDevices,
  type OneTimeToken,
  oneTimeTokens,
  secondFactors,
  type User,
} from "./schema.ts";
import { endSecretAddresses } from "./secret-addresses.ts";
import { requiresFactor } from "./sessions.ts";
import { type Accounts, assignAddress, isProven, lockUser } from "./users.ts";

/**
 * Locks everybody out of an account whose owner says “This was not me”: disables the password, removes the
 * passkeys and a second factor that a thief may have turned on, ends sessions, secret addresses, reset links, a pending
 * change of address and the other links of this kind, and has every device count as new. Returns the address and the token
 * of a reset link.
 *
 * Passkeys stay where a factor is required of the user: none was added without one, and whoever reads the mails must not
 * get around them. Enrolment codes end.
 *
 * Throws `token-invalid`, also when the account has another address by now: the link that undoes the change of
 * address does the same then.
 */
const secureAccount = (
  portal: Pick<Portal, "database" | "now" | "jobs" | "config"> & RouteSetup,
  token: string,
  actor: Actor,
): Promise<{ email: string; resetToken: string }> =>
  portal.database.transaction(async (transaction) => {
    const accounts = { database: transaction, now: portal.now };
    const { userId } = await peekToken(accounts, "secure-account", token);
    const user = await lockUser(transaction, userId);
    const used = await consumeToken(accounts, "secure-account", token);
    const { email } = used;
    if (user?.email !== email) throw new ApiError("token-invalid");
    const since = await sinceByLinks(accounts, used);
    await setPassword(portal, transaction, userId, unmatchableHash());
    if (!requiresFactor(portal.config, user)) await deletePasskeysOf(transaction, userId);
    await deleteEnrolmentCodes(transaction, userId);
    await endSecretAddresses(transaction, portal.modules, userId);
    await transaction
      .delete(oneTimeTokens)
      .where(or(tokensOf(userId, "secure-account"), lockingLinksTo(used)));
    const at = portal.now();
    // The rows stay: a user with none counts as a first login.
    await transaction
      .update(knownDevices)
      .set({ knownUntil: at })
      .where(eq(knownDevices.userId, userId));
    const by = { ...actor, userId };
    await removeForeignFactor(transaction, user, { since, at, actor: by });
    await recordAct(transaction, { act: "new-device-reported", at, actor: by, subjectId: userId });
    return { email, resetToken: await issueResetToken(accounts, userId, email) };
  });

/** Serves the link “This was not me” in mails about logins, passkeys and second factors. */
export async function secureAccountRoutes(
  app: FastifyInstance,
  { modules }: RouteSetup,
): Promise<void> {
  const { portal } = app;

  serve(app, checkSecureToken, async ({ params: { token } }) => {
    const { email } = await peekToken(portal, "secure-account", token);
    return { email };
  });

  serve(app, secure, async ({ params: { token } }, request) =>
    secureAccount({ ...portal, modules }, token, actorOf(request)),
  );
}

type Undone = { email: string; resetToken: string };

/**
 * Gives the account back the address that the link was mailed to, and locks out whoever requested the
 * change: disables the password, removes the passkeys and a second factor that a thief may have turned on, and
 * ends sessions, secret addresses, reset links, a pending change, undo links that were mailed later (perhaps to an address of the
 * thief), and all links to the same address. Notifies the address that the account had until now.
 *
 * Hashes no password: the link still works after `address-taken`, so that anybody who has it could use it
 * to fill the password queue. Returns the address and the token of a reset link. Throws `token-invalid`,
 * and `address-taken` when another account has the address by now; nothing is changed then.
 */
const undoEmailChange = (
  portal: Pick<Portal, "database" | "now" | "jobs" | "config"> & RouteSetup,
  token: string,
  actor: Actor,
): Promise<Undone> =>
  portal.database.transaction(async (transaction) => {
    const accounts = { database: transaction, now: portal.now };
    const { userId } = await peekToken(accounts, "undo-email-change", token);
    const user = await lockUser(transaction, userId);
    const used = await consumeToken(accounts, "undo-email-change", token);
    const { email } = used;
    if (!(await assignAddress(transaction, userId, email))) throw new ApiError("address-taken");
    await setPassword(portal, transaction, userId, unmatchableHash());
    if (!user || !requiresFactor(portal.config, user)) await deletePasskeysOf(transaction, userId);
    await deleteEnrolmentCodes(transaction, userId);
    await endSecretAddresses(transaction, portal.modules, userId);
    const since = await sinceByLinks(accounts, used);
    // A repeated mail brings another link for the same change, and one about a session has nothing left to end.
    const isLater = gte(oneTimeTokens.createdAt, used.createdAt);
    await transaction
      .delete(oneTimeTokens)
      .where(or(and(tokensOf(userId, "undo-email-change"), isLater), lockingLinksTo(used)));
    const resetToken = await issueResetToken(accounts, userId, email);
    if (user && isProven(user) && user.email !== email) {
      await enqueueNotice(portal, transaction, "email-change-undone", user);
    }
    const by = { ...actor, userId };
    const at = portal.now();
    if (user) await removeForeignFactor(transaction, user, { since, at, actor: by });
    await recordAct(transaction, {
      act: "address-change-undone",
      at,
      actor: by,
      subjectId: userId,
    });
    return { email, resetToken };
  });

/** Serves the link in the mail to the former address, which undoes the change. */
export async function undoRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, checkUndoToken, async ({ params: { token } }) => {
    const { email } = await peekToken(portal, "undo-email-change", token);
    return { email };
  });

  serve(app, undo, async ({ params: { token } }, request) =>
    undoEmailChange({ ...portal, modules }, token, actorOf(request)),
  );
}

/**
 * Turns off a factor that somebody else may have turned on, who was in the account since then: its owner could
 * not log in any more. One that was on before stays, as whoever reads the owner's mails must not get around it.
 * An admin's always stays: a command turns it off, and nothing that is mailed.
 */
async function removeForeignFactor(
  database: Database,
  user: Pick<User, "id" | "roles">,
  { since, at, actor }: { since: Date; at: Date; actor: Actor },
): Promise<void> {
  if (isAdmin(user)) return;
  const { confirmedAt } = secondFactors;
  const deleted = await database
    .delete(secondFactors)
    .where(and(ofUser(user.id), or(isNull(confirmedAt), gte(confirmedAt, since))))
    .returning({ confirmedAt });
  if (deleted.every((factor) => factor.confirmedAt === null)) return;
  await recordAct(database, { act: "second-factor-removed", at, actor, subjectId: user.id });
}

/**
 * Returns since when somebody else may have been in the account, by all links that work and were mailed to the
 * address of this one: a thief may have several sessions, and using one link ends the others. Whoever has one
 * of the mails has them all.
 */
async function sinceByLinks({ database, now }: Accounts, used: Link): Promise<Date> {
  const others = await database
    .select()
    .from(oneTimeTokens)
    .where(and(lockingLinksTo(used), gt(oneTimeTokens.expiresAt, now())));
  const times = others.map((token) => requireLink(token, now()).since.getTime());
  return new Date(Math.min(used.since.getTime(), ...times));
}

type Recipient = Pick<OneTimeToken, "email"> & { userId: string };

/** The links that lock somebody out of an account, mailed to an address. */
const lockingLinksTo = ({ userId, email }: Recipient) =>
  and(
    eq(oneTimeTokens.userId, userId),
    eq(oneTimeTokens.email, email),
    inArray(oneTimeTokens.purpose, ["secure-account", "undo-email-change"]),
  );
