import { ApiError } from "../../../infra/api-error.ts";

/** The entry that a page ended with. */
export type Cursor = { publishedAt: Date; slug: string };

const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([a-z0-9-]{1,120})$/;

/** The cursor as callers get it: opaque to them. */
export const formatCursor = ({ publishedAt, slug }: Cursor): string =>
  Buffer.from(`${publishedAt.toISOString()}/${slug}`).toString("base64url");

/** Reads what a caller sends back. Throws 400 `validation` for anything that is no cursor. */
export function parseCursor(text: string): Cursor {
  const [, time, slug] = shape.exec(Buffer.from(text, "base64url").toString()) ?? [];
  const publishedAt = new Date(time ?? NaN);
  if (slug === undefined || Number.isNaN(publishedAt.getTime())) throw new ApiError("validation");
  return { publishedAt, slug };
}
