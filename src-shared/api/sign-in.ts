import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { periodSchema } from "./cart.ts";
import { endpoint, noContent } from "./endpoint.ts";
import {
  codeField,
  currentPasswordField,
  emailField,
  message,
  newPasswordField,
  repeatedField,
  requiredText,
  samePasswords,
} from "./fields.ts";
import { userSchema } from "./user.ts";

export const sessionAnswerSchema = z.object({ token: z.string(), user: userSchema });
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

/**
 * A six-digit code that was mailed to an address. `testCode` is the code itself: only in demo mode
 * without a mail server, where no mail arrives (docs/decisions/0001-prove-the-address-first.md).
 */
export const mailedCodeSchema = z.object({
  email: z.string(),
  /** ISO; the code is invalid afterwards. */
  expiresAt: z.iso.datetime(),
  /** ISO; no other code is sent earlier. */
  resendAt: z.iso.datetime(),
  testCode: z.optional(z.string()),
});
export type MailedCode = z.infer<typeof mailedCodeSchema>;

export const signUpSchema = z.extend(mailedCodeSchema, {
  /** 256 random bits known only to the device that registered; the server stores their hash. */
  id: z.string(),
  /** The plan chosen before registering, or null. */
  plan: z.nullable(periodSchema),
});
export type SignUp = z.infer<typeof signUpSchema>;

export const registerSchema = z
  .object({
    name: requiredText(100),
    email: emailField,
    password: newPasswordField,
    /** The repeated password, if the form asks for it. */
    repeat: repeatedField,
    /** Version of the terms that was shown and accepted. */
    termsVersion: z.string().check(z.minLength(1, message.terms), z.maxLength(100, message.terms)),
    language: z.enum(languages),
    plan: z.optional(z.nullable(periodSchema)),
    /** Whether they agree to news by e-mail. */
    wantsNews: z.optional(z.boolean()),
  })
  .check(samePasswords("password"));
/**
 * Starts a sign-up and mails a code; the account is created when the code is entered. The answer is
 * the same for an address with an account, which gets another mail.
 */
export const register = endpoint({
  method: "POST",
  path: "/register",
  summary: "Begin a sign-up and mail a code",
  errors: ["feature-disabled", "terms-outdated", "busy", "too-many-requests"],
  body: registerSchema,
  answer: signUpSchema,
  status: 202,
});

const signUpParams = z.object({ id: z.string().check(z.minLength(20), z.maxLength(100)) });

/** Returns a pending sign-up; 404 `sign-up-over` after it was completed or has expired. */
export const getSignUp = endpoint({
  method: "GET",
  path: "/register/:id",
  summary: "Get a pending sign-up",
  errors: ["sign-up-over"],
  params: signUpParams,
  answer: signUpSchema,
});
/** Mails a new code, which replaces the previous one; 429 before `resendAt`. */
export const resendSignUpCode = endpoint({
  method: "POST",
  path: "/register/:id/resend",
  summary: "Mail a new code for a sign-up",
  errors: ["feature-disabled", "sign-up-over", "too-many-requests"],
  params: signUpParams,
  answer: signUpSchema,
  status: 202,
});
export const codeSchema = z.object({ code: codeField });
/**
 * Creates the account and signs in. 422 `code-wrong`; 404 `sign-up-over` after five wrong codes,
 * after 30 minutes and once completed; 409 `already-registered` if the address has an account.
 */
export const completeSignUp = endpoint({
  method: "POST",
  path: "/register/:id/code",
  summary: "Complete a sign-up with its code and log in",
  errors: [
    "feature-disabled",
    "code-wrong",
    "sign-up-over",
    "already-registered",
    "too-many-requests",
  ],
  params: signUpParams,
  body: codeSchema,
  answer: z.extend(sessionAnswerSchema, { plan: z.nullable(periodSchema) }),
  status: 201,
});

/** The answer to a right password or mailed code if the account has a second factor; `/login/code` completes the login. */
const loginChallengeSchema = z.object({
  /** 256 random bits known only to this device; the server stores their hash. */
  challenge: z.string(),
  /** ISO; the login has to begin again afterwards. */
  expiresAt: z.string(),
});
export type LoginChallenge = z.infer<typeof loginChallengeSchema>;

export const loginSchema = z.object({ email: emailField, password: currentPasswordField });
/**
 * Signs in, or answers a challenge where the account has a second factor. 401 `wrong-credentials`; 403 `address-unproven` if the password is right, but the
 * address of this (old) account was never proven: a link was mailed, and choosing a new password
 * with it proves the address.
 */
export const login = endpoint({
  method: "POST",
  path: "/login",
  summary: "Log in",
  errors: [
    "feature-disabled",
    "wrong-credentials",
    "address-unproven",
    "busy",
    "too-many-requests",
  ],
  body: loginSchema,
  answer: z.union([sessionAnswerSchema, loginChallengeSchema]),
});

const loginCodeSchema = z.extend(mailedCodeSchema, {
  /** 256 random bits known only to the device that asked for the code; the server stores their hash. */
  id: z.string(),
});
export type LoginCode = z.infer<typeof loginCodeSchema>;

export const requestLoginCodeSchema = z.object({ email: emailField, language: z.enum(languages) });
/** Mails a code that logs in. The answer is the same for an address without an account, which gets no mail. */
export const requestLoginCode = endpoint({
  method: "POST",
  path: "/login/mail",
  summary: "Mail a code that logs in",
  errors: ["feature-disabled", "too-many-requests"],
  body: requestLoginCodeSchema,
  answer: loginCodeSchema,
  status: 202,
});

const loginCodeParams = z.object({ id: z.string().check(z.minLength(20), z.maxLength(100)) });

/** Returns a login that waits for its mailed code; 404 `login-over` once it was entered or has expired. */
export const getLoginCode = endpoint({
  method: "GET",
  path: "/login/mail/:id",
  summary: "Get a login that waits for its mailed code",
  errors: ["login-over"],
  params: loginCodeParams,
  answer: loginCodeSchema,
});
/** Mails a new code, which replaces the previous one; 429 before `resendAt`. */
export const resendLoginCode = endpoint({
  method: "POST",
  path: "/login/mail/:id/resend",
  summary: "Mail a new code for a login",
  errors: ["feature-disabled", "login-over", "too-many-requests"],
  params: loginCodeParams,
  answer: loginCodeSchema,
  status: 202,
});
/**
 * Logs in, or returns a challenge if the account has a second factor. 422 `code-wrong`; 404 `login-over` after
 * five wrong codes, after ten minutes and once used, and `no-account` if nobody has the address. A right code proves
 * an address that was never proven; the account loses its password then.
 */
export const logInByCode = endpoint({
  method: "POST",
  path: "/login/mail/:id/code",
  summary: "Log in with a mailed code",
  errors: [
    "feature-disabled",
    "code-wrong",
    "login-over",
    "no-account",
    "address-taken",
    "too-many-requests",
  ],
  params: loginCodeParams,
  body: codeSchema,
  answer: z.union([sessionAnswerSchema, loginChallengeSchema]),
});

/** Revokes the session of the sent token; 204 also without one, whatever the body. */
export const logout = endpoint({
  method: "POST",
  path: "/logout",
  summary: "Log out",
  answer: noContent,
  status: 204,
});

export const forgotPasswordSchema = z.object({ email: emailField });
/** Requests a reset link. Always 202, whether or not the address is known. */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/forgot-password",
  summary: "Mail a reset link",
  errors: ["too-many-requests"],
  body: forgotPasswordSchema,
  answer: noContent,
  status: 202,
});

export const tokenParams = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** Checks whether a reset link is still valid (404 `token-invalid` if not), without using it up. */
export const checkResetToken = endpoint({
  method: "GET",
  path: "/reset-password/:token",
  summary: "Check a reset link without using it up",
  errors: ["token-invalid"],
  params: tokenParams,
  answer: z.object({ email: z.string() }),
});
export const resetPasswordSchema = z
  .object({ password: newPasswordField, repeat: repeatedField })
  .check(samePasswords("password"));
/** Uses up the link, the newest only, sets the password and ends all sessions. */
export const resetPassword = endpoint({
  method: "POST",
  path: "/reset-password/:token",
  summary: "Choose a new password through a reset link",
  errors: ["token-invalid", "address-taken", "busy", "too-many-requests"],
  params: tokenParams,
  body: resetPasswordSchema,
  answer: noContent,
  status: 204,
});
