import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  changeEmail,
  checkUndoToken,
  confirmEmailChange,
  getEmailChange,
  resendEmailCode,
  undoEmailChange as undo,
  withdrawEmailChange,
} from "../../../../src-shared/api/account.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Portal } from "../../../portal.ts";
import { requireToken, requireUser } from "../../../http/session.ts";
import { serve } from "../../../http/serve.ts";
import { throttle, throttleRecipient, trustNetwork } from "../../../infra/throttle/throttle.ts";
import {
  mailChangeRequest,
  mailEmailChanged,
  mailEmailCode,
  mailNotice,
} from "../mails/account-mails.ts";
import { presentCode, refuseEarlyResend } from "../proofs/mailed-code.ts";
import { issueUndoToken, peekToken } from "../proofs/one-time-tokens.ts";
import { requirePassword } from "../passwords/require-password.ts";
import { presentAfresh } from "../sessions/sessions.ts";
import type { ProvenUser } from "../users.ts";
import {
  beginEmailChange,
  completeEmailChange,
  dropEmailChange,
  findEmailChange,
  renewEmailCode,
  revokeEmailChange,
  type Asking,
  type EmailChange,
} from "./email-changes.ts";
import { undoEmailChange } from "./undo-email-change.ts";

function askingSession(request: FastifyRequest): Asking {
  const { id: sessionId, userId } = requireUser(request);
  return { sessionId, userId, token: requireToken(request) };
}

/**
 * Mails about a change that was asked for: the present address first, since its mail carries the only
 * link that undoes the change. If that one is not handed over, the change is dropped, and no code sent.
 */
async function mailChange(
  portal: Portal,
  user: ProvenUser,
  { change, code, undoToken }: { change: EmailChange; code: string; undoToken: string },
): Promise<void> {
  const { email } = change;
  try {
    await mailChangeRequest(portal, user, { email, undoToken });
  } catch (error) {
    await revokeEmailChange(portal.database, change);
    throw error;
  }
  await mailEmailCode(portal, user, { email, code });
}

/**
 * Changing the address: asked for and confirmed by one session
 * (docs/decisions/0002-change-of-address.md).
 */
async function changeRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { now } = portal;

  serve(app, changeEmail, async ({ body: { email, password } }, request) => {
    const asking = askingSession(request);
    await throttle(portal, "change-email", request.ip, asking.userId);
    const { user, act } = await requirePassword(request, password, "password");
    if (email === user.email) {
      throw new ApiError("validation", { fields: { email: "forms:ownEmail" } });
    }
    await throttleRecipient(portal, email, request.ip);
    await throttleRecipient(portal, user.email, request.ip);
    const begun = await act(async (database) => {
      const accounts = { database, now };
      const undoToken = await issueUndoToken(accounts, user.id, user.email);
      return { ...(await beginEmailChange(accounts, asking, email)), undoToken };
    });
    app.afterwards(() => mailChange(portal, user, begun));
    return presentCode(portal, begun.change, begun.code);
  });

  serve(app, getEmailChange, async (_, request) => {
    const change = await findEmailChange(portal, requireUser(request).id);
    return { change: change && presentCode(portal, change) };
  });

  serve(app, resendEmailCode, async (_, request) => {
    const asking = askingSession(request);
    await throttle(portal, "email-code", request.ip, asking.userId);
    const waiting = await findEmailChange(portal, asking.sessionId);
    if (!waiting) throw new ApiError("change-over");
    refuseEarlyResend(portal, waiting);
    await throttleRecipient(portal, waiting.email, request.ip);
    const renewed = await renewEmailCode(portal, asking, waiting);
    if (!renewed) throw new ApiError("too-many-requests");
    const { change, code } = renewed;
    const { language } = requireUser(request);
    app.afterwards(() => mailEmailCode(portal, { language }, { email: change.email, code }));
    return presentCode(portal, change, code);
  });

  serve(app, confirmEmailChange, async ({ body: { code } }, request) => {
    const asking = askingSession(request);
    await throttle(portal, "email-code", request.ip, asking.userId);
    const { language } = requireUser(request);
    const completed = await completeEmailChange(portal, asking, code);
    if ("failure" in completed) throw new ApiError(completed.failure);
    const { formerEmail, email } = completed;
    await trustNetwork(portal, request.ip, email);
    app.afterwards(() => mailEmailChanged(portal, { email: formerEmail, language }, email));
    return presentAfresh(portal, asking.sessionId);
  });

  serve(app, withdrawEmailChange, async (_, request) => {
    await dropEmailChange(portal.database, requireUser(request).id);
  });
}

/** What the link in the mail to the former address does. */
async function undoRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, checkUndoToken, async ({ params: { token } }) => {
    const { email } = await peekToken(portal, "undo-email-change", token);
    return { email };
  });

  serve(app, undo, async ({ params: { token } }) => {
    const { displaced, ...undone } = await undoEmailChange(portal, token);
    if (displaced) app.afterwards(() => mailNotice(portal, "email-change-undone", displaced));
    return undone;
  });
}

export async function emailChangeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(changeRoutes);
  await app.register(undoRoutes);
}
