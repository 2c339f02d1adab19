import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendContactMessage, type contactSchema } from "#shared/api/contact.ts";
import {
  listMessages,
  messagePages,
  type ContactMessage as PresentedMessage,
} from "#shared/api/contact-messages.ts";
import { answerMessage, closeMessage, reopenMessage } from "#shared/api/member-acts.ts";
import { actorOf } from "#api/http/actor.ts";
import { requireAdmin } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { servedLanguage, type Language } from "#shared/languages.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail } from "#api/infra/mail/compose.ts";
import { findProvenId, users } from "#api/modules/accounts/module.ts";
import type { OwnedData, Portal } from "#api/portal.ts";
import { contactMessages } from "./schema.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import { desc, eq, isNull, sql } from "#api/infra/database/drizzle.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";

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

const messageMail = defineJob({
  name: "contact.mail-message",
  payload: z.object({ id: z.string() }),
  retry: patientRetries,
});

/** Stores a message and enqueues the mail to the owner of the portal, in one transaction. */
const receiveMessage = (
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
  const { name, email, subject, message } = found;
  const language = servedLanguage(brand.languages, found.language);
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

export const presentMessage = ({
  id,
  name,
  email,
  isProven,
  subject,
  message,
  createdAt,
  answeredAt,
  answer,
}: ContactMessage): PresentedMessage => ({
  id,
  name,
  email,
  isProven,
  subject,
  message,
  createdAt: createdAt.toISOString(),
  answeredAt: answeredAt?.toISOString() ?? null,
  answer,
});

/** Returns a page of the messages: those without an answer first, newest first. */
async function loadMessages(
  database: Database,
  { cursor, limit }: { cursor?: MessageCursor | undefined; limit: number },
): Promise<z.infer<typeof listMessages.answer>> {
  const rows = await findMessages(database, { cursor, limit: limit + 1 });
  const found = rows.slice(0, limit);
  const last = rows.length > limit ? found.at(-1)?.message : undefined;
  return {
    items: found.map(({ message, memberId }) => ({ ...presentMessage(message), memberId })),
    nextCursor: last
      ? formatMessageCursor({
          isUnanswered: last.answeredAt === null,
          createdAt: last.createdAt,
          id: last.id,
        })
      : null,
  };
}

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
async function answerContactMessage(
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
async function reopenContactMessage(
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
  const { name, email: to, subject, message, answer } = found;
  const language = servedLanguage(brand.languages, found.language);
  const values = { name, subject, message, answer, brand: brand.name };
  await mailer.send(
    composeMail("contact-answer", { to, replyTo: brand.contactEmail, language, values }),
  );
}

export const handleAnswerMails = (portal: Portal): void =>
  portal.jobs.handle(answerMail, ({ id }) => mailAnswer(portal, id));

/** The last message of a page: those without an answer first, newest first. */
const cursorSchema = z.object({ isUnanswered: z.boolean(), createdAt: cursorTime, id: z.uuid() });
type MessageCursor = z.infer<typeof cursorSchema>;

const { format: formatMessageCursor, parse: parseMessageCursor } = createCursors(cursorSchema);

type ContactMessage = typeof contactMessages.$inferSelect;

async function insertMessage(
  database: Database,
  message: Omit<ContactMessage, "mailedAt" | "answer" | "answeredAt" | "answeredBy">,
): Promise<void> {
  await database.insert(contactMessages).values(message);
}

async function findMessage(database: Database, id: string): Promise<ContactMessage | null> {
  const [message] = await database.select().from(contactMessages).where(eq(contactMessages.id, id));
  return message ?? null;
}

/** Returns the message, locked until the transaction ends, or null. */
async function lockMessage(tx: Database, id: string): Promise<ContactMessage | null> {
  const [message] = await tx
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
    .for("update");
  return message ?? null;
}

/** Records when the mail server accepted the mail. */
async function markMailed(database: Database, id: string, mailedAt: Date): Promise<void> {
  await database.update(contactMessages).set({ mailedAt }).where(eq(contactMessages.id, id));
}

export const countUnanswered = async (database: Database): Promise<number> =>
  database.$count(contactMessages, isNull(contactMessages.answeredAt));

/** Returns the messages that were sent with this address, newest first. */
export const findMessagesFrom = (database: Database, email: string): Promise<ContactMessage[]> =>
  database
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.email, email))
    .orderBy(desc(contactMessages.createdAt));

const isUnanswered = sql<boolean>`(${contactMessages.answeredAt} is null)`;

const follows = ({ isUnanswered: was, createdAt, id }: MessageCursor) =>
  sql`(${isUnanswered}, ${contactMessages.createdAt}, ${contactMessages.id}) < (${was}::boolean, ${sql.param(createdAt, contactMessages.createdAt)}::timestamptz, ${id}::uuid)`;

/** Returns messages with the sender's account: unanswered first, newest first (index `contact_messages_listed`). */
const findMessages = (
  database: Database,
  { cursor, limit }: { cursor?: MessageCursor | undefined; limit: number },
): Promise<{ message: ContactMessage; memberId: string | null }[]> =>
  database
    .select({ message: contactMessages, memberId: users.id })
    .from(contactMessages)
    .leftJoin(users, eq(users.email, contactMessages.email))
    .where(cursor && follows(cursor))
    .orderBy(desc(isUnanswered), desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(limit);

/** Stores the answer to a message, that it was closed without one, or that it waits for one again. */
const storeAnswer = (
  tx: Database,
  id: string,
  answered: Pick<ContactMessage, "answer" | "answeredAt" | "answeredBy">,
) => tx.update(contactMessages).set(answered).where(eq(contactMessages.id, id));
