import * as z from "zod/mini";
import { entryParams } from "#shared/api/library.ts";
import { createCursors, cursorTime } from "../../infra/cursors.ts";

/** The last entry of a page. */
const cursorSchema = z.extend(entryParams, { changedAt: cursorTime });
export type SavedCursor = z.infer<typeof cursorSchema>;

export const { format: formatSavedCursor, parse: parseSavedCursor } = createCursors(cursorSchema);
