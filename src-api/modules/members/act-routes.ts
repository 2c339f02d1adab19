import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  endMember,
  endMemberSessions,
  extendMember,
  grantMember,
  refundMember,
  resendMail,
  undoMemberAct,
} from "#shared/api/member-acts.ts";
import { actorOf } from "#api/http/actor.ts";
import { idempotencyKey } from "#api/http/idempotency-key.ts";
import { requireAdmin } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import type { Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import type { Portal } from "#api/portal.ts";
import { requirePassword, type User } from "#api/modules/accounts/module.ts";
import { performOnce, presentAct, sendRefund, type ActRequest, type Done } from "./acts.ts";
import { endMembership, endSessions, extend, grant, refund, resend } from "./member-acts.ts";
import { undoAct } from "./undo-act.ts";

type Work = (portal: Portal, member: User, actor: Actor) => Promise<Done>;

/** Runs what an admin does for a member in one transaction: `password` is asked for what is dangerous. */
export async function actFor(
  request: FastifyRequest,
  act: { memberId: string; payload: unknown; password?: string },
  work: Work,
) {
  const { portal } = request.server;
  const session = requireAdmin(request);
  const { memberId, password } = act;
  await throttle(portal, "member-act", request.ip, session.userId);
  const actRequest: ActRequest = {
    actor: { ...actorOf(request), userId: session.userId },
    memberId,
    key: idempotencyKey(request),
    payload: [request.routeOptions.url, act.payload],
  };
  const perform = (tx: Database) =>
    performOnce(tx, actRequest, portal.now(), (member, actor) =>
      work({ ...portal, database: tx }, member, actor),
    );
  const performed = await (password === undefined
    ? portal.database.transaction(perform)
    : (
        await requirePassword(portal, {
          session,
          ip: request.ip,
          password,
          field: "password",
          alsoLocked: [memberId],
        })
      ).act(perform));
  await sendRefund(portal, performed);
  return presentAct(portal, performed.row);
}

export async function actRoutes(app: FastifyInstance): Promise<void> {
  serve(app, grantMember, ({ params: { id }, body: { until, password } }, request) =>
    actFor(
      request,
      { memberId: id, payload: { until }, ...(password !== undefined && { password }) },
      (portal, member) => grant(portal, member, { until, isConfirmed: password !== undefined }),
    ),
  );

  serve(app, extendMember, ({ params: { id }, body }, request) =>
    actFor(request, { memberId: id, payload: body }, (portal, member) =>
      extend(portal, member, body.days),
    ),
  );

  serve(app, endMember, ({ params: { id }, body: { password, ...end } }, request) =>
    actFor(request, { memberId: id, payload: end, password }, (portal, member, actor) =>
      endMembership(portal, member, end, actor),
    ),
  );

  serve(app, refundMember, ({ params: { id }, body: { password, ...refundRequest } }, request) =>
    actFor(request, { memberId: id, payload: refundRequest, password }, (portal, member, actor) =>
      refund(portal, member, refundRequest, actor),
    ),
  );

  serve(app, resendMail, ({ params: { id }, body }, request) =>
    actFor(request, { memberId: id, payload: body }, (portal, member) =>
      resend(portal, member, body, request.ip),
    ),
  );

  serve(app, endMemberSessions, ({ params: { id }, body: { password } }, request) =>
    actFor(request, { memberId: id, payload: null, password }, (portal, member) =>
      endSessions(portal, member, requireAdmin(request)),
    ),
  );

  serve(app, undoMemberAct, async ({ params: { id } }, request) => {
    const { userId } = requireAdmin(request);
    await throttle(app.portal, "member-act", request.ip, userId);
    await undoAct(app.portal, id, { ...actorOf(request), userId });
  });
}
