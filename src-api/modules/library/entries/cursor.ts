import { ApiError } from "../../../infra/api-error.ts";

const sides = ["after", "before", "at"] as const;
type CursorSide = (typeof sides)[number];

/**
 * A place in a list: after an entry, before it, or at it. It knows how many entries come before it, and how many the list
 * has, so that no page but the first counts.
 */
export type Cursor = {
  side: CursorSide;
  publishedAt: Date;
  slug: string;
  index: number;
  total: number;
};

const shape =
  /^(after|before|at)\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([a-z0-9-]{1,120})\/(\d{1,9})\/(\d{1,9})$/;

/** Returns a cursor as an opaque text for callers. */
export const formatCursor = ({ side, publishedAt, slug, index, total }: Cursor): string =>
  Buffer.from([side, publishedAt.toISOString(), slug, index, total].join("/")).toString(
    "base64url",
  );

/** Parses what a caller sends back. Throws 400 `validation` for anything that is no cursor. */
export function parseCursor(text: string): Cursor {
  const [, side, time, slug, index, total] =
    shape.exec(Buffer.from(text, "base64url").toString()) ?? [];
  const publishedAt = new Date(time ?? NaN);
  const known = sides.find((each) => each === side);
  if (!known || slug === undefined || Number.isNaN(publishedAt.getTime()))
    throw new ApiError("validation");
  return {
    side: known,
    publishedAt,
    slug,
    index: Number(index),
    total: Number(total),
  };
}
