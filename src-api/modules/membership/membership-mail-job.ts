import * as z from "zod/mini";
import type { Database } from "../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../infra/jobs/job.ts";
import type { Enqueuing } from "../../portal.ts";

/** What a member is told about the membership; keys of `locales/en/mails.json`. */
export const membershipMails = [
  "renewal-reminder",
  "renewal-failed",
  "confirm-renewal",
  "membership-ended",
  "membership-cancelled",
  "membership-resumed",
  "switch-planned",
  "card-expiring",
  "grant-ending",
] as const;
export type MembershipMail = (typeof membershipMails)[number];

export const membershipMail = defineJob({
  name: "billing.mail-membership",
  payload: z.object({
    kind: z.enum(membershipMails),
    subscriptionId: z.string(),
    /** The invoice that it is about, if there is one. */
    invoiceId: z.nullable(z.string()),
  }),
  retry: patientRetries,
});

/** Enqueues a mail about a membership, in the transaction of what it tells. */
export const enqueueMembershipMail = (
  { jobs }: Enqueuing,
  tx: Database,
  mail: { kind: MembershipMail; subscriptionId: string; invoiceId: string | null },
): Promise<void> => jobs.enqueue(tx, membershipMail, mail);
