import type { PortalModule } from "../../portal.ts";
import { handleDisputes } from "./cancel.ts";
import { handleMembershipMails } from "./membership-mail.ts";
import membershipRoutes from "./membership-routes.ts";
import { describeUser } from "./present-membership.ts";
import { reminderJob, runReminders } from "./renewals/remind.ts";
import { renewalJob, runRenewals } from "./renewals/renewals.ts";
import { handleWithdrawals } from "./withdrawals/withdraw.ts";
import { handleWithdrawalMails } from "./withdrawals/withdrawal-mails.ts";
import withdrawalRoutes from "./withdrawals/withdrawal-routes.ts";

export { cancelRenewal, setRenewal } from "./cancel.ts";
export { endNow, previewEnd } from "./end-now.ts";
export { extendMembership, undoExtension } from "./extend.ts";
export {
  billingFigures,
  countedMemberships,
  usersWithFailedPayments,
  type BillingFigures,
  type SellerTime,
} from "./figures-store.ts";
export { presentMembership } from "./present-membership.ts";
export { findTrends } from "./trends-store.ts";

/** Memberships that are paid for: renewing, cancelling, switching, failed payments and withdrawals. */
export const subscriptions = {
  name: "subscriptions",
  describeUser,
  ownedData: {
    columns: [],
    exportData: async () => ({}),
  },
  routes: async (app) => {
    await app.register(membershipRoutes);
    await app.register(withdrawalRoutes);
  },
  jobs: (portal) => {
    handleMembershipMails(portal);
    handleDisputes(portal);
    handleWithdrawals(portal);
    handleWithdrawalMails(portal);
    portal.jobs.handle(renewalJob, () => runRenewals(portal));
    portal.jobs.handle(reminderJob, () => runReminders(portal));
  },
} satisfies PortalModule;
