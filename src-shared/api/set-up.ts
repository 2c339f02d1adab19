import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";
import {
  emailField,
  newPasswordField,
  repeatedField,
  requiredText,
  samePasswords,
} from "./fields.ts";
import { codeSchema, mailedCodeSchema, sessionAnswerSchema, tokenParams } from "./sign-in.ts";

/*
 * The address that the start of a portal without an admin prints: the first admin is made there. It works once, for a
 * day, and never in demo mode.
 */

/** Returns what was entered there before, if it was left in the middle; 404 `token-invalid` once there is an admin. */
export const checkSetUp = endpoint({
  method: "GET",
  path: "/set-up/:token",
  summary: "Check the address at which the first admin is made",
  errors: ["token-invalid", "too-many-requests"],
  params: tokenParams,
  answer: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()) }),
});

export const setUpSchema = z
  .object({
    name: requiredText(100),
    email: emailField,
    password: newPasswordField,
    /** The repeated password, if the form asks for it. */
    repeat: repeatedField,
    language: z.enum(languages),
  })
  .check(samePasswords("password"));

const firstAdminSchema = z.extend(sessionAnswerSchema, {
  /** Whether a code proved the address; if not, mails cannot be sent: `none` without a mail server, `failed` with one. */
  mail: z.enum(["works", "none", "failed"]),
});
export type FirstAdmin = z.infer<typeof firstAdminSchema>;

/**
 * Mails a code, or another one; where no mail can be sent, makes the first admin at once and signs in. 409 `address-taken`
 * at the field `email` if the address has an account, 400 `validation` there if the mail server refuses it.
 */
export const beginSetUp = endpoint({
  method: "POST",
  path: "/set-up/:token",
  summary: "Begin to make the first admin",
  errors: ["token-invalid", "address-taken", "busy", "too-many-requests"],
  params: tokenParams,
  body: setUpSchema,
  answer: z.union([firstAdminSchema, mailedCodeSchema]),
});

/**
 * Makes the first admin once the code was entered, and signs in. 422 `code-wrong`; 404 `sign-up-over` after five wrong codes
 * and after 30 minutes, when `beginSetUp` mails another one; 404 `token-invalid` once there is an admin.
 */
export const completeSetUp = endpoint({
  method: "POST",
  path: "/set-up/:token/code",
  summary: "Make the first admin with the mailed code",
  errors: ["token-invalid", "code-wrong", "sign-up-over", "address-taken", "too-many-requests"],
  params: tokenParams,
  body: codeSchema,
  answer: firstAdminSchema,
});
