import * as z from "zod/mini";
import { message } from "../../../src-shared/api/fields.ts";

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/**
 * The rule that the field `repeat` is the same as the password field of the given name
 * (specification, section 5). Told at `repeat` once both are filled in, also while other fields are
 * still wrong, save for those whose own rule aborts: a malformed e-mail address comes first.
 */
export const samePasswords = <Name extends string>(name: Name) =>
  z.refine<Record<Name | "repeat", string>>((values) => values[name] === values.repeat, {
    path: ["repeat"],
    error: message.passwordsDiffer,
    when: ({ value }) =>
      typeof value === "object" &&
      value !== null &&
      "repeat" in value &&
      isText(value.repeat) &&
      isText((value as Record<string, unknown>)[name]), // an object: any name may be asked for
  });
