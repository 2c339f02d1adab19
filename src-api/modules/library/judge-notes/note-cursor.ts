import * as z from "zod/mini";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";

/** The last note of a page: when it was written or approved. */
const cursorSchema = z.object({ at: cursorTime, id: z.uuid() });
export type NoteCursor = z.infer<typeof cursorSchema>;

export const { format: formatNoteCursor, parse: parseNoteCursor } = createCursors(cursorSchema);
