import * as z from "zod/mini";
import { ApiError } from "../../../infra/api-error.ts";

/** The last note of a page: when it was written or approved. */
export type NoteCursor = { at: Date; id: string };

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** Returns a cursor as an opaque text for callers. */
export const formatNoteCursor = ({ at, id }: NoteCursor): string =>
  Buffer.from(JSON.stringify([at.toISOString(), id])).toString("base64url");

/** Parses what a caller sends back. Throws 400 `validation` for anything that is no cursor. */
export function parseNoteCursor(text: string): NoteCursor {
  try {
    const [time, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { at: new Date(time), id };
  } catch {
    throw new ApiError("validation");
  }
}
