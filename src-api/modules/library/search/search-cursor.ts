import * as z from "zod/mini";
import { contentKindSchema } from "../../../../src-shared/api/library.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { slugSchema } from "../kind-rules.ts";

/** Latest time that the database takes in this notation. */
const maxTime = Date.UTC(9999, 0);

/** The last result of a page: results are ordered by these, each descending. */
const cursorSchema = z.object({
  /** False for a match that needed a typo correction. */
  isExact: z.boolean(),
  /** Rank as the database calculates it. */
  rank: z.number().check(z.gte(0), z.lte(1)),
  /** Time of publication in ms. */
  publishedAt: z.int().check(z.gte(0), z.lte(maxTime)),
  kind: contentKindSchema,
  slug: slugSchema,
});
export type SearchCursor = z.infer<typeof cursorSchema>;

/** Returns a cursor as an opaque text for callers: only what the schema names. */
export const formatSearchCursor = (cursor: SearchCursor): string =>
  Buffer.from(JSON.stringify(cursorSchema.parse(cursor))).toString("base64url");

/** Parses what a caller sends back. Throws 400 `validation` for anything that is no cursor. */
export function parseSearchCursor(text: string): SearchCursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw new ApiError("validation");
  }
}
