import * as z from "zod/mini";
import { date } from "./billing.ts";
import { moneySchema } from "./catalogue.ts";
import { endpoint, file, noContent } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField, message, requiredText } from "./fields.ts";
import { memberFilter, memberParams } from "./members.ts";

/** Longest reason, note and answer, in characters; most days of one extension. */
export const memberActLimits = { reason: 300, note: 2000, answer: 5000, days: 366 } as const;

/** What an act did. A repeated request, by its `Idempotency-Key`, gets the same answer and does nothing more. */
const actSchema = z.object({
  id: z.string(),
  /** Until when it can be undone; null: it cannot. */
  undoableUntil: z.nullable(date),
  /** The money that is paid back; failed: the payment provider refused. */
  refund: z.nullable(
    z.object({
      number: z.string(),
      amount: moneySchema,
      status: z.enum(["processing", "succeeded", "failed"]),
    }),
  ),
});
export type MemberAct = z.infer<typeof actSchema>;

const actErrors = [
  "conflict",
  "idempotency-key-missing",
  "idempotency-key-reused",
  "too-many-requests",
] as const;

const grantSchema = z.object({
  /** Last day of the membership in the portal's time zone, today or later; null: it has no end. */
  until: z.nullable(z.iso.date(message.day)),
  /** Required where the membership would end earlier than it does: that takes access away. */
  password: z.optional(currentPasswordField),
});

/** Gives a membership that costs nothing, or changes the end of one that was given. 409 `already-subscribed` for a paid membership. */
export const grantMember = endpoint({
  method: "POST",
  path: "/members/:id/grant",
  summary: "Give a member a free membership until a date",
  access: "admin",
  idempotent: true,
  errors: ["already-subscribed", ...passwordErrors, ...actErrors],
  params: memberParams,
  body: grantSchema,
  answer: actSchema,
});

const extendSchema = z.object({
  days: z.int().check(z.gte(1), z.lte(memberActLimits.days)),
});

/** Moves the end of the present period, and so the next charge, by days. 409 `no-subscription` unless one with an end is in force. */
export const extendMember = endpoint({
  method: "POST",
  path: "/members/:id/extend",
  summary: "Extend a member's present period by days",
  access: "admin",
  idempotent: true,
  errors: ["no-subscription", ...actErrors],
  params: memberParams,
  body: extendSchema,
  answer: actSchema,
});

/**
 * Has the member's subscription at the former site end with its paid period; a job asks the payment provider to do so, and retries for
 * three days. Renewals are charged here from then on. 409 `conflict` if no customer of a former site is known for the member.
 */
export const takeOverMember = endpoint({
  method: "POST",
  path: "/members/:id/take-over",
  summary: "Take over a member's subscription of the former site",
  access: "admin",
  idempotent: true,
  errors: actErrors,
  params: memberParams,
  answer: actSchema,
});

export const endSchema = z.object({
  when: z.enum(["now", "period-end"]),
  /** Minor units that are paid back of the present period when it ends now, at most `ending.all`. */
  refund: z.int32().check(z.gte(0)),
  password: currentPasswordField,
});

/** Ends a membership. 409 `no-subscription` without one, `conflict` while a payment of it is under way. */
export const endMember = endpoint({
  method: "POST",
  path: "/members/:id/end",
  summary: "End a member's membership, now or at the end of its period",
  access: "admin",
  idempotent: true,
  errors: ["no-subscription", "payments-unavailable", ...passwordErrors, ...actErrors],
  params: memberParams,
  body: endSchema,
  answer: actSchema,
});

export const refundSchema = z.object({
  invoiceId: z.uuid(),
  /** The line that is paid back; without it all lines, extras first. */
  sku: z.optional(z.string().check(z.maxLength(100))),
  /**
   * Minor units. All that is left, of the invoice or of the membership's line, ends the membership whose present period the
   * invoice paid.
   */
  amount: z.int32().check(z.gte(1)),
  reason: requiredText(memberActLimits.reason),
  password: currentPasswordField,
});

/** Pays back an invoice or a part of it. 409 `conflict` when that much cannot be paid back any more. */
export const refundMember = endpoint({
  method: "POST",
  path: "/members/:id/refund",
  summary: "Pay back an invoice of a member, or a part of it",
  access: "admin",
  idempotent: true,
  errors: ["payments-unavailable", ...passwordErrors, ...actErrors],
  params: memberParams,
  body: refundSchema,
  answer: actSchema,
});

export const resendSchema = z.union([
  z.object({ kind: z.literal("receipt"), invoiceId: z.uuid() }),
  z.object({ kind: z.literal("reset-link") }),
]);

/** Mails a receipt again, or a link for choosing a new password. */
export const resendMail = endpoint({
  method: "POST",
  path: "/members/:id/mail",
  summary: "Mail a member a receipt or a reset link",
  access: "admin",
  idempotent: true,
  errors: actErrors,
  params: memberParams,
  body: resendSchema,
  answer: actSchema,
});

const endSessionsSchema = z.object({ password: currentPasswordField });

/** Ends all sessions of a member, but not the one of the request. */
export const endMemberSessions = endpoint({
  method: "POST",
  path: "/members/:id/sessions/end",
  summary: "Log a member out on all devices",
  access: "admin",
  idempotent: true,
  errors: [...passwordErrors, ...actErrors],
  params: memberParams,
  body: endSessionsSchema,
  answer: actSchema,
});

const noteFormSchema = z.object({ text: requiredText(memberActLimits.note) });

export const addMemberNote = endpoint({
  method: "POST",
  path: "/members/:id/notes",
  summary: "Write a note about a member, for admins",
  access: "admin",
  idempotent: true,
  errors: actErrors,
  params: memberParams,
  body: noteFormSchema,
  answer: actSchema,
});

/**
 * Deletes the account of another admin who has asked for it within seven days (`deleteAccount`); 409 `conflict` without
 * that, and for the own one.
 */
export const deleteAdmin = endpoint({
  method: "POST",
  path: "/members/:id/deletion",
  summary: "Delete the account of another admin, who has asked for it",
  access: "admin",
  errors: [...passwordErrors, "conflict", "cancel-failed"],
  params: memberParams,
  body: endSessionsSchema,
  answer: noContent,
  status: 204,
});

const noteParams = z.object({ id: z.uuid(), noteId: z.uuid() });

export const changeMemberNote = endpoint({
  method: "PUT",
  path: "/members/:id/notes/:noteId",
  summary: "Change a note about a member",
  access: "admin",
  idempotent: true,
  errors: actErrors,
  params: noteParams,
  body: noteFormSchema,
  answer: actSchema,
});

export const deleteMemberNote = endpoint({
  method: "DELETE",
  path: "/members/:id/notes/:noteId",
  summary: "Delete a note about a member",
  access: "admin",
  idempotent: true,
  errors: actErrors,
  params: noteParams,
  answer: actSchema,
});

/**
 * Undoes a grant, an extension, an end at the end of the period, or the deletion of a note. Succeeds again for who has undone it.
 * 409 `conflict` when something has changed since.
 */
export const undoMemberAct = endpoint({
  method: "POST",
  path: "/member-acts/:id/undo",
  summary: "Undo what an admin did for a member",
  access: "admin",
  errors: ["conflict", "too-many-requests"],
  params: memberParams,
  answer: noContent,
  status: 204,
});

const exportMembersSchema = z.object({ ...memberFilter, password: currentPasswordField });

export const exportMembers = endpoint({
  method: "POST",
  path: "/member-exports",
  summary: "Export members as CSV",
  access: "admin",
  errors: passwordErrors,
  body: exportMembersSchema,
  answer: file,
  media: "text/csv",
});

const answerSchema = z.object({ answer: requiredText(memberActLimits.answer) });

/** Marks a message of the contact form as dealt with, without an answer. 409 `conflict` when it was answered, or closed by another admin, before. */
export const closeMessage = endpoint({
  method: "POST",
  path: "/contact/:id/closing",
  summary: "Close a message of the contact form without an answer",
  access: "admin",
  errors: ["conflict", "too-many-requests"],
  params: memberParams,
  answer: noContent,
  status: 204,
});

/** Has a message that was closed without an answer wait for one again. 409 `conflict` when it was answered. */
export const reopenMessage = endpoint({
  method: "POST",
  path: "/contact/:id/reopening",
  summary: "Reopen a message of the contact form that was closed without an answer",
  access: "admin",
  errors: ["conflict", "too-many-requests"],
  params: memberParams,
  answer: noContent,
  status: 204,
});

/**
 * Mails the answer to a message of the contact form. The same answer of the same admin succeeds again, without a second mail.
 * 409 `conflict` when it has another answer already; a message that was closed can be answered.
 */
export const answerMessage = endpoint({
  method: "POST",
  path: "/contact/:id/answer",
  summary: "Answer a message of the contact form by mail",
  access: "admin",
  errors: ["conflict", "too-many-requests"],
  params: memberParams,
  body: answerSchema,
  answer: noContent,
  status: 204,
});
