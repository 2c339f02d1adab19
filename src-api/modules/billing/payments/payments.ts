import type { Config } from "../../../config.ts";
import type { Portal } from "../../../portal.ts";
import type { PaymentProvider, Payments } from "./provider.ts";
import { sandboxPayments } from "./sandbox/sandbox.ts";

const notSetUp = (): never => {
  throw new Error("No payment provider is set up.");
};

/** Stands where no provider takes payments: checkout is blocked. */
const noPayments: PaymentProvider = {
  id: "none",
  testMode: false,
  available: async () => false,
  open: notSetUp,
  charge: notSetUp,
  setUp: notSetUp,
  refund: notSetUp,
  status: notSetUp,
  cancel: notSetUp,
};

/**
 * Returns the payment providers of an installation. The sandbox takes payments where the demo runs on the
 * embedded database, or where it is allowed by `PAYMENTS=sandbox`: nobody becomes a member of a real
 * installation with a test card by default.
 */
export function openPayments(portal: Pick<Portal, "database" | "now">, config: Config): Payments {
  const sandbox = sandboxPayments(portal);
  const known = new Map([[sandbox.id, sandbox]]);
  return { current: config.payments === "sandbox" ? sandbox : noPayments, byId: known };
}

/**
 * Returns the provider of an existing invoice, payment or card, which need not be the one that takes new
 * payments. Throws when the installation does not know it any more.
 */
export function providerOf(
  { payments }: Pick<Portal, "payments">,
  { provider }: { provider: string },
): PaymentProvider {
  const found = payments.byId.get(provider);
  if (!found) throw new Error(`The payment provider ${provider} is not set up.`);
  return found;
}
