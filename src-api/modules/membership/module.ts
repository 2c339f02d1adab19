import type { PortalModule } from "#api/portal.ts";
import { subscriptions } from "./schema.ts";
import { findSubscriptionsOf } from "./membership.ts";

export {
  endedFields,
  enqueueMembershipMail,
  findBought,
  findMembershipState,
  findSubscription,
  findSubscriptionById,
  gracePeriodMs,
  grantMembership,
  insertSubscription,
  isFirstPurchase,
  isGrantWithEnd,
  isInForce,
  liveMembership,
  lockBought,
  lockLive,
  lockSubscription,
  markPastDue,
  membershipInForce,
  membershipMail,
  renews,
  revokeGrant,
  membershipStatus,
  unplanned,
  updateSubscription,
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
