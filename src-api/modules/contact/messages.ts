import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { contactSchema } from "#shared/api/contact.ts";
import type { Language } from "#shared/languages.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail } from "#api/infra/mail/compose.ts";
import { findProvenId } from "#api/modules/accounts/module.ts";
import type { OwnedData, Portal } from "#api/portal.ts";
import { findMessage, findMessagesFrom, insertMessage, markMailed } from "./contact-store.ts";
import { contactMessages } from "./schema.ts";

const messageMail = defineJob({
  name: "contact.mail-message",
  payload: z.object({ id: z.string() }),
  retry: patientRetries,
});

/** Stores a message and enqueues the mail to the owner of the portal, in one transaction. */
export const receiveMessage = (
  { database, jobs, now }: Portal,
  message: z.infer<typeof contactSchema>,
  { language, isProven }: { language: Language; isProven: boolean },
): Promise<void> =>
  database.transaction(async (transaction) => {
    const id = randomUUID();
    await insertMessage(transaction, { ...message, id, language, isProven, createdAt: now() });
    await jobs.enqueue(transaction, messageMail, { id });
  });

/** Mails a message to the owner, whose reply goes to the sender. */
async function mailMessage({ mailer, brand, database, now }: Portal, id: string): Promise<void> {
  const found = await findMessage(database, id);
  if (!found || found.mailedAt) return;
  const { name, email, subject, message, language } = found;
  const isClaimed = !found.isProven && (await findProvenId(database, email)) !== null;
  const values = { name, email, subject, message };
  const details = { to: brand.contactEmail, replyTo: email, language, values };
  await mailer.send(composeMail(isClaimed ? "contact-unproven" : "contact", details));
  await markMailed(database, id, now());
}

export const handleMessageMails = (portal: Portal): void =>
  portal.jobs.handle(messageMail, ({ id }) => mailMessage(portal, id));

/** Messages belong to a user by the proven address only: anybody can send one with another address. Who answered is not exported. */
export const messageData: OwnedData = {
  columns: [{ column: contactMessages.answeredBy, onDelete: "set null", onMerge: "move" }],
  exportData: async (database, { email }) => {
    const messages = email === null ? [] : await findMessagesFrom(database, email);
    return {
      contactMessages: messages.map((stored) => {
        const { answeredBy: _, ...message } = stored;
        return message;
      }),
    };
  },
};
