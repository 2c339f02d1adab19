import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField, message } from "./fields.ts";
import { sessionAnswerSchema, tokenParams } from "./sign-in.ts";

/*
 * Invitations of members who were imported from another site and have never logged in here: a mail with a link that logs in once,
 * and one reminder after a week.
 */

/** Days for which the link works. */
export const invitationDays = 30;

/** Takes the place of a token in the link of a test mail, which logs nobody in. */
export const testInvitationToken = "test";

/** Maximum number of members chosen in one request. */
const maxChosen = 1000;

const invitationsSchema = z.object({
  /** Imported members; 0 if there never were any. */
  imported: z.int(),
  /** Imported members with a membership who have never logged in here and were not invited yet. */
  notInvited: z.int(),
  invited: z.int(),
  /** Invited members whose mail the mail server has not accepted yet. */
  waiting: z.int(),
  reminded: z.int(),
  /** Imported members who have logged in here, by the link or in another way. */
  came: z.int(),
  /** The mail in each language of the portal, as plain text. */
  previews: z.array(
    z.object({ language: z.enum(languages), subject: z.string(), text: z.string() }),
  ),
});
export type Invitations = z.infer<typeof invitationsSchema>;

/** Counts the members who were imported, were invited, were reminded and have logged in, and previews the mail. */
export const getInvitations = endpoint({
  method: "GET",
  path: "/invitations",
  summary: "Preview the invitation of imported members and count its recipients",
  access: "admin",
  answer: invitationsSchema,
});

/**
 * Invites all imported members with a membership who were not invited yet, or the chosen members, again if their link has expired. 409
 * `conflict` if there is nobody to invite.
 */
export const sendInvitations = endpoint({
  method: "POST",
  path: "/invitations",
  summary: "Invite imported members",
  access: "admin",
  errors: [...passwordErrors, "conflict"],
  body: z.object({
    memberIds: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxChosen))),
    password: currentPasswordField,
  }),
  answer: z.object({ invited: z.int() }),
});

/** Sends the mail to the caller only, with a link that logs nobody in. */
export const testInvitation = endpoint({
  method: "POST",
  path: "/invitation-test",
  summary: "Send a test mail of the invitation to yourself",
  access: "admin",
  errors: ["too-many-requests"],
  body: z.object({ language: z.enum(languages) }),
  answer: z.object({ to: z.string() }),
  status: 202,
});

/**
 * Returns whom a link invites, without using it up. 404 `token-invalid` once it was used or has expired; 409 `already-registered` if
 * the member has set a password or logged in since: the link no longer logs in.
 */
export const checkInvitation = endpoint({
  method: "GET",
  path: "/invitations/:token",
  summary: "Check the link of an invitation without using it up",
  errors: ["token-invalid", "already-registered"],
  params: tokenParams,
  answer: z.object({
    /** The address with most of its name hidden, since the mail may have been forwarded. */
    email: z.string(),
    /** Version of the terms that the page shows. */
    termsVersion: z.string(),
  }),
});

/** Uses the link up and logs in; records the acceptance of the terms. Fails as `checkInvitation` does. */
export const acceptInvitation = endpoint({
  method: "POST",
  path: "/invitations/:token",
  summary: "Log in with the link of an invitation",
  errors: [
    "feature-disabled",
    "token-invalid",
    "already-registered",
    "terms-outdated",
    "too-many-requests",
  ],
  params: tokenParams,
  body: z.object({
    /** Version of the terms that was shown and accepted. */
    termsVersion: z.string().check(z.minLength(1, message.terms), z.maxLength(100, message.terms)),
  }),
  answer: sessionAnswerSchema,
});
