import * as z from "zod/mini";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { composeMail } from "#api/infra/mail/compose.ts";
import type { Portal } from "#api/portal.ts";
import { findProvenId } from "#api/modules/accounts/module.ts";
import { findMessage, lockMessage, storeAnswer, type ContactMessage } from "./contact-store.ts";

const answerMail = defineJob({
  name: "contact.mail-answer",
  payload: z.object({ id: z.string() }),
  retry: patientRetries,
});

type Handling = { id: string; actor: Actor & { userId: string } };

async function requireMessage(tx: Database, id: string): Promise<ContactMessage> {
  const message = await lockMessage(tx, id);
  if (!message) throw new ApiError("not-found");
  return message;
}

/**
 * Stores the answer to a message and enqueues its mail, in one transaction; null closes it without an answer, which
 * leaves it open to be answered. The same of the same admin succeeds again and does nothing more: the first response may have
 * been lost. Throws `not-found`, and `conflict` when another answer, or another admin's closing, came first.
 */
export async function answerContactMessage(
  { database, jobs, now }: Portal,
  { id, answer, actor }: Handling & { answer: string | null },
): Promise<void> {
  await database.transaction(async (tx) => {
    const message = await requireMessage(tx, id);
    if (message.answeredAt) {
      if (message.answer === answer && message.answeredBy === actor.userId) return;
      if (message.answer !== null || answer === null) throw new ApiError("conflict");
    }
    const at = now();
    await storeAnswer(tx, id, { answer, answeredAt: at, answeredBy: actor.userId });
    if (answer !== null) await jobs.enqueue(tx, answerMail, { id });
    const subjectId = await findProvenId(tx, message.email);
    const act = answer === null ? "message-closed" : "message-answered";
    await recordAct(tx, { act, at, actor, subjectId });
  });
}

/** Has a message that was closed without an answer wait again. Throws `not-found`, and `conflict` when it was answered. */
export async function reopenContactMessage(
  { database, now }: Portal,
  { id, actor }: Handling,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { email, answer, answeredAt } = await requireMessage(tx, id);
    if (answer !== null) throw new ApiError("conflict");
    if (!answeredAt) return;
    await storeAnswer(tx, id, { answer: null, answeredAt: null, answeredBy: null });
    const subjectId = await findProvenId(tx, email);
    await recordAct(tx, { act: "message-reopened", at: now(), actor, subjectId });
  });
}

/** Mails an answer to who sent the message, whose reply goes to the owner of the portal. */
async function mailAnswer({ mailer, brand, database }: Portal, id: string): Promise<void> {
  const found = await findMessage(database, id);
  if (found?.answer == null) return;
  const { name, email: to, subject, message, language, answer } = found;
  const values = { name, subject, message, answer, brand: brand.name };
  await mailer.send(
    composeMail("contact-answer", { to, replyTo: brand.contactEmail, language, values }),
  );
}

export const handleAnswerMails = (portal: Portal): void =>
  portal.jobs.handle(answerMail, ({ id }) => mailAnswer(portal, id));
