import type * as z from "zod/mini";
import type {
  ContactMessage as PresentedMessage,
  listMessages,
} from "#shared/api/contact-messages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  findMessages,
  type ContactMessage,
  formatMessageCursor,
  type MessageCursor,
} from "./contact-store.ts";

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
export async function loadMessages(
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
