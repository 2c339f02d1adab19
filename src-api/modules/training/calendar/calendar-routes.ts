import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  createCalendarAddress,
  getCalendarAddress,
  getTrainingCalendar,
  revokeCalendarAddress,
} from "#shared/api/training-calendar.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { endSecretAddress, makeSecretAddress } from "#api/modules/accounts/module.ts";
import { findAddress, removeAddress, saveAddress } from "./calendar-store.ts";
import { newCalendarToken, planCalendar, subscribedCalendar } from "./training-calendar.ts";

const tokenParams = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });

/** Serves a member's plans as calendars: one as a file, all at a secret address, which takes no session. */
export default async function calendarRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  // Without a configured address the caller's is right: the portal is then used on this network only.
  const originFor = ({ protocol, host }: FastifyRequest) =>
    portal.config.publicUrl ?? `${protocol}://${host}`;

  const doing = (request: FastifyRequest) =>
    ({ kind: "calendar", session: requireUser(request), actor: actorOf(request) }) as const;

  serve(app, getTrainingCalendar, async ({ params: { id }, query: { today } }, request) => {
    const { userId } = requireActiveMember(request);
    const member = { userId, language: request.language, today };
    return Buffer.from(await planCalendar(portal, member, id));
  });

  // Also without a membership: the address works again with the next one.
  serve(app, getCalendarAddress, async (_, request) => {
    const address = await findAddress(portal.database, requireUser(request).userId);
    return { createdAt: address && address.createdAt.toISOString() };
  });

  serve(app, createCalendarAddress, async ({ body: { timeZone } }, request) => {
    const { userId } = requireActiveMember(request);
    const { language } = request;
    const address = { userId, language, timeZone };
    const { token, row } = newCalendarToken(portal, address);
    await makeSecretAddress(portal, doing(request), (transaction) => saveAddress(transaction, row));
    const url = new URL(`/api/calendar/${token}.ics`, originFor(request)).href;
    return { url, createdAt: row.createdAt.toISOString() };
  });

  serve(app, revokeCalendarAddress, async (_, request) => {
    const { userId } = requireUser(request);
    await endSecretAddress(portal, doing(request), (transaction) =>
      removeAddress(transaction, userId),
    );
  });

  app.get("/calendar/:token.ics", { schema: { hide: true } }, async (request, reply) => {
    const parsed = tokenParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { token } = parsed.data;
    await throttle(portal, "calendar", request.ip, hashToken(token));
    const calendar = await subscribedCalendar(portal, token);
    reply.type("text/calendar; charset=utf-8");
    return reply.send(calendar);
  });
}
