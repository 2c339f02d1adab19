import { Argument, InvalidArgumentError } from "commander";
import type * as z from "zod/mini";

/** Declares an argument that is "on" or "off". */
export const onOrOff = (): Argument => new Argument("<on|off>").choices(["on", "off"]);

/** Returns a parser for commander, whose message names the invalid value. */
export const parseWith =
  <Schema extends z.ZodMiniType>(schema: Schema, message: string) =>
  (text: string): z.output<Schema> => {
    const parsed = schema.safeParse(text);
    if (!parsed.success) throw new InvalidArgumentError(message);
    return parsed.data;
  };
