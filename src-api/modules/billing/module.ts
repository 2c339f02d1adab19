import type { FastifyInstance } from "fastify";
import type { PortalModule } from "../../portal.ts";
import catalogueRoutes from "./catalogue/catalogue-routes.ts";
import { purgeIdempotencyKeys, purgeJob } from "./checkout/purge-idempotency-keys.ts";
import checkoutRoutes from "./checkout/checkout-routes.ts";
import { handleDeliveryMails } from "./deliveries/delivery-mail.ts";
import deliveryRoutes from "./deliveries/delivery-routes.ts";
import purchaseRoutes from "./invoices/purchase-routes.ts";
import { handleMembershipMails } from "./mails/membership-mail.ts";
import { handlePaymentMails } from "./mails/payment-mail.ts";
import { billingData } from "./owned-data.ts";
import { handleCancelledPayments } from "./payments/cancel-waiting.ts";
import { handleForgottenCustomers } from "./payments/forget-customers.ts";
import { reconcile, reconcileJob } from "./payments/reconcile.ts";
import { sandboxRoutes } from "./payments/sandbox/sandbox-routes.ts";
import { stripeRoutes } from "./payments/stripe/stripe-routes.ts";
import { handleNewCards } from "./renewals/retry-with-new-card.ts";
import { reminderJob, runReminders } from "./renewals/remind.ts";
import { renewalJob, runRenewals } from "./renewals/run-renewals.ts";
import { refundJob, runRefunds } from "./refunds/run-refunds.ts";
import { describeUser } from "./subscriptions/describe-user.ts";
import membershipRoutes from "./subscriptions/membership-routes.ts";
import { handleWithdrawalMails } from "./withdrawals/withdrawal-mails.ts";
import withdrawalRoutes from "./withdrawals/withdrawal-routes.ts";
import { handleWithdrawals } from "./withdrawals/withdraw.ts";

export { importCatalogue } from "./catalogue/import-catalogue.ts";
export { countUses } from "./checkout/code-uses-store.ts";
export { placeOrder } from "./checkout/place-order.ts";
export type { DeliveryStep } from "./deliveries/delivery.ts";
export { changeOrder } from "./deliveries/orders.ts";
export { endNow, previewEnd } from "./refunds/end-now.ts";
export { extendMembership, undoExtension } from "./subscriptions/extend.ts";
export { presentMembership } from "./subscriptions/present-membership.ts";
export { setRenewal } from "./subscriptions/renewal.ts";
export {
  billingFigures,
  countedMemberships,
  usersWithFailedPayments,
  type BillingFigures,
} from "./figures-store.ts";
export {
  beginRefund,
  findMissingProvider,
  findRefundable,
  payBack,
  refundInvoice,
  type RefundOutcome,
} from "./refunds/refund.ts";
export { sandboxPayments } from "./payments/sandbox/sandbox.ts";
export { openPayments } from "./payments/payments.ts";
export { takePayment } from "./payments/take-payment.ts";

/** Pages and webhooks of the payment providers, below `/api/payments/<id>`. */
const providerRoutes: Record<string, (app: FastifyInstance) => Promise<void>> = {
  sandbox: sandboxRoutes,
  stripe: stripeRoutes,
};

/** Billing: catalogue, checkout, payments, receipts and memberships. */
export const billing = {
  name: "billing",
  ownedData: billingData,
  describeUser,
  routes: async (app) => {
    await app.register(catalogueRoutes);
    await app.register(checkoutRoutes);
    await app.register(purchaseRoutes);
    await app.register(deliveryRoutes);
    await app.register(membershipRoutes);
    await app.register(withdrawalRoutes);
    const { id } = app.portal.payments.current;
    const routes = providerRoutes[id];
    if (routes) await app.register((scope) => routes(scope), { prefix: `/payments/${id}` });
  },
  jobs: (portal) => {
    handleMembershipMails(portal);
    handleDeliveryMails(portal);
    handlePaymentMails(portal);
    handleNewCards(portal);
    handleCancelledPayments(portal);
    handleForgottenCustomers(portal);
    handleWithdrawals(portal);
    handleWithdrawalMails(portal);
    portal.jobs.handle(renewalJob, () => runRenewals(portal));
    portal.jobs.handle(reminderJob, () => runReminders(portal));
    portal.jobs.handle(refundJob, () => runRefunds(portal));
    portal.jobs.handle(reconcileJob, () => reconcile(portal));
    portal.jobs.handle(purgeJob, () => purgeIdempotencyKeys(portal));
  },
} satisfies PortalModule;
