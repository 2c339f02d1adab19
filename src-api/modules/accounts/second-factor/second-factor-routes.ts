import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  beginEnrolment,
  completeLogin,
  confirmEnrolment,
  getSecondFactor,
  proveFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#shared/api/second-factor.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import type { RouteSetup } from "#api/portal.ts";
import { refuseWhile } from "../../flags/module.ts";
import { requirePassword } from "../passwords/require-password.ts";
import { renewToken } from "../sessions/session-store.ts";
import { presentSignIn } from "../sessions/sessions.ts";
import { confirmKey, factorState, removeFactor, renewCodes, storeNewKey } from "./enrolment.ts";
import { completeChallenge } from "./login-challenges.ts";
import { proveInSession } from "./require-factor.ts";
import { presentSecret } from "./totp.ts";

/** Serves the second step of a login, and the second factor of the signed-in user. */
export async function secondFactorRoutes(
  app: FastifyInstance,
  { modules }: RouteSetup,
): Promise<void> {
  const { portal } = app;
  const confirm = (request: FastifyRequest, password: string) => {
    const session = requireUser(request);
    const act = "change-factors";
    return requirePassword(portal, { session, ip: request.ip, password, field: "password", act });
  };

  serve(app, completeLogin, async ({ body }, request) => {
    await refuseWhile(portal, "loginDisabled");
    const token = await completeChallenge(portal, body, actorOf(request));
    return presentSignIn({ portal, modules }, token, request.session, "login-over");
  });

  serve(app, getSecondFactor, async (_, request) =>
    factorState(portal.database, requireUser(request).userId),
  );

  serve(app, beginEnrolment, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    const secret = await act((database) => storeNewKey({ ...portal, database }, user.id));
    return presentSecret(secret, { issuer: portal.brand.name, email: user.email });
  });

  serve(app, confirmEnrolment, async ({ body: { code } }, request) =>
    confirmKey(portal, requireUser(request), { code, actor: actorOf(request) }),
  );

  serve(app, renewRecoveryCodes, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    const session = requireUser(request);
    const by = { actor: actorOf(request), sessionId: session.id };
    return act(async (database) => ({
      recoveryCodes: await renewCodes({ ...portal, database }, user, by),
      token: await renewToken(database, session),
    }));
  });

  serve(app, removeSecondFactor, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    const session = requireUser(request);
    const by = { actor: actorOf(request), sessionId: session.id };
    return act(async (database) => {
      await removeFactor({ ...portal, database }, user, by);
      return { token: await renewToken(database, session) };
    });
  });

  serve(app, proveFactor, async ({ body: { code } }, request) => {
    const session = requireUser(request);
    return { token: await proveInSession(portal, session, { code, actor: actorOf(request) }) };
  });
}
