import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { getWeeklyMail, setWeeklyMail } from "#shared/api/feeds.ts";
import { defaultLanguage, languages } from "#shared/languages.ts";
import { accountPath } from "#shared/routes.ts";
import { ignoreBodies } from "#api/http/request-bodies.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { nextMonday } from "./weekly-mail.ts";
import { userOfToken } from "./unsubscribe.ts";
import { unsubscribePage, type UnsubscribeStep } from "./unsubscribe-page.ts";
import { deleteWish, findWish, insertWish } from "./weekly-mail-store.ts";

const paramsSchema = z.object({ token: z.string() });
const querySchema = z.object({ lang: z.catch(z.enum(languages), defaultLanguage) });

async function settingRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, getWeeklyMail, async (_, request) => ({
    wanted: (await findWish(database, requireUser(request).userId)) !== null,
  }));

  serve(app, setWeeklyMail, async ({ body: { wanted } }, request) => {
    const { userId } = wanted ? requireActiveMember(request) : requireUser(request);
    const at = now();
    if (!wanted) await deleteWish(database, userId);
    else await insertWish(database, { userId, createdAt: at, dueAt: nextMonday(at), newSince: at });
    return { wanted };
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, step: UnsubscribeStep) {
  const { brand, config } = request.server.portal;
  const { lang: language } = querySchema.parse(request.query);
  const account = `${publicOrigin(config)}${accountPath}#weekly`;
  const { markup, policy } = unsubscribePage(step, { brand, language, account });
  return reply
    .code(step === "invalid" ? 404 : 200)
    .header("content-security-policy", policy)
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(markup);
}

/** Serves the link that ends the weekly mail without a login: a page, and the POST of its button (RFC 8058). */
async function unsubscribeRoutes(app: FastifyInstance): Promise<void> {
  const { database } = app.portal;
  const path = "/weekly-mail/:token";
  const options = { schema: { hide: true } };
  // Mail programs send a form, of one type or another; only the address counts.
  ignoreBodies(app);
  const userOf = (request: FastifyRequest) =>
    userOfToken(database, paramsSchema.parse(request.params).token);

  app.get(path, options, async (request, reply) =>
    sendPage(request, reply, (await userOf(request)) === null ? "invalid" : "question"),
  );

  app.post(path, options, async (request, reply) => {
    const userId = await userOf(request);
    if (userId !== null) await deleteWish(database, userId);
    return sendPage(request, reply, userId === null ? "invalid" : "done");
  });
}

/** The weekly mail: whether a user wants it, and the link that ends it. */
export default async function weeklyMailRoutes(app: FastifyInstance): Promise<void> {
  await app.register(settingRoutes);
  await app.register(unsubscribeRoutes);
}
