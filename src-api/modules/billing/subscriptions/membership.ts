import type { Membership } from "../../../../src-shared/api/billing.ts";
import type { Subscription } from "../schema.ts";

const none: Membership = {
  status: "none",
  source: null,
  period: null,
  startedAt: null,
  endsAt: null,
  nextCharge: null,
};

/**
 * Returns whether a membership is in force: it was activated, and its paid or granted time is not over.
 * `membershipInForce` is the same in SQL.
 */
export const isInForce = (
  { status, endsAt }: Pick<Subscription, "status" | "endsAt">,
  now: Date,
): boolean => status === "active" && (endsAt === null || endsAt > now);

function statusOf(subscription: Subscription, now: Date): Membership["status"] {
  if (subscription.status === "pending") return "pending";
  if (!isInForce(subscription, now)) return "ended";
  return subscription.cancelAtPeriodEnd ? "ending" : "active";
}

/** Grants have no price and are never charged. */
function nextChargeOf({ price, currency, endsAt }: Subscription): Membership["nextCharge"] {
  if (price === null || currency === null || endsAt === null) return null;
  return { price: { amount: price, currency }, on: endsAt.toISOString() };
}

/**
 * Returns a subscription as its user sees it; dates and the next charge only where they apply. In
 * `testMode` nothing renews, so there is no next charge.
 */
export function membershipOf(
  subscription: Subscription | undefined,
  { now, testMode }: { now: Date; testMode: boolean },
): Membership {
  if (!subscription) return none;
  const status = statusOf(subscription, now);
  const begun = status !== "pending";
  return {
    status,
    source: subscription.source,
    period: subscription.period,
    startedAt: begun ? subscription.startedAt.toISOString() : null,
    endsAt: begun ? (subscription.endsAt?.toISOString() ?? null) : null,
    nextCharge: status === "active" && !testMode ? nextChargeOf(subscription) : null,
  };
}
