import * as z from "zod/mini";
import { entryParams } from "#shared/api/library.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";

/** The last entry of a page. */
const cursorSchema = z.extend(entryParams, { publishedAt: cursorTime });
export type AuthorCursor = z.infer<typeof cursorSchema>;

export const { format: formatAuthorCursor, parse: parseAuthorCursor } = createCursors(cursorSchema);
