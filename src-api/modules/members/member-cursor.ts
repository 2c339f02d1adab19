import * as z from "zod/mini";
import { createCursors, cursorTime } from "../../infra/cursors.ts";

/** The last member of a page: newest first. */
const cursorSchema = z.object({ createdAt: cursorTime, id: z.uuid() });
export type MemberCursor = z.infer<typeof cursorSchema>;

export const { format: formatMemberCursor, parse: parseMemberCursor } = createCursors(cursorSchema);
