import * as z from "zod/mini";
import { contentKindSchema } from "#shared/api/library.ts";
import { searchSorts } from "#shared/api/content-search.ts";
import { createCursors } from "#api/infra/cursors.ts";
import { slugSchema } from "../entry-fields.ts";

/** Latest time that the database takes in this notation. */
const maxTime = Date.UTC(9999, 0);

/** The last result of a page: results are ordered by these, each descending. */
const cursorSchema = z.object({
  /** Order of the results, in which alone the cursor has a meaning. */
  sort: z._default(z.enum(searchSorts), "best"),
  /** False for a match that needed a typo correction. */
  isExact: z.boolean(),
  /** Rank as the database calculates it; 0 if the newest come first. */
  rank: z.number().check(z.gte(0), z.lte(1)),
  /** Time of publication in ms. */
  publishedAt: z.int().check(z.gte(0), z.lte(maxTime)),
  kind: contentKindSchema,
  slug: slugSchema,
});
export type SearchCursor = z.infer<typeof cursorSchema>;

export const { format: formatSearchCursor, parse: parseSearchCursor } = createCursors(cursorSchema);
