import * as z from "zod/mini";
import { createCursors, cursorTime } from "../../infra/cursors.ts";

/** The last message of a page: those without an answer first, newest first. */
const cursorSchema = z.object({ isUnanswered: z.boolean(), createdAt: cursorTime, id: z.uuid() });
export type MessageCursor = z.infer<typeof cursorSchema>;

export const { format: formatMessageCursor, parse: parseMessageCursor } =
  createCursors(cursorSchema);
