import * as z from "zod/mini";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";

/** A place after an entry of a list. It knows how many entries the list has, so that no page but the first counts. */
const cursorSchema = z.object({
  publishedAt: cursorTime,
  slug: slugSchema,
  total: z.int().check(z.gte(0), z.lt(1_000_000_000)),
});
export type Cursor = z.infer<typeof cursorSchema>;

export const { format: formatCursor, parse: parseCursor } = createCursors(cursorSchema);
