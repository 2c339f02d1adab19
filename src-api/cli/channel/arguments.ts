import { Argument, InvalidArgumentError } from "commander";
import type * as z from "zod/mini";

/** An argument that is "on" or "off". */
export const onOrOff = (): Argument => new Argument("<on|off>").choices(["on", "off"]);

/**
 * Returns a parser of an argument or option for commander, which prints the message with the name of
 * what was wrong.
 */
export const parseWith =
  <Schema extends z.ZodMiniType>(schema: Schema, message: string) =>
  (text: string): z.output<Schema> => {
    const parsed = schema.safeParse(text);
    if (!parsed.success) throw new InvalidArgumentError(message);
    return parsed.data;
  };
