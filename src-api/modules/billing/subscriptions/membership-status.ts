import type { Membership } from "../../../../src-shared/api/billing.ts";
import type { subscriptions } from "../schema.ts";

export type Subscription = typeof subscriptions.$inferSelect;

const none: Membership = {
  status: "none",
  source: null,
  period: null,
  startedAt: null,
  endsAt: null,
  nextCharge: null,
};

/** Whether a membership is in force: its paid period has begun and not ended. */
export const isInForce = ({ status, endsAt }: Subscription, now: Date): boolean =>
  status === "active" && (endsAt === null || endsAt > now);

function statusOf(subscription: Subscription, now: Date): Membership["status"] {
  if (subscription.status === "pending") return "pending";
  if (!isInForce(subscription, now)) return "ended";
  return subscription.cancelAtPeriodEnd ? "ending" : "active";
}

/** Only a bought membership that nobody cancelled is charged again, at the end of its period. */
function nextChargeOf({ price, currency, endsAt }: Subscription): Membership["nextCharge"] {
  if (price === null || currency === null || endsAt === null) return null;
  return { price: { amount: price, currency }, on: endsAt.toISOString() };
}

/** What a user is told about the membership: the live one, else the latest, else none. */
export function membershipOf(subscription: Subscription | undefined, now: Date): Membership {
  if (!subscription) return none;
  const status = statusOf(subscription, now);
  const begun = status !== "pending";
  return {
    status,
    source: subscription.source,
    period: subscription.period,
    startedAt: begun ? subscription.startedAt.toISOString() : null,
    endsAt: begun ? (subscription.endsAt?.toISOString() ?? null) : null,
    nextCharge: status === "active" ? nextChargeOf(subscription) : null,
  };
}
