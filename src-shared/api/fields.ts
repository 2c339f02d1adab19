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
  code: "code",
  invalid: "invalid",
} as const;

export type FieldMessage = keyof typeof message;

/** A text that must not be blank; surrounding blanks are removed. */
export const requiredText = (maxLength: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, message.required), z.maxLength(maxLength, message.tooLong));

/**
 * An e-mail address, trimmed and in lower case. Of several problems of a field the first one counts;
 * none of them aborts, because rules about several fields would then be skipped.
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

/** A password that is being entered to sign in: any text that is not empty. */
export const currentPasswordField = z
  .string()
  .check(z.minLength(1, message.required), z.maxLength(1024, message.passwordLong));

/** A password that is being chosen. Common ones are refused by the server besides. */
export const newPasswordField = z
  .string()
  .check(
    z.minLength(1, message.required),
    z.minLength(passwordLength.min, message.passwordShort),
    z.maxLength(passwordLength.max, message.passwordLong),
  );

/** The password once more. Whether it is asked for at all is the form's business: a caller may leave it out. */
export const repeatedField = z.optional(z.string().check(z.minLength(1, message.required)));

/** A six-digit code as it was mailed; blanks and hyphens between the digits are tolerated. */
export const codeField = z.pipe(
  z.string().check(z.trim(), z.minLength(1, { error: message.required, abort: true })),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/[\s-]/g, "")),
    z.string().check(z.regex(/^\d{6}$/, message.code)),
  ),
);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/**
 * The rule that the field `repeat`, where there is one, is the same as the password field of the given
 * name. Reported at `repeat` once both are filled in, together with the
 * problems of all other fields.
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
        isText((value as Record<string, unknown>)[name]), // an object: any name may be asked for
    },
  );
