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

const language = z.enum(languages);

export const sessionAnswerSchema = z.object({ token: z.string(), user: userSchema });
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

/**
 * A six-digit code on its way to an address. `testCode` is the code itself: only in demo mode without
 * a mail server, where no mail arrives (docs/decisions/0001-prove-the-address-first.md).
 */
const mailedCodeSchema = z.object({
  email: z.string(),
  /** ISO; after it the code is worthless. */
  expiresAt: z.iso.datetime(),
  /** ISO; before it no other code is sent. */
  resendAt: z.iso.datetime(),
  testCode: z.optional(z.string()),
});
export type MailedCode = z.infer<typeof mailedCodeSchema>;

export const signUpSchema = z.extend(mailedCodeSchema, {
  /** 256 random bits that only the device that registered holds; the server keeps their hash. */
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
    /** The password once more, if the caller asks for it twice. */
    repeat: repeatedField,
    /** Version of the terms that were shown and accepted. */
    termsVersion: z.string().check(z.minLength(1, message.terms)),
    language,
    plan: z.optional(z.nullable(periodSchema)),
  })
  .check(samePasswords("password"));
/**
 * Begins a sign-up and mails a code; the account exists once the code was entered. The answer is the
 * same for an address that has an account already; its reader gets another mail.
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

/** The sign-up that waits for its code; 404 `sign-up-over` once it was used or its time is over. */
export const getSignUp = endpoint({
  method: "GET",
  path: "/register/:id",
  summary: "Get a sign-up that waits for its code",
  errors: ["sign-up-over"],
  params: signUpParams,
  answer: signUpSchema,
});
/** Mails a new code in place of the last one; 429 before `resendAt`. */
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
 * after 30 minutes and once used; 409 `already-registered` when the address has an account.
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
 * 401 `wrong-credentials`; 403 `address-unproven` when the password is right, but the address of this
 * (old) account was never proven: a link was mailed, and a new password chosen through it proves it.
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

/** Revokes the session of the token sent; 204 also without one, whatever the body. */
export const logout = endpoint({
  method: "POST",
  path: "/logout",
  summary: "Log out",
  answer: noContent,
  status: 204,
});

export const getMe = endpoint({
  method: "GET",
  path: "/me",
  summary: "Get the user of the session",
  access: "user",
  answer: userSchema,
});

export const profileSchema = z.object({ name: requiredText(100), language: z.optional(language) });
export const changeProfile = endpoint({
  method: "PUT",
  path: "/me",
  summary: "Change name and language",
  access: "user",
  body: profileSchema,
  answer: userSchema,
});

export const changePasswordSchema = z
  .object({
    currentPassword: currentPasswordField,
    newPassword: newPasswordField,
    repeat: repeatedField,
  })
  .check(samePasswords("newPassword"));
/**
 * Ends all other sessions of the user, and drops reset links and a change of address under way.
 */
export const changePassword = endpoint({
  method: "PUT",
  path: "/me/password",
  summary: "Change the password",
  access: "user",
  errors: ["wrong-password", "busy", "too-many-requests"],
  body: changePasswordSchema,
  answer: noContent,
  status: 204,
});

export const changeEmailSchema = z.object({ email: emailField, password: currentPasswordField });
/**
 * Mails a code to the new address, which counts once this session enters it, and tells the present
 * address with a link that undoes the change (7 days). The answer never tells whether the new one is taken.
 */
export const changeEmail = endpoint({
  method: "PUT",
  path: "/me/email",
  summary: "Begin a change of the e-mail address and mail a code",
  access: "user",
  errors: ["wrong-password", "busy", "too-many-requests"],
  body: changeEmailSchema,
  answer: mailedCodeSchema,
  status: 202,
});
/** The change of address that this session asked for, or null. */
export const getEmailChange = endpoint({
  method: "GET",
  path: "/me/email",
  summary: "Get the change of the e-mail address that waits for its code",
  access: "user",
  answer: z.object({ change: z.nullable(mailedCodeSchema) }),
});
/** Mails a new code in place of the last one; 404 `change-over`, 429 before `resendAt`. */
export const resendEmailCode = endpoint({
  method: "POST",
  path: "/me/email/resend",
  summary: "Mail a new code for a change of the e-mail address",
  access: "user",
  errors: ["change-over", "too-many-requests"],
  answer: mailedCodeSchema,
  status: 202,
});
/** 422 `code-wrong`; 404 `change-over`; 409 `address-taken`. */
export const confirmEmailChange = endpoint({
  method: "POST",
  path: "/me/email/code",
  summary: "Complete a change of the e-mail address with its code",
  access: "user",
  errors: ["code-wrong", "change-over", "address-taken", "too-many-requests"],
  body: codeSchema,
  answer: userSchema,
});
/** Withdraws a change that waits for its code; 204 also when there is none. */
export const withdrawEmailChange = endpoint({
  method: "DELETE",
  path: "/me/email",
  summary: "Withdraw a change of the e-mail address",
  access: "user",
  answer: noContent,
  status: 204,
});

export const deviceSessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  /** Readable name of browser and system, or an empty text. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type DeviceSession = z.infer<typeof deviceSessionSchema>;
export const listSessions = endpoint({
  method: "GET",
  path: "/me/sessions",
  summary: "List the user's sessions",
  access: "user",
  answer: z.object({ items: z.array(deviceSessionSchema) }),
});
export const endSession = endpoint({
  method: "DELETE",
  path: "/me/sessions/:id",
  summary: "End a session of the user",
  access: "user",
  params: z.object({ id: z.uuid() }),
  answer: noContent,
  status: 204,
});
/** Ends every session but the one that asks. */
export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/me/sessions",
  summary: "End all other sessions of the user",
  access: "user",
  answer: noContent,
  status: 204,
});

/** Personal data and their deletion ask for the password again. */
export const passwordSchema = z.object({ password: currentPasswordField });

/** Everything that is held about the user, for download. */
export const exportAccount = endpoint({
  method: "POST",
  path: "/me/export",
  summary: "Export everything that is held about the user",
  access: "user",
  errors: ["wrong-password", "busy", "too-many-requests"],
  body: passwordSchema,
  answer: z.record(z.string(), z.unknown()),
});

export const deleteAccount = endpoint({
  method: "POST",
  path: "/me/deletion",
  summary: "Delete the account",
  access: "user",
  errors: ["wrong-password", "cancel-failed", "busy", "too-many-requests"],
  body: passwordSchema,
  answer: noContent,
  status: 204,
});

export const forgotPasswordSchema = z.object({ email: emailField });
/** Always 202, whether or not the address is known. */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/forgot-password",
  summary: "Mail a link for choosing a new password",
  errors: ["too-many-requests"],
  body: forgotPasswordSchema,
  answer: noContent,
  status: 202,
});

const tokenParams = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** Tells whether a reset link still works (404 `token-invalid` else), without using it up. */
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
/** Uses the link up, sets the password and ends every session of the user. Only the newest link works. */
export const resetPassword = endpoint({
  method: "POST",
  path: "/reset-password/:token",
  summary: "Choose a new password by a reset link",
  errors: ["token-invalid", "address-taken", "busy", "too-many-requests"],
  params: tokenParams,
  body: resetPasswordSchema,
  answer: noContent,
  status: 204,
});

/** What the link in the mail to the former address would undo, without using it up; 404 `token-invalid`. */
export const checkUndoToken = endpoint({
  method: "GET",
  path: "/undo-email-change/:token",
  summary: "Check a link that undoes a change of the e-mail address, without using it up",
  errors: ["token-invalid"],
  params: tokenParams,
  answer: z.object({ email: z.string() }),
});
/**
 * Gives the account its former address back, or drops the change that waits; ends every session, drops
 * codes and links, and disables the password, which whoever asked for the change knows. The answer
 * carries the token of a reset link for choosing another one.
 */
export const undoEmailChange = endpoint({
  method: "POST",
  path: "/undo-email-change/:token",
  summary: "Undo a change of the e-mail address",
  errors: ["token-invalid", "address-taken"],
  params: tokenParams,
  answer: z.object({ email: z.string(), resetToken: z.string() }),
});
