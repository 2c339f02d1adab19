import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";

/** A time in a cursor. */
export const cursorTime = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (time) => time.toISOString(),
});

/** Returns functions that write a position in a list as an opaque cursor and parse it; only the fields of the schema are in it. */
export function createCursors<Schema extends z.ZodMiniType>(schema: Schema) {
  return {
    format: (place: z.output<Schema>): string =>
      Buffer.from(JSON.stringify(z.encode(schema, place))).toString("base64url"),
    /** Throws 400 `validation` for anything that is no cursor. */
    parse: (text: string): z.output<Schema> => {
      try {
        return schema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
      } catch {
        throw new ApiError("validation");
      }
    },
  };
}
