import * as z from "zod/mini";
import { ApiError } from "../../infra/api-error.ts";
import { recordAct, type Actor } from "../../infra/audit/record-act.ts";
import { defineJob, patientRetries } from "../../infra/jobs/job.ts";
import { composeMail } from "../../infra/mail/compose.ts";
import type { Portal } from "../../portal.ts";
import { findProvenId } from "../accounts/module.ts";
import { findMessage, storeAnswer } from "./contact-store.ts";

const answerMail = defineJob({
  name: "contact.mail-answer",
  payload: z.object({ id: z.string() }),
  retry: patientRetries,
});

/**
 * Stores the answer to a message and enqueues its mail, in one transaction; null closes it without an answer. Throws
 * `not-found`, and `conflict` when it was answered or closed before: two admins may have it open.
 */
export async function answerContactMessage(
  { database, jobs, now }: Portal,
  { id, answer, actor }: { id: string; answer: string | null; actor: Actor },
): Promise<void> {
  const message = await findMessage(database, id);
  if (!message) throw new ApiError("not-found");
  await database.transaction(async (tx) => {
    const at = now();
    if (!(await storeAnswer(tx, id, { answer, answeredAt: at }))) throw new ApiError("conflict");
    if (answer !== null) await jobs.enqueue(tx, answerMail, { id });
    const subjectId = await findProvenId(tx, message.email);
    const act = answer === null ? "message-closed" : "message-answered";
    await recordAct(tx, { act, at, actor, subjectId });
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

/** Registers the handler of the job that mails answers. */
export const handleAnswerMails = (portal: Portal): void =>
  portal.jobs.handle(answerMail, ({ id }) => mailAnswer(portal, id));
