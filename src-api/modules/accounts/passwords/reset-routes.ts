import type { FastifyInstance } from "fastify";
import { checkResetToken, forgotPassword, resetPassword } from "#shared/api/sign-in.ts";
import { actorOf } from "#api/http/actor.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import type { RouteSetup } from "#api/portal.ts";
import { refuseCommonPassword } from "./passwords-common.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { serve } from "#api/http/serve.ts";
import { throttle, throttleRecipient, trustNetwork } from "#api/infra/throttle/throttle.ts";
import { enqueueResetLink } from "../mails/mail-jobs.ts";
import { peekToken } from "../proofs/one-time-tokens.ts";
import { resetByLink } from "./set-password.ts";

/** Serves choosing a new password through a mailed link. */
export async function resetRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  /** The job looks up the address after the answer, so its time reveals nothing about the address. */
  serve(app, forgotPassword, async ({ body: { email } }, request) => {
    await throttle(portal, "forgot-password", request.ip, email);
    await throttleRecipient(portal, email, request.ip);
    await enqueueResetLink(portal, email);
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
