import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendContactMessage } from "#shared/api/contact.ts";
import { listMessages, messagePages } from "#shared/api/contact-messages.ts";
import { answerMessage, closeMessage, reopenMessage } from "#shared/api/member-acts.ts";
import { actorOf } from "#api/http/actor.ts";
import { requireAdmin } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { answerContactMessage, reopenContactMessage } from "./answers.ts";
import { loadMessages } from "./list-messages.ts";
import { parseMessageCursor } from "./contact-store.ts";
import { receiveMessage } from "./messages.ts";

/** Serves the contact form, and to admins the messages, which they answer. */
export async function contactRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  /** Returns the admin who does something with a message. */
  const actingAdmin = async (request: FastifyRequest) => {
    const { userId } = requireAdmin(request);
    await throttle(portal, "member-act", request.ip, userId);
    return { ...actorOf(request), userId };
  };

  serve(app, sendContactMessage, async ({ body }, request) => {
    await throttle(portal, "contact", request.ip, body.email);
    const isProven = request.session?.email === body.email;
    await receiveMessage(portal, body, { language: request.language, isProven });
  });

  serve(app, listMessages, ({ query: { cursor, limit = messagePages.default } }) =>
    loadMessages(portal.database, {
      cursor: cursor === undefined ? undefined : parseMessageCursor(cursor),
      limit,
    }),
  );

  serve(app, answerMessage, async ({ params: { id }, body: { answer } }, request) => {
    await answerContactMessage(portal, { id, answer, actor: await actingAdmin(request) });
  });

  serve(app, closeMessage, async ({ params: { id } }, request) => {
    await answerContactMessage(portal, { id, answer: null, actor: await actingAdmin(request) });
  });

  serve(app, reopenMessage, async ({ params: { id } }, request) => {
    await reopenContactMessage(portal, { id, actor: await actingAdmin(request) });
  });
}
