import { hasDemoSeller } from "#api/brand.ts";
import type { Config } from "#api/config.ts";
import type { PaymentProvider, Payments } from "#api/infra/payment-provider.ts";
import type { Portal } from "#api/portal.ts";
import { sandboxPayments } from "#api/modules/billing/sandbox/sandbox.ts";

const notSetUp = async (): Promise<never> => {
  throw new Error("No payment provider is set up.");
};

/** Stands where no provider takes payments: checkout is blocked. */
const noPayments: PaymentProvider = {
  id: "none",
  testMode: false,
  available: async () => false,
  open: notSetUp,
  pageStatus: notSetUp,
  charge: notSetUp,
  setUp: notSetUp,
  givenCard: notSetUp,
  forget: notSetUp,
  refund: notSetUp,
  refundsSince: async () => [],
  disputesSince: async () => [],
  status: notSetUp,
  cancel: notSetUp,
  foreignCustomer: async () => null,
  endForeign: notSetUp,
};

/** Knows the payments that a provider took, and takes no new ones: neither on pages nor by its old cards. */
const closed = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  available: async () => false,
  open: notSetUp,
  setUp: notSetUp,
  charge: async () => ({ status: "failed", reference: null, reason: "no-card", retryable: false }),
});

/**
 * Returns the payment providers of an installation. Stripe takes payments where its keys are set; the
 * sandbox where the demo runs on the embedded database, or where it is allowed by `PAYMENTS=sandbox`:
 * nobody becomes or stays a member of a real installation with a test card by default. The sandbox is known
 * in any case, so that its old invoices can be shown.
 */
export async function openPayments(
  portal: Pick<Portal, "database" | "now">,
  { payments, stripe: settings }: Config,
): Promise<Payments> {
  const open = sandboxPayments(portal);
  const sandbox = payments === open.id ? open : closed(open);
  // Its library has two hundred files.
  const stripe = settings && (await import("./stripe/stripe.ts")).stripePayments(portal, settings);
  const known = [sandbox, ...(stripe ? [stripe] : [])];
  return {
    current: known.find(({ id }) => id === payments) ?? noPayments,
    byId: new Map(known.map((provider) => [provider.id, provider])),
  };
}

/**
 * Returns whether something can be bought now: nobody pays real money to the demo's seller. Renewals of earlier
 * memberships go on.
 */
export const takesOrders = async ({
  payments: { current },
  brand,
}: Pick<Portal, "payments" | "brand">): Promise<boolean> =>
  (current.testMode || !hasDemoSeller(brand)) && (await current.available());

/** Returns whether the portal takes payments now, whether a provider is set up, and whether it is in test mode. */
export const presentPayments = async (portal: Pick<Portal, "payments" | "brand">) => ({
  paymentsAvailable: await takesOrders(portal),
  paymentsSetUp: portal.payments.current.id !== noPayments.id,
  testMode: portal.payments.current.testMode,
});
