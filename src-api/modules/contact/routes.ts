import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sendContactMessage } from "../../../src-shared/api/contact.ts";
import { serve } from "../../http/serve.ts";
import { throttle } from "../../infra/throttle/throttle.ts";
import { contactMail } from "./contact-mail.ts";
import { insertMessage } from "./contact-store.ts";

/** The contact form. */
export default async function contact(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, sendContactMessage, async ({ body }, request) => {
    await throttle(portal, "contact", request.ip, body.email);
    const message = {
      ...body,
      id: randomUUID(),
      language: request.language,
      createdAt: portal.now(),
    };
    await portal.database.transaction(async (transaction) => {
      await insertMessage(transaction, message);
      await portal.jobs.enqueue(transaction, contactMail, { id: message.id });
    });
  });
}
