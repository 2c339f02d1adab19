import * as z from "zod/mini";
import { createCursors, cursorTime } from "../../infra/cursors.ts";

/** The last entry of a page. */
const cursorSchema = z.object({ at: cursorTime, id: z.int() });
export type AuditCursor = z.infer<typeof cursorSchema>;

export const { format: formatAuditCursor, parse: parseAuditCursor } = createCursors(cursorSchema);
