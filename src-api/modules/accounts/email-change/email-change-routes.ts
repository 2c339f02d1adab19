import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  changeEmail,
  checkUndoToken,
  confirmEmailChange,
  getEmailChange,
  resendEmailCode,
  undoEmailChange as undo,
  withdrawEmailChange,
} from "#shared/api/account.ts";
import { actorOf } from "#api/http/actor.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { requireUser } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { throttle, throttleRecipient, trustNetwork } from "#api/infra/throttle/throttle.ts";
import type { RouteSetup } from "#api/portal.ts";
import { enqueueChangeRequest } from "../mails/mail-jobs.ts";
import { presentCode, refuseEarlyResend } from "../proofs/mailed-code.ts";
import { peekToken } from "../proofs/one-time-tokens.ts";
import { requirePassword } from "../passwords/require-password.ts";
import { presentAfresh } from "../sessions/sessions.ts";
import { deleteChange } from "./email-change-store.ts";
import {
  beginEmailChange,
  completeEmailChange,
  findEmailChange,
  renewEmailCode,
  type Requester,
} from "./email-changes.ts";
import { undoEmailChange } from "./undo-email-change.ts";

function requestingSession(request: FastifyRequest): Requester {
  const { id: sessionId, userId } = requireUser(request);
  const { sealer } = request.server.portal;
  return { sessionId, userId, secret: sealer.derive(`email-change:${sessionId}`) };
}

/** Serves changing the address, which the same session requests and confirms (decision 0002). */
async function changeRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;
  const { now, config } = portal;

  serve(app, changeEmail, async ({ body: { email, password } }, request) => {
    const requester = requestingSession(request);
    await throttle(portal, "change-email", request.ip, requester.userId);
    const { user, act } = await requirePassword(portal, {
      session: requireUser(request),
      ip: request.ip,
      password,
      field: "password",
    });
    if (email === user.email) {
      throw new ApiError("validation", { fields: { email: "forms:ownEmail" } });
    }
    await throttleRecipient(portal, email, request.ip);
    await throttleRecipient(portal, user.email, request.ip);
    const change = await act(async (database) => {
      const begun = await beginEmailChange({ database, now, config }, requester, email);
      await enqueueChangeRequest(portal, database, user, begun);
      return begun.change;
    });
    return presentCode(portal, change, requester.secret);
  });

  serve(app, getEmailChange, async (_, request) => {
    const { sessionId, secret } = requestingSession(request);
    const change = await findEmailChange(portal, sessionId);
    return { change: change && presentCode(portal, change, secret) };
  });

  serve(app, resendEmailCode, async (_, request) => {
    const requester = requestingSession(request);
    await throttle(portal, "email-code", request.ip, requester.userId);
    const waiting = await findEmailChange(portal, requester.sessionId);
    if (!waiting) throw new ApiError("change-over");
    refuseEarlyResend(waiting, now());
    await throttleRecipient(portal, waiting.email, request.ip);
    const { language } = requireUser(request);
    const renewed = await renewEmailCode(portal, requester, language);
    if (!renewed) throw new ApiError("too-many-requests");
    return presentCode(portal, renewed, requester.secret);
  });

  serve(app, confirmEmailChange, async ({ body: { code } }, request) => {
    const requester = requestingSession(request);
    await throttle(portal, "email-code", request.ip, requester.userId);
    const { language } = requireUser(request);
    const completed = await completeEmailChange(portal, requester, {
      code,
      language,
      actor: actorOf(request),
    });
    if ("failure" in completed) throw new ApiError(completed.failure);
    await trustNetwork(portal, request.ip, completed.email);
    return presentAfresh({ portal, modules }, requester.sessionId);
  });

  serve(app, withdrawEmailChange, async (_, request) => {
    await deleteChange(portal.database, requireUser(request).id);
  });
}

/** Serves the link in the mail to the former address, which undoes the change. */
async function undoRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, checkUndoToken, async ({ params: { token } }) => {
    const { email } = await peekToken(portal, "undo-email-change", token);
    return { email };
  });

  serve(app, undo, async ({ params: { token } }, request) =>
    undoEmailChange({ ...portal, modules }, token, actorOf(request)),
  );
}

export async function emailChangeRoutes(app: FastifyInstance, setup: RouteSetup): Promise<void> {
  await app.register(changeRoutes, setup);
  await app.register(undoRoutes, setup);
}
