import * as z from "zod/mini";
import { contentKinds, type ContentKind } from "../../../../src-shared/content-kinds.ts";
import { ApiError } from "../../../infra/api-error.ts";

/** The last entry of a page. */
export type AuthorCursor = { publishedAt: Date; kind: ContentKind; slug: string };

const cursorSchema = z.tuple([
  z.iso.datetime(),
  z.enum(contentKinds),
  z.string().check(z.maxLength(120)),
]);

/** Returns a cursor as an opaque text for callers. */
export const formatAuthorCursor = ({ publishedAt, kind, slug }: AuthorCursor): string =>
  Buffer.from(JSON.stringify([publishedAt.toISOString(), kind, slug])).toString("base64url");

/** Parses what a caller sends back. Throws 400 `validation` for anything that is no cursor. */
export function parseAuthorCursor(text: string): AuthorCursor {
  try {
    const [time, kind, slug] = cursorSchema.parse(
      JSON.parse(Buffer.from(text, "base64url").toString()),
    );
    return { publishedAt: new Date(time), kind, slug };
  } catch {
    throw new ApiError("validation");
  }
}
