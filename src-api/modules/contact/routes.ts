import type { FastifyInstance } from "fastify";
import { sendContactMessage } from "../../../src-shared/api/contact.ts";
import { listMessages, messagePages } from "../../../src-shared/api/contact-messages.ts";
import { answerMessage, closeMessage } from "../../../src-shared/api/member-acts.ts";
import { actorOf } from "../../http/actor.ts";
import { requireAdmin } from "../../http/session.ts";
import { serve } from "../../http/serve.ts";
import { throttle } from "../../infra/throttle/throttle.ts";
import { answerContactMessage } from "./answers.ts";
import { loadMessages } from "./list-messages.ts";
import { parseMessageCursor } from "./message-cursor.ts";
import { receiveMessage } from "./messages.ts";

/** Serves the contact form, and to admins the messages, which they answer. */
export async function contactRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, sendContactMessage, async ({ body }, request) => {
    await throttle(portal, "contact", request.ip, body.email);
    await receiveMessage(portal, body, request.language);
  });

  serve(app, listMessages, ({ query: { cursor, limit = messagePages.default } }) =>
    loadMessages(portal.database, {
      cursor: cursor === undefined ? undefined : parseMessageCursor(cursor),
      limit,
    }),
  );

  serve(app, answerMessage, async ({ params: { id }, body: { answer } }, request) => {
    await throttle(portal, "member-act", request.ip, requireAdmin(request).userId);
    await answerContactMessage(portal, { id, answer, actor: actorOf(request) });
  });

  serve(app, closeMessage, async ({ params: { id } }, request) => {
    await throttle(portal, "member-act", request.ip, requireAdmin(request).userId);
    await answerContactMessage(portal, { id, answer: null, actor: actorOf(request) });
  });
}
