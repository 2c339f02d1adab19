import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { sendContactMessage } from "../../../src-shared/api/contact.ts";
import { contactMessages } from "./schema.ts";
import { defineJob, patientRetries } from "../../infra/jobs/job.ts";
import { composeMail } from "../../infra/mail/compose.ts";
import type { Portal } from "../../portal.ts";
import { serve } from "../../http/serve.ts";
import { throttle } from "../../infra/throttle/throttle.ts";

const messageMail = defineJob({
  name: "contact.mail-message",
  payload: z.object({ id: z.string() }),
  retry: patientRetries,
});

/** Mails a message to the owner, who answers by replying, and records when that succeeded. */
async function mailMessage({ mailer, brand, database, now }: Portal, id: string): Promise<void> {
  const [row] = await database.select().from(contactMessages).where(eq(contactMessages.id, id));
  if (!row || row.mailedAt) return;
  const { name, email, subject, message, language } = row;
  const values = { name, email, subject, message };
  const details = { to: brand.contactEmail, replyTo: email, language, values };
  await mailer.send(composeMail("contact", details));
  await database.update(contactMessages).set({ mailedAt: now() }).where(eq(contactMessages.id, id));
}

/** Names what mails the messages. */
export const jobs = (portal: Portal): void =>
  portal.jobs.handle(messageMail, ({ id }) => mailMessage(portal, id));

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
      await transaction.insert(contactMessages).values(message);
      await portal.jobs.enqueue(transaction, messageMail, { id: message.id });
    });
  });
}
