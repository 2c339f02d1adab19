import * as z from "zod/mini";
import { endpoint, file } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField } from "./fields.ts";

/** Every act that the audit trail records, in alphabetical order; each has a text in the namespace `audit`. */
export const actNames = [
  "account-created",
  "account-deleted",
  "accounts-merged",
  "address-change-undone",
  "address-changed",
  "address-retried",
  "announcement-changed",
  "announcement-mailed",
  "announcement-published",
  "announcement-withdrawn",
  "audit-exported",
  "audit-read",
  "author-added",
  "author-changed",
  "author-deleted",
  "books-exported",
  "content-deleted",
  "content-imported",
  "content-mailed",
  "content-moved",
  "content-published",
  "content-restored",
  "content-synced",
  "content-taken-back",
  "content-taken-over",
  "content-withdrawn",
  "contract-withdrawn",
  "data-exported",
  "deletion-requested",
  "discount-created",
  "discount-ended",
  "draft-discarded",
  "enrolment-code-issued",
  "enrolment-code-used",
  "extra-added",
  "extra-changed",
  "failed-jobs-dismissed",
  "failed-jobs-retried",
  "flag-changed",
  "invitation-accepted",
  "logged-out",
  "mail-resent",
  "mail-tested",
  "member-act-undone",
  "member-import-deleted",
  "member-import-finished",
  "member-import-started",
  "member-import-uploaded",
  "member-imported",
  "member-note-added",
  "member-note-changed",
  "member-note-deleted",
  "members-exported",
  "members-invited",
  "membership-cancelled",
  "membership-ended",
  "membership-extended",
  "membership-granted",
  "membership-resumed",
  "membership-switched",
  "message-answered",
  "message-closed",
  "message-reopened",
  "new-device-reported",
  "note-approved",
  "note-rejected",
  "note-taken-down",
  "order-changed",
  "passkey-added",
  "passkey-removed",
  "passkey-renamed",
  "password-changed",
  "password-refused",
  "password-reset",
  "payment-refunded",
  "preview-ended",
  "preview-made",
  "read-key-deleted",
  "read-key-made",
  "reader-deleted",
  "readers-exported",
  "ready-mark-removed",
  "ready-mark-set",
  "recovery-code-used",
  "recovery-codes-renewed",
  "redirect-removed",
  "redirects-changed",
  "reset-link-issued",
  "roles-changed",
  "second-factor-added",
  "second-factor-failed",
  "second-factor-removed",
  "secret-address-ended",
  "secret-address-made",
  "sessions-ended",
  "setting-changed",
  "sign-in-failed",
  "signed-in",
  "subscription-taken-over",
  "subscriptions-taken-over",
  "tag-added",
  "tag-deleted",
  "tag-renamed",
  "webhook-added",
  "webhook-deleted",
  "webhook-message-resent",
  "webhook-secret-replaced",
  "webhook-tested",
] as const;
export type ActName = (typeof actNames)[number];

/** How an act reached the portal: by a request, by a command of whoever runs it, by the payment provider. */
const actVias = ["command", "portal", "provider"] as const;
export type ActVia = (typeof actVias)[number];

/** What else is known of an act. */
export type ActDetails = Record<string, string | number | boolean | null>;

/** Longest page of the trail, and a page unless the caller asks for another length. */
export const auditPageSizes = { default: 25, max: 100 } as const;

/** Entries of an export. Earlier ones are exported by narrowing the time. */
export const maxAuditExport = 50_000;

/** Somebody whom an entry names. */
const personSchema = z.object({
  id: z.string(),
  /** The name of an admin who acted is that of the time; anybody else's is null once the account was deleted. */
  name: z.nullable(z.string()),
  /** Mail address that an admin who acted had then; null for everybody else. */
  email: z.nullable(z.string()),
});
export type AuditPerson = z.infer<typeof personSchema>;

const entrySchema = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  act: z.enum(actNames),
  via: z.enum(actVias),
  /** Null for whoever was not signed in, for commands and for the payment provider. */
  actor: z.nullable(personSchema),
  subject: z.nullable(personSchema),
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
  details: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
});
export type AuditEntry = z.infer<typeof entrySchema>;

const filter = {
  act: z.optional(z.enum(actNames)),
  actor: z.optional(z.uuid()),
  subject: z.optional(z.uuid()),
  /** A user who acted, or whom it concerns. */
  person: z.optional(z.uuid()),
  from: z.optional(z.iso.datetime()),
  /** Entries of this time and later are left out. */
  until: z.optional(z.iso.datetime()),
};

const page = {
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(auditPageSizes.max))),
};

/** Lists the audit trail, newest first. Reading what concerns one user is an act itself. */
export const listAudit = endpoint({
  method: "GET",
  path: "/audit",
  summary: "List the audit trail",
  access: "admin",
  query: z.object({ ...filter, ...page }),
  answer: z.object({ items: z.array(entrySchema), nextCursor: z.nullable(z.string()) }),
});

const exportBody = z.object({ ...filter, password: currentPasswordField });

/** Exports the newest entries as a table, at most `maxAuditExport`. */
export const exportAuditCsv = endpoint({
  method: "POST",
  path: "/audit/export/csv",
  summary: "Export the audit trail as CSV",
  access: "admin",
  errors: passwordErrors,
  body: exportBody,
  answer: file,
  media: "text/csv",
});

/** Exports the newest entries as a JSON array, at most `maxAuditExport`. */
export const exportAuditJson = endpoint({
  method: "POST",
  path: "/audit/export/json",
  summary: "Export the audit trail as JSON",
  access: "admin",
  errors: passwordErrors,
  body: exportBody,
  answer: file,
  media: "application/json",
});

/** Who did something, as a member sees it: the team for its admins and commands, unknown for whoever was not signed in. */
const actParties = ["you", "team", "provider", "unknown"] as const;

const ownEntrySchema = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  act: z.enum(actNames),
  by: z.enum(actParties),
  /** From where the member acted; null for what others did. */
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
});
export type OwnAuditEntry = z.infer<typeof ownEntrySchema>;

/** Lists what the user did, and what was done to the account, newest first. */
export const listOwnActivity = endpoint({
  method: "GET",
  path: "/me/audit",
  summary: "List what the user did, and what concerns the user",
  access: "user",
  query: z.object(page),
  answer: z.object({ items: z.array(ownEntrySchema), nextCursor: z.nullable(z.string()) }),
});
