import type { Membership } from "#shared/api/membership.ts";
import type { Subscription } from "./schema.ts";

/** How long access is kept while a renewal is not paid, in ms. */
export const gracePeriod = 14 * 24 * 60 * 60_000;

/** Returns the time at which a period has to have ended at the latest for its access to be over now. */
export const graceStart = (now: Date): Date => new Date(now.getTime() - gracePeriod);

type Standing = Pick<Subscription, "status" | "source" | "endsAt" | "cancelAtPeriodEnd">;

/** Returns whether a renewal follows the period: it was bought, and was not cancelled. */
export const renews = ({ source, cancelAtPeriodEnd }: Standing): boolean =>
  source === "purchase" && !cancelAtPeriodEnd;

/**
 * Returns whether a membership is in force: it was activated, and its paid or granted time is not over, or
 * its renewal can still be paid. `membershipInForce` is the same in SQL.
 */
export const isInForce = (subscription: Standing, now: Date): boolean => {
  const { status, endsAt } = subscription;
  if (status !== "active" && status !== "past_due") return false;
  return endsAt === null || endsAt > (renews(subscription) ? graceStart(now) : now);
};

/** Returns the state of a subscription as its user sees it. */
export function standingOf(subscription: Standing, now: Date): Membership["status"] {
  const { status, cancelAtPeriodEnd } = subscription;
  if (status === "pending") return "pending";
  if (!isInForce(subscription, now)) return "ended";
  if (status === "past_due") return "past-due";
  return cancelAtPeriodEnd ? "ending" : "active";
}
