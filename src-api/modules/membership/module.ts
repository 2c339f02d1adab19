import type { PortalModule } from "#api/portal.ts";
import { subscriptions } from "./schema.ts";
import { findSubscriptionsOf } from "./subscription-store.ts";

export { grantMembership, revokeGrant } from "./grants.ts";
export {
  enqueueMembershipMail,
  gracePeriodMs,
  isInForce,
  membershipMail,
  renews,
  standingOf,
  type MembershipMail,
} from "./membership.ts";
export {
  liveStatuses,
  startedStatuses,
  subscriptions,
  unconsideredEnd,
  type RecurringDiscount,
  type Subscription,
} from "./schema.ts";
export {
  ended,
  endLapsed,
  findBought,
  findStanding,
  findSubscription,
  findSubscriptionById,
  insertSubscription,
  isFirstPurchase,
  liveMembership,
  lockBought,
  lockLive,
  lockSubscription,
  markPastDue,
  membershipInForce,
  unplanned,
  updateSubscription,
} from "./subscription-store.ts";

/** Who has access, and why: memberships in force, and those that are granted. What they cost is not known here. */
export const membership = {
  name: "membership",
  ownedData: {
    columns: [{ column: subscriptions.userId, onDelete: "cascade", onMerge: "move" }],
    exportData: async (database, { id }) => ({
      subscriptions: await findSubscriptionsOf(database, id),
    }),
  },
} satisfies PortalModule;
