import type { FastifyInstance } from "fastify";
import { login, logout } from "../../../../src-shared/api/sign-in.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { refuseWhile } from "../../flags/module.ts";
import { dummyHash, verifyPassword } from "../../../infra/passwords/passwords.ts";
import { serve } from "../../../http/serve.ts";
import {
  forgiveTry,
  throttle,
  throttleRecipient,
  verifyTry,
} from "../../../infra/throttle/throttle.ts";
import { mailResetLink } from "../mails/account-mails.ts";
import { beginSession, endSessionOf, presentSignIn } from "../sessions/sessions.ts";
import { findByAddress, isProven } from "../users.ts";

/** Logging in and out. */
export async function signInRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  /** An unknown address costs as much as a known one: a password is verified against nothing. */
  serve(app, login, async ({ body: { email, password } }, request) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "login", request.ip, email);
    const user = await findByAddress(portal.database, email);
    const matches = await verifyTry(portal, { ip: request.ip, subject: email }, () =>
      verifyPassword(user?.passwordHash ?? dummyHash, password),
    );
    if (!user || !matches) throw new ApiError("wrong-credentials");
    if (!isProven(user)) {
      await throttleRecipient(portal, email, request.ip);
      app.afterwards(() => mailResetLink(portal, email));
      throw new ApiError("address-unproven");
    }
    const token = await beginSession(portal, user, request.headers["user-agent"] ?? "");
    if (!token) throw new ApiError("wrong-credentials");
    await forgiveTry(portal, "login", request.ip, email);
    return presentSignIn(portal, token);
  });

  /** 204 also without a session: there is nothing left to end. */
  serve(app, logout, async (_, { session }) => {
    if (session) await endSessionOf(portal.database, session.userId, session.id);
  });
}
