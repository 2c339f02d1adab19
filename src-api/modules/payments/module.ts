import type { FastifyInstance } from "fastify";
import type { PortalModule } from "../../portal.ts";
import { handleCancelledPayments } from "./cancel-unpaid.ts";
import { handleForgottenCustomers, handleNewCards } from "./cards.ts";
import { findDisputesBy } from "./disputes.ts";
import { handlePaymentMails } from "./payment-mail.ts";
import { reconcile, reconcileJob } from "./reconcile.ts";
import { refundJob, runRefunds } from "./refunds/pay-back.ts";
import { sandboxRoutes } from "./sandbox/sandbox-routes.ts";
import { cardSetups, paymentMethods } from "./schema.ts";
import { findCardsOf } from "./store.ts";

export {
  callOffSwitches,
  cancelPages,
  cancelWaiting,
  endPaidMembership,
  voidSwitches,
  voidUnpaid,
} from "./cancel-unpaid.ts";
export { forgetCustomers } from "./cards.ts";
export { beginCharge, charge, collect, isUnanswered } from "./charge.ts";
export { claimEndedMembership, findDisputesOf } from "./disputes.ts";
export { beginCardSetup, beginPayment } from "./pages.ts";
export { disputeJob } from "./payment-mail.ts";
export { openPayments, presentPayments } from "./providers.ts";
export { beginRefund, findRefundable } from "./refunds/begin-refund.ts";
export {
  findMissingProvider,
  payBack,
  refundInvoice,
  type RefundOutcome,
} from "./refunds/pay-back.ts";
export { sandboxPayments } from "./sandbox/sandbox.ts";
export { disputes, paymentMethods, type PaymentMethod } from "./schema.ts";
export { recordSwitch, settledSession, settleDuePayments } from "./settle.ts";
export { cardName, findCard, findCards } from "./store.ts";
export { collectPayment } from "./collect-payment.ts";

/** Pages and webhooks of the payment providers, below `/api/payments/<id>`. */
const providerRoutes: Record<string, (app: FastifyInstance) => Promise<void>> = {
  sandbox: sandboxRoutes,
  stripe: async (app) => (await import("./stripe/stripe-routes.ts")).stripeRoutes(app),
};

/** What moves money: the providers with their pages and messages, cards on file and their charges, and refunds. */
export const payments = {
  name: "payments",
  ownedData: {
    columns: [
      { column: paymentMethods.userId, onDelete: "cascade", onMerge: "move" },
      { column: cardSetups.userId, onDelete: "cascade", onMerge: "delete" },
    ],
    exportData: async (database, { id }) => ({
      cards: await findCardsOf(database, id),
      disputes: await findDisputesBy(database, id),
    }),
  },
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
