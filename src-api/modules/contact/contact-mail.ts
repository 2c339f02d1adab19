import * as z from "zod/mini";
import { defineJob, patientRetries } from "../../infra/jobs/job.ts";
import { composeMail } from "../../infra/mail/compose.ts";
import type { Portal } from "../../portal.ts";
import { findMessage, markMailed } from "./contact-store.ts";

/** Mails a message to the owner, who answers by replying. */
export const contactMail = defineJob({
  name: "contact.mail-message",
  payload: z.object({ id: z.string() }),
  retry: patientRetries,
});

async function mailMessage({ mailer, brand, database, now }: Portal, id: string): Promise<void> {
  const found = await findMessage(database, id);
  if (!found || found.mailedAt) return;
  const { name, email, subject, message, language } = found;
  const values = { name, email, subject, message };
  const details = { to: brand.contactEmail, replyTo: email, language, values };
  await mailer.send(composeMail("contact", details));
  await markMailed(database, id, now());
}

/** Names what mails the messages. */
export const handleContactMails = (portal: Portal): void =>
  portal.jobs.handle(contactMail, ({ id }) => mailMessage(portal, id));
