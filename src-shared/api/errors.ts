import * as z from "zod/mini";

/** Codes that identify failures; message texts are never compared. */
const errorCodes = [
  "validation",
  "not-found",
  "method-not-allowed",
  "payload-too-large",
  "unauthorized",
  "wrong-credentials",
  "wrong-password",
  // The user has set no password, and logs in by mailed codes.
  "password-missing",
  "forbidden",
  "membership-required",
  "feature-disabled",
  "too-many-requests",
  // Too many passwords wait to be verified.
  "busy",
  "token-invalid",
  "code-wrong",
  // The second factor has to be proven again before this.
  "factor-needed",
  "factor-wrong",
  // A factor is required of the user: it has to be proven, or an enrolment code entered, before the factors change.
  "enrolment-code-needed",
  "login-over",
  // Returned only after the right mailed code: nobody else learns whether an address has an account.
  "no-account",
  // Setting a first password takes a session that began within the last minutes.
  "fresh-login-needed",
  // Admins without a second factor, where the owner requires one.
  "admin-factor-needed",
  // A passkey that could not be verified: at a login, and when it is added.
  "passkey-refused",
  "passkey-invalid",
  "sign-up-over",
  "change-over",
  "already-registered",
  "address-taken",
  "address-unproven",
  "conflict",
  // An entry of the content folder, or in the bin.
  "read-only",
  // Another entry of the kind has the address.
  "slug-taken",
  // What members read has no secret preview.
  "preview-impossible",
  // The user has as many of these as there may be.
  "limit-reached",
  "already-subscribed",
  "no-subscription",
  "idempotency-key-missing",
  "idempotency-key-reused",
  "item-unknown",
  "cart-empty",
  "amount-too-small",
  // More than one order can cost.
  "amount-too-large",
  "discount-unknown",
  "discount-expired",
  "discount-used",
  "discount-not-applicable",
  "terms-outdated",
  "payments-unavailable",
  "payment-declined",
  "price-changed",
  "switch-impossible",
  "cancel-failed",
  // Admins do not delete their account alone.
  "another-admin-needed",
  // The storage of videos and images does not answer.
  "media-unavailable",
  // The database cannot be reached.
  "unavailable",
  // The disk of the portal is full, or would be.
  "storage-full",
  // A user has as many unfinished uploads as there may be at a time.
  "too-many-uploads",
  // LaunchDarkly decides about the flags.
  "flags-elsewhere",
  // Sent by the desktop app, which forwards the calls, when the API host does not answer.
  "unreachable",
  "unexpected",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** How an act can fail that asks for the password again. */
export const passwordErrors = [
  "wrong-password",
  "password-missing",
  "factor-needed",
  "busy",
  "too-many-requests",
] as const satisfies readonly ErrorCode[];

/** Body of every failure: a message in the caller's language, a code, and messages by field name. */
export const errorSchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  fields: z.optional(z.record(z.string(), z.string())),
});

export type ErrorBody = z.infer<typeof errorSchema>;
