import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint, noContent } from "./endpoint.ts";
import {
  currentPasswordField,
  emailField,
  newPasswordField,
  repeatedField,
  requiredText,
  samePasswords,
} from "./fields.ts";
import { codeSchema, mailedCodeSchema, tokenParams } from "./sign-in.ts";
import { userSchema } from "./user.ts";

export const profileSchema = z.object({
  name: requiredText(100),
  language: z.optional(z.enum(languages)),
});
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
/** The session goes on with another token, after every change of what somebody logs in with. */
export const renewedTokenSchema = z.object({ token: z.string() });

/** Why changing a factor of the account, or the account itself, is refused. */
export const changingErrors = [
  "wrong-password",
  "password-missing",
  "factor-needed",
  "enrolment-code-needed",
  "busy",
  "too-many-requests",
] as const;

/** Changes the password. Ends other sessions, reset links and a pending change of address. */
export const changePassword = endpoint({
  method: "PUT",
  path: "/me/password",
  summary: "Change the password",
  access: "user",
  errors: changingErrors,
  body: changePasswordSchema,
  answer: renewedTokenSchema,
});

export const firstPasswordSchema = z
  .object({ newPassword: newPasswordField, repeat: repeatedField })
  .check(samePasswords("newPassword"));
/**
 * Sets the password of a user who has none, in a session that began within the last 15 minutes and not by the link of an invitation
 * (else 403 `fresh-login-needed`). Ends other sessions, as changing it does. 409 `conflict` if there is a password.
 */
export const setFirstPassword = endpoint({
  method: "POST",
  path: "/me/password",
  summary: "Set a first password",
  access: "user",
  errors: [
    "conflict",
    "fresh-login-needed",
    "factor-needed",
    "enrolment-code-needed",
    "busy",
    "too-many-requests",
  ],
  body: firstPasswordSchema,
  answer: renewedTokenSchema,
});

export const changeEmailSchema = z.object({ email: emailField, password: currentPasswordField });
/**
 * Requests a change of address: mails a code to the new address, which takes effect once this
 * session enters the code, and notifies the present address with a link that undoes the change (7
 * days). The answer does not reveal whether the new address is taken.
 */
export const changeEmail = endpoint({
  method: "PUT",
  path: "/me/email",
  summary: "Begin a change of the e-mail address and mail a code",
  access: "user",
  errors: changingErrors,
  body: changeEmailSchema,
  answer: mailedCodeSchema,
  status: 202,
});
/** Returns the change of address that this session requested, or null. */
export const getEmailChange = endpoint({
  method: "GET",
  path: "/me/email",
  summary: "Get the pending change of the e-mail address",
  access: "user",
  answer: z.object({ change: z.nullable(mailedCodeSchema) }),
});
/** Mails a new code, which replaces the previous one; 404 `change-over`, 429 before `resendAt`. */
export const resendEmailCode = endpoint({
  method: "POST",
  path: "/me/email/resend",
  summary: "Mail a new code for a change of the e-mail address",
  access: "user",
  errors: ["change-over", "too-many-requests"],
  answer: mailedCodeSchema,
  status: 202,
});
/** Enters the code and changes the address. 422 `code-wrong`; 404 `change-over`; 409 `address-taken`. */
export const confirmEmailChange = endpoint({
  method: "POST",
  path: "/me/email/code",
  summary: "Complete a change of the e-mail address with its code",
  access: "user",
  errors: ["code-wrong", "change-over", "address-taken", "too-many-requests"],
  body: codeSchema,
  answer: userSchema,
});
/** Cancels a pending change; 204 also without one. */
export const withdrawEmailChange = endpoint({
  method: "DELETE",
  path: "/me/email",
  summary: "Cancel the pending change of the e-mail address",
  access: "user",
  answer: noContent,
  status: 204,
});

const deviceSessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  /** Names of browser and system for the user, or an empty text. */
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
/** Ends every session but the caller's. */
export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/me/sessions",
  summary: "End all other sessions of the user",
  access: "user",
  answer: noContent,
  status: 204,
});

/** Exporting personal data and deleting the account require the password again. */
export const passwordSchema = z.object({ password: currentPasswordField });

/** Returns all personal data of the user, for download. */
export const exportAccount = endpoint({
  method: "POST",
  path: "/me/export",
  summary: "Export everything that is stored about the user",
  access: "user",
  errors: changingErrors,
  body: passwordSchema,
  answer: z.record(z.string(), z.unknown()),
});

/**
 * Deletes the account. 409 `another-admin-needed` for an admin's: the request is recorded, and another admin (`deleteAdmin`)
 * or the command line deletes it.
 */
export const deleteAccount = endpoint({
  method: "POST",
  path: "/me/deletion",
  summary: "Delete the account",
  access: "user",
  errors: [...changingErrors, "conflict", "another-admin-needed", "cancel-failed"],
  body: passwordSchema,
  answer: noContent,
  status: 204,
});

/** Returns the change that an undo link would undo, without using the link up; 404 `token-invalid`. */
export const checkUndoToken = endpoint({
  method: "GET",
  path: "/undo-email-change/:token",
  summary: "Check a link that undoes a change of the e-mail address, without using it up",
  errors: ["token-invalid"],
  params: tokenParams,
  answer: z.object({ email: z.string() }),
});
/**
 * Restores the account's former address, or cancels the pending change; ends every session,
 * invalidates codes and links, and disables the password, which is known to whoever requested the
 * change. The answer contains the token of a reset link for choosing a new password.
 */
export const undoEmailChange = endpoint({
  method: "POST",
  path: "/undo-email-change/:token",
  summary: "Undo a change of the e-mail address",
  errors: ["token-invalid", "address-taken"],
  params: tokenParams,
  answer: z.object({ email: z.string(), resetToken: z.string() }),
});
