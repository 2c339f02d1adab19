import * as z from "zod/mini";
import { desc, eq, isNull, sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { users } from "#api/modules/accounts/module.ts";
import { contactMessages } from "./schema.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";

/** The last message of a page: those without an answer first, newest first. */
const cursorSchema = z.object({ isUnanswered: z.boolean(), createdAt: cursorTime, id: z.uuid() });
export type MessageCursor = z.infer<typeof cursorSchema>;

export const { format: formatMessageCursor, parse: parseMessageCursor } =
  createCursors(cursorSchema);

export type ContactMessage = typeof contactMessages.$inferSelect;

export async function insertMessage(
  database: Database,
  message: Omit<ContactMessage, "mailedAt" | "answer" | "answeredAt" | "answeredBy">,
): Promise<void> {
  await database.insert(contactMessages).values(message);
}

export async function findMessage(database: Database, id: string): Promise<ContactMessage | null> {
  const [message] = await database.select().from(contactMessages).where(eq(contactMessages.id, id));
  return message ?? null;
}

/** Returns the message, locked until the transaction ends, or null. */
export async function lockMessage(tx: Database, id: string): Promise<ContactMessage | null> {
  const [message] = await tx
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
    .for("update");
  return message ?? null;
}

/** Records when the mail server accepted the mail. */
export async function markMailed(database: Database, id: string, mailedAt: Date): Promise<void> {
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
export const findMessages = (
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
export const storeAnswer = (
  tx: Database,
  id: string,
  answered: Pick<ContactMessage, "answer" | "answeredAt" | "answeredBy">,
) => tx.update(contactMessages).set(answered).where(eq(contactMessages.id, id));
