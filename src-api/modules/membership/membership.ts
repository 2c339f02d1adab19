import * as z from "zod/mini";
import type { Membership } from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Enqueuing } from "#api/portal.ts";
import type { Subscription } from "./schema.ts";

/** How long access is kept while a renewal is not paid. */
export const gracePeriodMs = 14 * dayMs;

/** Returns the time at which a period has to have ended at the latest for its access to be over now. */
export const graceStart = (now: Date): Date => new Date(now.getTime() - gracePeriodMs);

type Standing = Pick<Subscription, "status" | "source" | "endsAt" | "cancelAtPeriodEnd">;

/** Returns whether a renewal follows the period: it was bought, and was not cancelled. */
export const renews = ({ source, cancelAtPeriodEnd }: Standing): boolean =>
  source === "purchase" && !cancelAtPeriodEnd;

/** Returns whether a membership is in force, or its renewal can still be paid. `membershipInForce` in SQL. */
export const isInForce = (subscription: Standing, now: Date): boolean => {
  const { status, endsAt } = subscription;
  if (status !== "active" && status !== "past_due") return false;
  return endsAt === null || endsAt > (renews(subscription) ? graceStart(now) : now);
};

export function standingOf(subscription: Standing, now: Date): Membership["status"] {
  const { status, cancelAtPeriodEnd } = subscription;
  if (status === "pending") return "pending";
  if (!isInForce(subscription, now)) return "ended";
  if (status === "past_due") return "past-due";
  return cancelAtPeriodEnd ? "ending" : "active";
}

/** What a member is told about the membership; keys of `locales/en/mails.json`. */
export const membershipMails = [
  "welcome",
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

export const enqueueMembershipMail = (
  { jobs }: Enqueuing,
  tx: Database,
  mail: { kind: MembershipMail; subscriptionId: string; invoiceId: string | null },
): Promise<void> => jobs.enqueue(tx, membershipMail, mail);
