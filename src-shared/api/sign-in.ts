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
 * A six-digit code that was mailed to an address. `testCode` is the code itself: only in demo mode without
 * a mail server, where nobody receives mails (docs/decisions/0001-prove-the-address-first.md).
 */
export const mailedCodeSchema = z.object({
  email: z.string(),
  /** ISO; the code works until then. */
  expiresAt: z.iso.datetime(),
  /** ISO; a new code can be requested from then on. */
  resendAt: z.iso.datetime(),
  testCode: z.optional(z.string()),
});
export type MailedCode = z.infer<typeof mailedCodeSchema>;

export const signUpSchema = z.extend(mailedCodeSchema, {
  /** 256 random bits that only the device that registered knows; the server stores their hash. */
  id: z.string(),
  /** The plan that was chosen before registering, or null. */
  plan: z.nullable(periodSchema),
});
export type SignUp = z.infer<typeof signUpSchema>;

export const registerSchema = z
  .object({
    name: requiredText(100),
    email: emailField,
    password: newPasswordField,
    /** The repeated password, in forms that ask for it. */
    repeat: repeatedField,
    /** Version of the terms that were shown and accepted. */
    termsVersion: z.string().check(z.minLength(1, message.terms)),
    language: z.enum(languages),
    plan: z.optional(z.nullable(periodSchema)),
  })
  .check(samePasswords("password"));
/**
 * Begins a sign-up and mails a code; entering the code creates the account. The answer is the same for an
 * address that already has an account; only the mail differs.
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

/** Returns a pending sign-up; 404 `sign-up-over` once it was completed or has expired. */
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
 * Creates the account and logs in. 422 `code-wrong`; 404 `sign-up-over` after five wrong codes, after 30
 * minutes and after completion; 409 `already-registered` when the address has an account.
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

export const loginSchema = z.object({ email: emailField, password: currentPasswordField });
/**
 * 401 `wrong-credentials`; 403 `address-unproven` when the password is right, but the address of this (old)
 * account was never proven: choosing a new password through the mailed link proves it.
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
  answer: sessionAnswerSchema,
});

/** Ends the session; 204 also without a session and with any body. */
export const logout = endpoint({
  method: "POST",
  path: "/logout",
  summary: "Log out",
  answer: noContent,
  status: 204,
});

export const forgotPasswordSchema = z.object({ email: emailField });
/** Answers 202 whether or not the address is known. */
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

/** Checks a reset link without using it up; 404 `token-invalid` when it does not work. */
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
/** Uses the link up, sets the password and ends all sessions of the user. Only the newest link works. */
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
