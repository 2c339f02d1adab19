import type { FastifyInstance } from "fastify";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  logInByPasskey,
  removePasskey,
  renamePasskey,
  type Passkey,
} from "#shared/api/passkeys.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import type { RouteSetup } from "#api/portal.ts";
import { refuseWhile } from "../../flags/module.ts";
import { requirePassword } from "../passwords/require-password.ts";
import type { PasskeyRow } from "../schema.ts";
import { presentSignIn } from "../sessions/sessions.ts";
import { issueChallenge } from "./passkey-challenges.ts";
import { findPasskeysOf, updateName } from "./passkey-store.ts";
import { dropPasskey, logInWithPasskey, optionsFor, storePasskey } from "./passkeys.ts";
import { requestOptions } from "./webauthn.ts";

/** Returns a passkey as its owner sees it, without keys. */
const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** What the password is asked for again here. */
const changing = { field: "password", act: "change-factors" } as const;

/** Serves the passkeys of the user's account. */
async function ownRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listPasskeys, async (_, request) => {
    const rows = await findPasskeysOf(portal.database, requireUser(request).userId);
    return { items: rows.map(presentPasskey) };
  });

  serve(app, beginPasskey, async ({ body: { password } }, request) => {
    const session = requireUser(request);
    const entered = { ...changing, session, ip: request.ip, password };
    const { user } = await requirePassword(portal, entered);
    return optionsFor(portal, user, session.id);
  });

  serve(app, addPasskey, async ({ body }, request) => {
    const session = requireUser(request);
    await throttle(portal, "passkey", request.ip, session.userId);
    const { row, token } = await storePasskey(portal, session, body, actorOf(request));
    return { ...presentPasskey(row), token };
  });

  serve(app, renamePasskey, async ({ params: { id }, body: { name } }, request) => {
    const { userId } = requireUser(request);
    const row = await portal.database.transaction(async (transaction) => {
      const renamed = await updateName(transaction, { userId, id, name });
      if (!renamed) throw new ApiError("not-found");
      const actor = actorOf(request);
      const act = { act: "passkey-renamed", at: portal.now(), actor, subjectId: userId } as const;
      await recordAct(transaction, act);
      return renamed;
    });
    return presentPasskey(row);
  });

  serve(app, removePasskey, async ({ params: { id }, body: { password } }, request) => {
    const session = requireUser(request);
    const entered = { ...changing, session, ip: request.ip, password };
    const { user, act } = await requirePassword(portal, entered);
    const actor = actorOf(request);
    const token = await act(async (database) =>
      dropPasskey(portal, database, { user, id, actor, session }),
    );
    return { token };
  });
}

async function loginRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, beginPasskeyLogin, async (_, { ip }) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "passkey-options", ip, "");
    return requestOptions(portal, await issueChallenge(portal, null));
  });

  serve(app, logInByPasskey, async ({ body: { credential } }, request) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "passkey", request.ip, "");
    const actor = { ...actorOf(request), userId: null };
    const token = await logInWithPasskey(portal, credential, actor);
    return presentSignIn({ portal, modules }, token, request.session, "passkey-refused");
  });
}

export async function passkeyRoutes(app: FastifyInstance, setup: RouteSetup): Promise<void> {
  await app.register(ownRoutes);
  await app.register(loginRoutes, setup);
}
