import * as z from "zod/mini";
import { changingErrors, passwordSchema, renewedTokenSchema } from "./account.ts";
import { endpoint } from "./endpoint.ts";
import { codeField, message } from "./fields.ts";
import { sessionAnswerSchema } from "./sign-in.ts";

/** A code of an authenticator app, or a recovery code; spaces, hyphens and letter case do not matter. */
const factorCodeField = z
  .string()
  .check(z.trim(), z.minLength(1, message.required), z.maxLength(40, message.tooLong));
export const factorCodeSchema = z.object({ code: factorCodeField });

const challengeSchema = z.object({
  challenge: z.string().check(z.minLength(20), z.maxLength(100)),
  code: factorCodeField,
});
/**
 * Completes a login that `login` answered with a challenge. 422 `factor-wrong`; 404 `login-over` after five
 * wrong codes, after ten minutes, once used, and after a change of the password: log in again.
 */
export const completeLogin = endpoint({
  method: "POST",
  path: "/login/code",
  summary: "Complete a login with a code of the second factor",
  errors: ["feature-disabled", "factor-wrong", "login-over", "too-many-requests"],
  body: challengeSchema,
  answer: sessionAnswerSchema,
});

const secondFactorSchema = z.object({
  /** ISO; when one-time passwords were turned on, or null. */
  since: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.number(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/me/second-factor",
  summary: "Get the state of the user's second factor",
  access: "user",
  answer: secondFactorSchema,
});

const enrolmentSchema = z.object({
  /** The key in Base32, for typing it into an app. */
  secret: z.string(),
  /** The otpauth:// address of the key, which opens an app on the same device. */
  uri: z.string(),
  /** The same address as a QR code: squares a side, and the SVG path of the dark ones. */
  picture: z.object({ size: z.number(), path: z.string() }),
});
export type Enrolment = z.infer<typeof enrolmentSchema>;
/** Makes a new key, which counts once a code of it was entered within 30 minutes; 409 `conflict` where one is on. */
export const beginEnrolment = endpoint({
  method: "POST",
  path: "/me/second-factor",
  summary: "Begin to add a second factor by one-time passwords",
  access: "user",
  errors: [...changingErrors, "conflict"],
  body: passwordSchema,
  answer: enrolmentSchema,
  status: 201,
});

const recoveryCodesSchema = z.extend(renewedTokenSchema, {
  /** Shown once: only their hashes are stored. */
  recoveryCodes: z.array(z.string()),
});
/**
 * Turns the second factor on by the first code of its key, and ends the other sessions that began without
 * one. 409 `conflict` where no key waits for its code.
 */
export const confirmEnrolment = endpoint({
  method: "POST",
  path: "/me/second-factor/code",
  summary: "Turn the second factor on with its first code",
  access: "user",
  errors: [
    "factor-needed",
    "factor-wrong",
    "enrolment-code-needed",
    "conflict",
    "too-many-requests",
  ],
  body: z.object({ code: codeField }),
  answer: recoveryCodesSchema,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/me/second-factor/recovery-codes",
  summary: "Replace the recovery codes",
  access: "user",
  errors: [...changingErrors, "conflict"],
  body: passwordSchema,
  answer: recoveryCodesSchema,
});

/** Turns the second factor off, and ends the other sessions that began with it; succeeds also without one. */
export const removeSecondFactor = endpoint({
  method: "POST",
  path: "/me/second-factor/removal",
  summary: "Turn the second factor off",
  access: "user",
  errors: changingErrors,
  body: passwordSchema,
  answer: renewedTokenSchema,
});

/**
 * Proves a factor, by a code of the app, a recovery code or an enrolment code: for five minutes this session may do what
 * otherwise fails with 403 `factor-needed` or `enrolment-code-needed`.
 */
export const proveFactor = endpoint({
  method: "POST",
  path: "/me/second-factor/proof",
  summary: "Prove the second factor again, before a dangerous act",
  access: "user",
  errors: ["factor-wrong", "too-many-requests"],
  body: factorCodeSchema,
  answer: renewedTokenSchema,
});
