import type { FastifyInstance } from "fastify";
import { checkSecureToken, secureAccount as secure } from "#shared/api/passkeys.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import type { RouteSetup } from "#api/portal.ts";
import { peekToken } from "../proofs/one-time-tokens.ts";
import { secureAccount } from "./secure-account.ts";

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
