import * as z from "zod/mini";
import { contentKinds, type ContentKind } from "../../../../src-shared/content-kinds.ts";
import { ApiError } from "../../../infra/api-error.ts";

/** The last entry of a page; a draft has no time. */
export type ReviewCursor = { publishedAt: Date | null; kind: ContentKind; slug: string };

const cursorSchema = z.tuple([
  z.nullable(z.iso.datetime()),
  z.enum(contentKinds),
  z.string().check(z.maxLength(120)),
]);

/** Returns a cursor as an opaque text for callers. */
export const formatReviewCursor = ({ publishedAt, kind, slug }: ReviewCursor): string =>
  Buffer.from(JSON.stringify([publishedAt?.toISOString() ?? null, kind, slug])).toString(
    "base64url",
  );

/** Parses what a caller sends back. Throws 400 `validation` for anything that is no cursor. */
export function parseReviewCursor(text: string): ReviewCursor {
  try {
    const [time, kind, slug] = cursorSchema.parse(
      JSON.parse(Buffer.from(text, "base64url").toString()),
    );
    return { publishedAt: time === null ? null : new Date(time), kind, slug };
  } catch {
    throw new ApiError("validation");
  }
}
