import * as z from "zod/mini";

/**
 * Building blocks of forms. Messages are keys of the locale namespace `forms`, so that client and
 * server hold the same rules in both languages (specification, section 5).
 */
export const message = {
  required: "required",
  email: "email",
  passwordsDiffer: "passwordsDiffer",
  passwordShort: "passwordShort",
  passwordLong: "passwordLong",
  passwordCommon: "passwordCommon",
  tooLong: "tooLong",
  terms: "terms",
  invalid: "invalid",
} as const;

export type FieldMessage = keyof typeof message;

/** A text that must not be blank; surrounding blanks are removed. */
export const requiredText = (maxLength: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, message.required), z.maxLength(maxLength, message.tooLong));

/** An e-mail address, trimmed and in lower case. */
export const emailField = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, message.required),
    z.maxLength(254, message.tooLong),
    z.email({ error: message.email, abort: true }),
  );

export const passwordLength = { min: 8, max: 128 } as const;

/** A password that is being entered to sign in: any text that is not empty. */
export const currentPasswordField = z
  .string()
  .check(z.minLength(1, message.required), z.maxLength(1024, message.passwordLong));

/** A password that is being chosen. Common ones are refused by the server besides. */
export const newPasswordField = z
  .string()
  .check(
    z.minLength(1, { error: message.required, abort: true }),
    z.minLength(passwordLength.min, message.passwordShort),
    z.maxLength(passwordLength.max, message.passwordLong),
  );
