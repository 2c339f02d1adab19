import * as z from "zod/mini";

/**
 * Messages of form fields: keys of the locale namespace `forms`. Client and server share the rules below, in
 * both languages (specification, section 5).
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
  code: "code",
  invalid: "invalid",
} as const;

export type FieldMessage = keyof typeof message;

/** A text that must not be blank; it is trimmed. */
export const requiredText = (maxLength: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, message.required), z.maxLength(maxLength, message.tooLong));

/**
 * An e-mail address, trimmed and in lower case. The first problem of a field is shown; no rule aborts,
 * because rules about several fields would then be skipped.
 */
export const emailField = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, message.required),
    z.maxLength(254, message.tooLong),
    z.email(message.email),
  );

export const passwordLength = { min: 8, max: 128 } as const;

/** A password that is entered to log in: any text that is not empty. */
export const currentPasswordField = z
  .string()
  .check(z.minLength(1, message.required), z.maxLength(1024, message.passwordLong));

/** A new password. The server also refuses common ones. */
export const newPasswordField = z
  .string()
  .check(
    z.minLength(1, message.required),
    z.minLength(passwordLength.min, message.passwordShort),
    z.maxLength(passwordLength.max, message.passwordLong),
  );

/** The repeated password; optional, because only some forms ask for it. */
export const repeatedField = z.optional(z.string().check(z.minLength(1, message.required)));

/** A six-digit code; blanks and hyphens between the digits are removed. */
export const codeField = z.pipe(
  z.string().check(z.trim(), z.minLength(1, { error: message.required, abort: true })),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/[\s-]/g, "")),
    z.string().check(z.regex(/^\d{6}$/, message.code)),
  ),
);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/**
 * Requires that the field `repeat`, if there is one, equals the password field with the given name. The
 * problem is reported at `repeat` once both are filled in, together with the problems of all other fields.
 */
export const samePasswords = <Name extends string>(name: Name) =>
  z.refine<{ [K in Name]: string } & { repeat?: string | undefined }>(
    (values) => values[name] === values.repeat,
    {
      path: ["repeat"],
      error: message.passwordsDiffer,
      when: ({ value }) =>
        typeof value === "object" &&
        value !== null &&
        "repeat" in value &&
        isText(value.repeat) &&
        isText((value as Record<string, unknown>)[name]), // an object, whatever its fields
    },
  );
