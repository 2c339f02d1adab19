import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { sendContactMessage } from "../../../src-shared/api/contact.ts";
import { contactMessages } from "./schema.ts";
import { composeMail } from "../../infra/mail/compose.ts";
import type { Portal } from "../../portal.ts";
import { serve } from "../../http/serve.ts";
import { throttle } from "../../infra/throttle/throttle.ts";

type Message = typeof contactMessages.$inferInsert;

/** Mails a message to the owner, who answers by replying, and notes when that succeeded. */
async function forward({ mailer, brand, database, now }: Portal, message: Message): Promise<void> {
  const { name, email, subject, message: text, language } = message;
  const values = { name, email, subject, message: text };
  const details = { to: brand.contactEmail, replyTo: email, language, values };
  await mailer.send(composeMail("contact", details));
  await database
    .update(contactMessages)
    .set({ mailedAt: now() })
    .where(eq(contactMessages.id, message.id));
}

/** The contact form. A message is kept before it is mailed: a failing mail server loses none. */
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
    await portal.database.insert(contactMessages).values(message);
    app.afterwards(() => forward(portal, message));
  });
}
