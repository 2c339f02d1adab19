import * as z from "zod/mini";
import { entryParams } from "#shared/api/library.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";

/** The last entry of a page; a draft has no time. */
const cursorSchema = z.extend(entryParams, { publishedAt: z.nullable(cursorTime) });
export type ReviewCursor = z.infer<typeof cursorSchema>;

export const { format: formatReviewCursor, parse: parseReviewCursor } = createCursors(cursorSchema);
