import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint, noContent } from "./endpoint.ts";
import {
  currentPasswordField,
  emailField,
  message,
  newPasswordField,
  requiredText,
} from "./fields.ts";
import { userSchema } from "./user.ts";

const language = z.enum(languages);

export const sessionAnswerSchema = z.object({ token: z.string(), user: userSchema });
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

export const registerSchema = z.object({
  name: requiredText(100),
  email: emailField,
  password: newPasswordField,
  /** Version of the terms that were shown and accepted. */
  termsVersion: z.string().check(z.minLength(1, message.terms)),
  language,
});
export const register = endpoint({
  method: "POST",
  path: "/register",
  body: registerSchema,
  answer: sessionAnswerSchema,
  status: 201,
});

export const loginSchema = z.object({ email: emailField, password: currentPasswordField });
export const login = endpoint({
  method: "POST",
  path: "/login",
  body: loginSchema,
  answer: sessionAnswerSchema,
});

/** Revokes the session of the token sent; 204 also without one. */
export const logout = endpoint({
  method: "POST",
  path: "/logout",
  answer: noContent,
  status: 204,
});

export const getMe = endpoint({ method: "GET", path: "/me", answer: userSchema });

export const profileSchema = z.object({ name: requiredText(100), language: z.optional(language) });
export const changeProfile = endpoint({
  method: "PUT",
  path: "/me",
  body: profileSchema,
  answer: userSchema,
});

export const changePasswordSchema = z.object({
  currentPassword: currentPasswordField,
  newPassword: newPasswordField,
});
/** Ends all other sessions of the user. */
export const changePassword = endpoint({
  method: "PUT",
  path: "/me/password",
  body: changePasswordSchema,
  answer: noContent,
  status: 204,
});

export const changeEmailSchema = z.object({ email: emailField, password: currentPasswordField });
/** The new address counts once its mail was answered; the answer never tells whether it is taken. */
export const changeEmail = endpoint({
  method: "PUT",
  path: "/me/email",
  body: changeEmailSchema,
  answer: userSchema,
  status: 202,
});

export const sendVerification = endpoint({
  method: "POST",
  path: "/me/verification",
  answer: noContent,
  status: 202,
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
  answer: z.object({ items: z.array(deviceSessionSchema) }),
});
export const endSession = endpoint({
  method: "DELETE",
  path: "/me/sessions/:id",
  params: z.object({ id: z.uuid() }),
  answer: noContent,
  status: 204,
});
/** Ends every session but the one that asks. */
export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/me/sessions",
  answer: noContent,
  status: 204,
});

/** Everything that is held about the user, for download. */
export const exportAccount = endpoint({
  method: "GET",
  path: "/me/export",
  answer: z.record(z.string(), z.unknown()),
});

export const deleteAccountSchema = z.object({ password: currentPasswordField });
export const deleteAccount = endpoint({
  method: "POST",
  path: "/me/deletion",
  body: deleteAccountSchema,
  answer: noContent,
  status: 204,
});

export const forgotPasswordSchema = z.object({ email: emailField });
/** Always 202, whether or not the address is known. */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/forgot-password",
  body: forgotPasswordSchema,
  answer: noContent,
  status: 202,
});

const tokenParams = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** Tells whether a reset link still works (404 `token-invalid` else), without using it up. */
export const checkResetToken = endpoint({
  method: "GET",
  path: "/reset-password/:token",
  params: tokenParams,
  answer: z.object({ email: z.string() }),
});
export const resetPasswordSchema = z.object({ password: newPasswordField });
/** Uses the link up, sets the password and ends every session of the user. */
export const resetPassword = endpoint({
  method: "POST",
  path: "/reset-password/:token",
  params: tokenParams,
  body: resetPasswordSchema,
  answer: noContent,
  status: 204,
});

/** Uses a verification link up. Works with and without a session. */
export const verifyEmail = endpoint({
  method: "POST",
  path: "/verify-email/:token",
  params: tokenParams,
  answer: z.object({ email: z.string() }),
});
