import type { FastifyInstance } from "fastify";
import type { PortalModule } from "../../portal.ts";
import { handleCancelledPayments } from "./cancel-waiting.ts";
import { handleNewCards } from "./charges/retry-with-new-card.ts";
import { paymentData } from "./owned-data.ts";
import { handleForgottenCustomers } from "./methods/forget-customers.ts";
import { handlePaymentMails } from "./payment-mail.ts";
import { reconcile, reconcileJob } from "./reconcile.ts";
import { refundJob, runRefunds } from "./refunds/run-refunds.ts";
import { sandboxRoutes } from "./sandbox/sandbox-routes.ts";

export { disputeJob } from "./dispute-job.ts";
export { cancelPages, cancelWaiting } from "./cancel-waiting.ts";
export { beginCharge, charge, collect, isUnanswered } from "./charges/collect.ts";
export { beginCardSetup } from "./methods/begin-card-setup.ts";
export { cardName, findCard, findCards } from "./methods/card-store.ts";
export { beginPayment } from "./pages/begin-payment.ts";
export { recordSwitch } from "./pay-for-subscription.ts";
export { openPayments, presentPayments } from "./payments.ts";
export { callOffSwitches, endPaidMembership } from "./refunds/end-membership.ts";
export {
  beginRefund,
  findMissingProvider,
  findRefundable,
  payBack,
  refundInvoice,
  type RefundOutcome,
} from "./refunds/refund.ts";
export { sandboxPayments } from "./sandbox/sandbox.ts";
export { paymentMethods, providerEvents, type PaymentMethod } from "./schema.ts";
export { settledSession, settleDuePayments } from "./settle.ts";
export { collectPayment } from "./take-payment.ts";
export { voidSwitches, voidUnpaid } from "./void-unpaid.ts";

/** Pages and webhooks of the payment providers, below `/api/payments/<id>`. */
const providerRoutes: Record<string, (app: FastifyInstance) => Promise<void>> = {
  sandbox: sandboxRoutes,
  stripe: async (app) => (await import("./stripe/stripe-routes.ts")).stripeRoutes(app),
};

/** What moves money: the providers with their pages and messages, cards on file and their charges, and refunds. */
export const payments = {
  name: "payments",
  ownedData: paymentData,
  routes: async (app) => {
    const { id } = app.portal.payments.current;
    const routes = providerRoutes[id];
    if (routes) await app.register((scope) => routes(scope), { prefix: `/payments/${id}` });
  },
  jobs: (portal) => {
    handlePaymentMails(portal);
    handleNewCards(portal);
    handleCancelledPayments(portal);
    handleForgottenCustomers(portal);
    portal.jobs.handle(refundJob, () => runRefunds(portal));
    portal.jobs.handle(reconcileJob, () => reconcile(portal));
  },
} satisfies PortalModule;
