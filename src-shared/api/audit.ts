/** Every act that the audit trail records, in alphabetical order; each has a text in the namespace `audit`. */
export const actNames = [
  "account-created",
  "account-deleted",
  "accounts-merged",
  "address-change-undone",
  "address-changed",
  "audit-exported",
  "audit-read",
  "content-exported",
  "content-imported",
  "content-published",
  "content-reviewed",
  "data-exported",
  "discount-changed",
  "discount-created",
  "entry-withdrawn",
  "flag-changed",
  "logged-out",
  "membership-ended",
  "membership-granted",
  "note-approved",
  "note-rejected",
  "order-dispatched",
  "order-marked",
  "password-changed",
  "password-reset",
  "payment-refunded",
  "roles-changed",
  "sessions-ended",
  "sign-in-failed",
  "signed-in",
] as const;
export type ActName = (typeof actNames)[number];

/** How an act reached the portal: by a request, by a command of whoever runs it, by the payment provider. */
export const actVias = ["command", "portal", "provider"] as const;
export type ActVia = (typeof actVias)[number];

/** What else is known of an act. */
export type ActDetails = Record<string, string | number | boolean | null>;
