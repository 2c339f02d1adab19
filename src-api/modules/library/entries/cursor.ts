import * as z from "zod/mini";
import { createCursors, cursorTime } from "../../../infra/cursors.ts";
import { slugSchema } from "../kind-rules.ts";

const count = z.int().check(z.gte(0), z.lt(1_000_000_000));

/**
 * A place in a list: after an entry, before it, or at it. It knows how many entries come before it, and how many the list
 * has, so that no page but the first counts.
 */
const cursorSchema = z.object({
  side: z.enum(["after", "before", "at"]),
  publishedAt: cursorTime,
  slug: slugSchema,
  index: count,
  total: count,
});
export type Cursor = z.infer<typeof cursorSchema>;

export const { format: formatCursor, parse: parseCursor } = createCursors(cursorSchema);
