import type { FastifyInstance } from "fastify";
import { checkPayments } from "#shared/api/services.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import type { PortalModule } from "#api/portal.ts";
import { handleDisputes } from "./disputes.ts";
import { bookRoutes } from "./books.ts";
import { buyerDetailsRoutes } from "./buyer-details.ts";
import { cardRoutes, handleForgottenCustomers } from "./cards.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { checkoutRoutes } from "./checkout.ts";
import { handleWithdrawals, withdrawalRoutes } from "./withdraw.ts";
import { discountRoutes } from "./discounts.ts";
import { extraRoutes } from "./extras.ts";
import { planRoutes } from "./plans.ts";
import { handleMembershipMails } from "./membership-mails.ts";
import { describeUser, membershipRoutes } from "./membership.ts";
import { switchRoutes } from "./switch.ts";
import { cancelRoutes } from "./cancel.ts";
import { leavingRoutes } from "./leaving.ts";
import { deliveryRoutes, handleDeliveryMails, orderRoutes } from "./orders.ts";
import { handlePaymentMails } from "./payment-mails.ts";
import { billingData } from "./personal-data.ts";
import { purchaseRoutes } from "./purchases.ts";
import { reconcile, reconcileJob } from "./reconcile.ts";
import { refundJob, runRefunds } from "./refund.ts";
import { reminderJob, runReminders } from "./remind.ts";
import { handleNewCards, renewalJob, runRenewals } from "./renew.ts";
import { handleTakeOvers, takeOverRoutes } from "./take-over.ts";
import { sandboxRoutes } from "./sandbox/sandbox-pages.ts";
import { handleCancelledPayments } from "./invoices.ts";
import { handleWithdrawalMails } from "./withdrawal-mails.ts";

export {
  endNow,
  extendMembership,
  presentMemberPayments,
  refundMemberInvoice,
  resendReceipt,
  undoExtension,
} from "./admin-acts.ts";
export { findBuyerByNumber } from "./books.ts";
export { setRenewal } from "./cancel.ts";
export { findPlans, findSoldFiles } from "./catalogue.ts";
export { findCreditNote } from "./credit.ts";
export {
  billingFigures,
  countedMemberships,
  findTrends,
  usersWithFailedPayments,
  type BillingFigures,
  type SellerTime,
} from "./figures.ts";
export {
  attachForeignCustomer,
  findBelongings,
  findForeignReferences,
  type FoundCustomer,
  readForeignCustomer,
} from "./foreign-customers.ts";
export { isVersionBought } from "./invoices.ts";
export { isTooSmall } from "./prices.ts";
export { payBack } from "./refund.ts";
export type { CreditNote } from "./schema.ts";
export { beginTakeOver } from "./take-over.ts";
export { findUnfinishedBuyers, findUnfinishedItems } from "./unfinished-orders.ts";

/** Pages and webhooks of the payment providers, below `/api/payments/<id>`. */
const providerRoutes: Record<string, (app: FastifyInstance) => Promise<void>> = {
  sandbox: sandboxRoutes,
  stripe: async (app) => (await import("./stripe/stripe-events.ts")).stripeRoutes(app),
};

/** Serves the check of how payments are set up to admins. */
async function paymentCheckRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, checkPayments, async (_, request) => {
    await throttle(portal, "payment-check", request.ip, requireUser(request).userId);
    const check = await import("./check-payments.ts"); // needs the library, too
    return check.checkPayments(portal.config, portal, request.language);
  });
}

/**
 * What is sold, and what moves money: catalogue, checkout, renewals, refunds and withdrawals, the books, and the payment
 * providers.
 */
export const billing = {
  name: "billing",
  describeUser,
  ownedData: billingData,
  routes: async (app) => {
    await app.register(catalogueRoutes);
    await app.register(buyerDetailsRoutes);
    await app.register(checkoutRoutes);
    await app.register(purchaseRoutes);
    await app.register(deliveryRoutes);
    await app.register(orderRoutes);
    await app.register(bookRoutes);
    await app.register(discountRoutes);
    await app.register(extraRoutes);
    await app.register(planRoutes);
    await app.register(membershipRoutes);
    await app.register(cancelRoutes);
    await app.register(leavingRoutes);
    await app.register(switchRoutes);
    await app.register(cardRoutes);
    await app.register(withdrawalRoutes);
    await app.register(takeOverRoutes);
    await app.register(paymentCheckRoutes);
    const { id } = app.portal.payments.current;
    const routes = providerRoutes[id];
    if (routes) await app.register((scope) => routes(scope), { prefix: `/payments/${id}` });
  },
  jobs: (portal) => {
    handleDeliveryMails(portal);
    handleMembershipMails(portal);
    handleDisputes(portal);
    handleWithdrawals(portal);
    handleWithdrawalMails(portal);
    portal.jobs.handle(renewalJob, () => runRenewals(portal));
    portal.jobs.handle(reminderJob, () => runReminders(portal));
    handlePaymentMails(portal);
    handleNewCards(portal);
    handleCancelledPayments(portal);
    handleForgottenCustomers(portal);
    handleTakeOvers(portal);
    portal.jobs.handle(refundJob, () => runRefunds(portal));
    portal.jobs.handle(reconcileJob, () => reconcile(portal));
  },
} satisfies PortalModule;
