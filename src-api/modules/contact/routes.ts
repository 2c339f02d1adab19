import type { FastifyInstance } from "fastify";
import { sendContactMessage } from "../../../src-shared/api/contact.ts";
import { answerMessage } from "../../../src-shared/api/member-acts.ts";
import { actorOf } from "../../http/actor.ts";
import { requireAdmin } from "../../http/session.ts";
import { serve } from "../../http/serve.ts";
import { throttle } from "../../infra/throttle/throttle.ts";
import { answerContactMessage } from "./answers.ts";
import { receiveMessage } from "./messages.ts";

/** Serves the contact form, and the answers of admins. */
export async function contactRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, sendContactMessage, async ({ body }, request) => {
    await throttle(portal, "contact", request.ip, body.email);
    await receiveMessage(portal, body, request.language);
  });

  serve(app, answerMessage, async ({ params: { id }, body: { answer } }, request) => {
    await throttle(portal, "member-act", request.ip, requireAdmin(request).userId);
    await answerContactMessage(portal, { id, answer, actor: actorOf(request) });
  });
}
