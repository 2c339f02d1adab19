import * as z from "zod/mini";
import { languages, type Language } from "../languages.ts";

/** Message keys of form fields in `forms`: client and server apply the same rules. */
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
  number: "number",
  day: "day",
  future: "future",
  heightRange: "heightRange",
  weightRange: "weightRange",
  discountCode: "discountCode",
  percent: "percent",
  amountOff: "amountOff",
  taxPercent: "taxPercent",
  trialDays: "trialDays",
  countryTwice: "countryTwice",
  wholeNumber: "wholeNumber",
  tooManySessions: "tooManySessions",
  tooManyCourses: "tooManyCourses",
  webAddress: "webAddress",
  publicAddress: "publicAddress",
  host: "host",
  country: "country",
  timeZone: "timeZone",
  receiptPrefix: "receiptPrefix",
  colour: "colour",
  contrast: "contrast",
  logoKind: "logoKind",
  noTable: "noTable",
  noLines: "noLines",
  tooManyLines: "tooManyLines",
  laterVersion: "laterVersion",
  oneKind: "oneKind",
} as const;

export type FieldMessage = keyof typeof message;

/** A text without surrounding whitespace, and without halves of characters, which cannot be stored. */
export const optionalText = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.overwrite((text) => text.toWellFormed()),
    z.maxLength(maxLength, message.tooLong),
  );

/** The same for a text that must not be blank. */
export const requiredText = (maxLength: number) =>
  optionalText(maxLength).check(z.minLength(1, message.required));

/** Name of the field with a text in a language: "nameEn". */
export type FieldIn<Text extends string> = `${Text}${Capitalize<Language>}`;

export const fieldIn = <Text extends string>(text: Text, language: Language) =>
  `${text}${language.charAt(0).toUpperCase()}${language.slice(1)}` as FieldIn<Text>;

/** Returns an object with a field for each language: those of `textIn`, a function that returns the text in a language. */
export const fieldsOf = <Text extends string, Value>(
  text: Text,
  textIn: (language: Language) => Value,
) =>
  Object.fromEntries(
    languages.map((language) => [fieldIn(text, language), textIn(language)]),
  ) as Record<FieldIn<Text>, Value>; // Object.fromEntries loses the keys

/** Returns the fields of a text in all languages: "" where there is none. The language that none may lack is up to the portal. */
export const textFields = <Text extends string>(text: Text, maxLength: number) =>
  fieldsOf(text, () => optionalText(maxLength));

/** Returns the names of the fields that are empty in a language that no text may lack. */
export const missingTexts = <Text extends string>(
  written: Readonly<Partial<Record<FieldIn<Text>, string>>>,
  texts: readonly Text[],
  language: Language,
): FieldIn<Text>[] =>
  texts.map((text) => fieldIn(text, language)).filter((field) => !written[field]);

/** An e-mail address, trimmed and in lower case. Checks do not abort: others would be skipped. */
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

/** A password entered for login: any text that is not empty. */
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

/** The repeated password. Optional, since only forms ask for it; API clients may omit it. */
export const repeatedField = z.optional(
  z.string().check(z.minLength(1, message.required), z.maxLength(1024, message.passwordLong)),
);

/** A six-digit code from a mail; spaces and hyphens between the digits are ignored. */
export const codeField = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: message.required, abort: true }),
      z.maxLength(100, { error: message.code, abort: true }),
    ),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/[\s-]/g, "")),
    z.string().check(z.regex(/^\d{6}$/, message.code)),
  ),
);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Checks that `repeat`, if given, equals the password field of a name. */
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
        isText((value as Record<string, unknown>)[name]), // an object with unknown fields
    },
  );
