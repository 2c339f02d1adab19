import type { FastifyInstance } from "fastify";
import { checkSecureToken, secureAccount as secure } from "#shared/api/passkeys.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import type { RouteSetup, Portal } from "#api/portal.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import { unmatchableHash } from "#api/infra/passwords/passwords.ts";
import {
  peekToken,
  consumeToken,
  issueResetToken,
  sinceByLinks,
} from "../proofs/one-time-tokens.ts";
import { deletePasskeysOf } from "../passkeys/passkey-store.ts";
import { setPassword } from "../passwords/set-password.ts";
import { deleteEnrolmentCodes, deleteSecureTokens } from "../proofs/one-time-token-store.ts";
import { removeForeignFactor } from "../second-factor/enrolment.ts";
import { requiresFactor } from "../sessions/session-factors.ts";
import { endSecretAddresses } from "../secret-address-store.ts";
import { lockUser } from "../user-store.ts";
import { forgetDevices } from "./known-device-store.ts";

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
    await setPassword({ ...portal, database: transaction }, userId, unmatchableHash());
    if (!requiresFactor(portal.config, user)) await deletePasskeysOf(transaction, userId);
    await deleteEnrolmentCodes(transaction, userId);
    await endSecretAddresses(transaction, portal.modules, userId);
    await deleteSecureTokens(transaction, used);
    const at = portal.now();
    await forgetDevices(transaction, userId, at);
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
