import type { FastifyInstance } from "fastify";
import {
  completeSignUp as completion,
  getSignUp,
  register,
  resendSignUpCode,
  type SignUp,
} from "#shared/api/sign-in.ts";
import { actorOf } from "#api/http/actor.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { refuseWhile } from "../../flags/module.ts";
import { refuseCommonPassword } from "../passwords/passwords-common.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { serve } from "#api/http/serve.ts";
import { throttle, throttleRecipient } from "#api/infra/throttle/throttle.ts";
import { presentCode, refuseEarlyResend } from "../proofs/mailed-code.ts";
import type { SignUpRow } from "../schema.ts";
import { presentSignIn } from "../sessions/sessions.ts";
import { beginSignUp, completeSignUp, findSignUp, renewSignUpCode } from "./sign-ups.ts";

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
    const completed = await completeSignUp(portal, id, {
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
