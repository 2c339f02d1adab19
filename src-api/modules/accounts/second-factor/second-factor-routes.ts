import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  beginEnrolment,
  completeLogin,
  confirmEnrolment,
  getSecondFactor,
  proveFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../../../src-shared/api/second-factor.ts";
import { serve } from "../../../http/serve.ts";
import { requireUser } from "../../../http/session.ts";
import { refuseWhile } from "../../flags/module.ts";
import { requirePassword } from "../passwords/require-password.ts";
import { presentSignIn } from "../sessions/sessions.ts";
import { confirmKey, factorState, removeFactor, renewCodes, storeNewKey } from "./enrolment.ts";
import { completeChallenge } from "./login-challenges.ts";
import { requireFactor } from "./require-factor.ts";
import { noteProof } from "./second-factor-store.ts";
import { presentSecret } from "./totp.ts";

/** Serves the second step of a login, and the second factor of the signed-in user. */
export async function secondFactorRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const confirm = (request: FastifyRequest, password: string) => {
    const session = requireUser(request);
    return requirePassword(portal, { session, ip: request.ip, password, field: "password" });
  };

  serve(app, completeLogin, async ({ body }, { ip, headers }) => {
    await refuseWhile(portal, "loginDisabled");
    const userAgent = headers["user-agent"] ?? "";
    return presentSignIn(portal, await completeChallenge(portal, body, { ip, userAgent }));
  });

  serve(app, getSecondFactor, async (_, request) =>
    factorState(portal.database, requireUser(request).userId),
  );

  serve(app, beginEnrolment, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    const secret = await act((database) => storeNewKey({ ...portal, database }, user.id));
    return presentSecret(secret, { issuer: portal.brand.name, email: user.email });
  });

  serve(app, confirmEnrolment, async ({ body: { code } }, request) => ({
    recoveryCodes: await confirmKey(portal, requireUser(request), { code, ip: request.ip }),
  }));

  serve(app, renewRecoveryCodes, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    return { recoveryCodes: await act((database) => renewCodes(database, user.id)) };
  });

  serve(app, removeSecondFactor, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    await act((database) => removeFactor({ ...portal, database }, user));
  });

  serve(app, proveFactor, async ({ body: { code } }, request) => {
    const { id, userId } = requireUser(request);
    await requireFactor(portal, { userId, ip: request.ip, code }, async (database) => {
      await noteProof(database, id, { factorProvenAt: portal.now() });
      return true;
    });
  });
}
