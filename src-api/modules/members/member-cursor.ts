import * as z from "zod/mini";
import { createCursors, cursorTime } from "../../infra/cursors.ts";

/** The last member of a page, with all that members are sorted by. */
const cursorSchema = z.object({ createdAt: cursorTime, name: z.string(), id: z.uuid() });
export type MemberCursor = z.infer<typeof cursorSchema>;

export const { format: formatMemberCursor, parse: parseMemberCursor } = createCursors(cursorSchema);
